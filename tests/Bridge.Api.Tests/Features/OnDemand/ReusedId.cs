using System.Diagnostics;
using System.Globalization;
using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>Starts a program with the id of one that has ended.</summary>
internal static class ReusedId
{
    private const string LatestId = "/proc/sys/kernel/ns_last_pid";
    private const int MaxIds = 20, MaxAttempts = 100;

    /// <summary>Gets why a test can't choose ids; null if it can.</summary>
    public static string? Missing => OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess && File.Exists(LatestId)
        ? null
        : "Only root on Linux can choose the id of a process; run this test as root.";

    /// <summary>Starts <c>cat</c>, which repeats what it reads until it gets a signal.</summary>
    public static Process StartCat() => Process.Start(
        new ProcessStartInfo("cat") { RedirectStandardInput = true, RedirectStandardOutput = true })!;

    /// <summary>
    /// Runs a test with <c>cat</c> and another <c>cat</c> that has its id afterwards and started later. A program of somebody else may
    /// take the id and keep it; then the test begins again with another one.
    /// </summary>
    /// <param name="open">Opens the first one while it runs.</param>
    /// <param name="test">The test, with what <paramref name="open"/> returned and the next one.</param>
    public static async Task TestAsync<T>(Func<Process, T> open, Func<T, Process, Task> test)
        where T : IDisposable
    {
        for (var id = 0; id < MaxIds; id++)
        {
            var first = StartCat();
            var (reused, startedAt) = (first.Id, StartOf(first.Id));
            using var opened = open(first);
            End(first);
            if (StartNext(reused, startedAt) is not { } next)
                continue;
            using (next)
                await test(opened, next);
            return;
        }

        throw new InvalidOperationException("Other programs got each id.");
    }

    /// <summary>Returns when a running process started, in ticks since the boot.</summary>
    public static long StartOf(int id)
    {
        using var handle = ProcessHandle.Open(id);
        return handle.StartedAt!.Value;
    }

    /// <summary>Ends a program, so that its id is free.</summary>
    public static void End(Process process)
    {
        process.Kill();
        process.WaitForExit();
        process.Dispose();
    }

    /// <summary>Returns whether <c>cat</c> still repeats a line. One that got a signal before does not.</summary>
    public static async Task<bool> RepeatsAsync(Process cat)
    {
        try
        {
            await cat.StandardInput.WriteLineAsync("line");
            await cat.StandardInput.FlushAsync();
            return await cat.StandardOutput.ReadLineAsync() == "line";
        }
        catch (IOException)
        {
            return false;
        }
    }

    private static Process? StartNext(int id, long laterThan)
    {
        for (var attempt = 0; attempt < MaxAttempts; attempt++)
        {
            File.WriteAllText(LatestId, (id - 1).ToString(CultureInfo.InvariantCulture));
            var started = StartCat();
            if (started.Id == id && StartOf(id) > laterThan)
                return started;
            // Another program or thread got the id first, or no tick of the clock has passed.
            End(started);
        }

        return null;
    }
}
