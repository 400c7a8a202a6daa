using System.Diagnostics;

namespace Bridge.Testing;

/// <summary>Creates files that .NET can't create: pipes, and names that are not valid UTF-8.</summary>
public static class Shell
{
    /// <summary>Deletes a folder with any names in it.</summary>
    public static void Delete(DirectoryInfo folder) => Run(Path.GetTempPath(), $"rm -rf -- '{folder.FullName}'");

    /// <summary>Runs a script of <c>sh</c> in a folder.</summary>
    /// <exception cref="InvalidOperationException">It failed.</exception>
    public static void Run(string folder, string script)
    {
        var start = new ProcessStartInfo("sh", ["-e", "-c", script]) { WorkingDirectory = folder };
        using var process = Process.Start(start) ?? throw new InvalidOperationException("sh was not started.");
        process.WaitForExit();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"sh ended with {process.ExitCode}: {script}");
    }
}
