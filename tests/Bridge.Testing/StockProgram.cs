using System.Diagnostics;

namespace Bridge.Testing;

/// <summary>
/// The mgba-headless that the environment variable BRIDGE_EMULATOR names. Tests start it instead of our own host;
/// tests/README.md lists those that need our own host.
/// </summary>
public static class StockProgram
{
    // Errors, warnings and script logs; not each call of the BIOS.
    private const string LogLevels = "15";

    private static readonly string? Path = Environment.GetEnvironmentVariable("BRIDGE_EMULATOR");

    /// <summary>Gets whether tests run against it.</summary>
    public static bool IsNamed => !string.IsNullOrEmpty(Path);

    /// <summary>
    /// Builds the command line. mgba-headless has no speed limit, so a script of the tests waits in each frame,
    /// unless the options are those of a fast host.
    /// </summary>
    internal static ProcessStartInfo Start(string rom, IEnumerable<string> scripts, string saveFolder, IReadOnlyList<string> options)
    {
        var isFast = options.SkipWhile(option => option != "--speed").Skip(1).FirstOrDefault() == "0";
        string[] setUp = [RepositoryRoot.Combine("tests", "emulator", "stock.lua"), .. scripts];
        var start = new ProcessStartInfo("env",
        [
            // Ignores SIGPIPE: a write to a closed connection would end it, unlike mGBA's window. And flushes each line, because its output
            // is not a terminal.
            "--ignore-signal=PIPE", "stdbuf", "-oL", Path!, "-l", LogLevels,
            "-C", $"savegamePath={saveFolder}", "-C", $"savestatePath={saveFolder}",
            .. setUp.SelectMany(script => new[] { "--script", script }), rom,
        ]);
        start.Environment["XDG_CONFIG_HOME"] = saveFolder;
        start.Environment["STOCK_PORT"] = $"{FreePort.Take()}";
        start.Environment["STOCK_WAIT"] = isFast ? "0" : "16";
        return start;
    }
}
