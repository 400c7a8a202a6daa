using System.Diagnostics;

namespace Bridge.Testing;

/// <summary>emulator/build/mgba-host, built if it doesn't exist.</summary>
public static class HostProgram
{
    private static readonly Lazy<Task> Building = new(BuildOnceAsync);

    public static string Path { get; } = RepositoryRoot.Combine("emulator", "build", "mgba-host");

    public static Task BuildAsync() => Building.Value;

    private static async Task BuildOnceAsync()
    {
        if (File.Exists(Path))
            return;
        var start = new ProcessStartInfo("make", ["-C", RepositoryRoot.Combine("emulator")]);
        var make = await FinishedProcess.RunAsync(start, limit: TimeSpan.FromMinutes(4)).ConfigureAwait(false);
        if (make.ExitCode != 0)
        {
            throw new InvalidOperationException(
                "emulator/build/mgba-host is missing and `make -C emulator` could not build it; "
                + $"it needs a C compiler, libmgba-dev and zlib1g-dev.\n{make.Errors}");
        }
    }
}
