using System.Diagnostics;

namespace Bridge.Api.Emulators;

/// <summary>Tells whether mGBA runs on this machine.</summary>
internal static class MgbaPrograms
{
    // Looking at all processes takes milliseconds, and a list of many emulators asks for each.
    private static readonly TimeSpan MaxAge = TimeSpan.FromSeconds(1);

    private static volatile Answer? _latest;

    /// <summary>Returns whether a program of mGBA ran within the last second.</summary>
    public static bool Run()
    {
        var latest = _latest;
        if (latest is null || TimeProvider.System.GetElapsedTime(latest.At) > MaxAge)
            _latest = latest = new Answer(TimeProvider.System.GetTimestamp(), Find());
        return latest.Runs;
    }

    // The programs are called mGBA, mgba-qt and mgba-sdl; the bridge's own host is mgba-host.
    private static bool Find()
    {
        var found = false;
        foreach (var process in Process.GetProcesses())
        {
            using (process)
                found = found || NameOf(process).StartsWith("mgba", StringComparison.OrdinalIgnoreCase);
        }

        return found;
    }

    private static string NameOf(Process process)
    {
        try
        {
            return process.ProcessName;
        }
        catch (InvalidOperationException)
        {
            // The process has ended since it was listed.
            return "";
        }
    }

    private sealed record Answer(long At, bool Runs);
}
