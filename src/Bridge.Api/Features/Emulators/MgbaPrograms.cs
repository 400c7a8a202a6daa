using System.Diagnostics;
using System.Text;

namespace Bridge.Api.Features.Emulators;

/// <summary>Finds out whether mGBA runs on this machine with a window, in which a person can load the script.</summary>
internal static class MgbaPrograms
{
    private const string Prefix = "mgba";

    // The bridge's own headless host, which always runs the script.
    private const string OwnHost = "mgba-host";
    private const string Processes = "/proc";

    // The kernel cuts a process's name to 15 bytes, and ends it with a line break (proc(5)).
    private const int NameBytes = 16;

    // Listing all processes takes milliseconds, and a list of many emulators needs the result for each of them.
    private static readonly TimeSpan MaxAge = TimeSpan.FromSeconds(1);

    private static volatile Sighting? _latest;

    /// <summary>Returns whether a program of mGBA, except the bridge's own host, ran within the last second.</summary>
    public static bool AreRunning()
    {
        var latest = _latest;
        if (latest is null || TimeProvider.System.GetElapsedTime(latest.At) > MaxAge)
            _latest = latest = new Sighting(TimeProvider.System.GetTimestamp(), Find());
        return latest.Runs;
    }

    // The programs are called mGBA, mgba-qt and mgba-sdl.
    private static bool Find() => OperatingSystem.IsLinux() ? FindOnLinux() : FindElsewhere();

    // Doesn't use the class Process, which reads much more of each process: load balancers ask for the health every second.
    private static bool FindOnLinux()
    {
        Span<byte> name = stackalloc byte[NameBytes];
        foreach (var folder in Directory.EnumerateDirectories(Processes))
        {
            if (char.IsAsciiDigit(folder[^1]) && ReadName(folder, name) is > 0 and var length
                && IsWindow(Encoding.UTF8.GetString(name[..length]).TrimEnd('\n')))
                return true;
        }

        return false;
    }

    /// <summary>Returns whether a process of this name is mGBA, and not the bridge's own host.</summary>
    internal static bool IsWindow(string name) => name.StartsWith(Prefix, StringComparison.OrdinalIgnoreCase) && name != OwnHost;

    private static int ReadName(string folder, Span<byte> name)
    {
        try
        {
            using var file = File.OpenHandle(Path.Combine(folder, "comm"), share: FileShare.ReadWrite | FileShare.Delete);
            return RandomAccess.Read(file, name, fileOffset: 0);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The process has ended since it was listed.
            return 0;
        }
    }

    private static bool FindElsewhere()
    {
        var found = false;
        foreach (var process in Process.GetProcesses())
        {
            using (process)
                found = found || IsWindow(NameOf(process));
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

    private sealed record Sighting(long At, bool Runs);
}
