using System.Diagnostics;
using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.History;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.OnDemand;

/// <summary>The program <c>mgba-host</c>: finds it and starts it with the script of this bridge.</summary>
internal sealed class HostProgram(OnDemandOptions options, HistoryOptions history, DirectoryOptions directory)
{
    /// <summary>The name of the file in an emulator's folder that has all its output.</summary>
    public const string LogFile = "log";

    /// <summary>The name of the Unix socket in an emulator's folder where its script listens.</summary>
    public const string Socket = "socket";

    /// <summary>The name of the folder in an emulator's folder that has its saves.</summary>
    public const string Saves = "saves";

    private const string Name = "mgba-host";

    private readonly Lazy<bool> _isThere = new(() => OperatingSystem.IsLinux() && Look(options) is not null);

    /// <summary>Gets whether the program is there, so that the bridge can create emulators. Looked up once.</summary>
    public bool IsThere => _isThere.Value;

    /// <summary>Starts an emulator in its folder, which is its current folder, so that the folder can be renamed while it runs.</summary>
    /// <exception cref="RequestException">The program isn't there, or the system can't start it.</exception>
    public Process Start(HostPlan plan, string secret, string folder, string script, TimeSpan? expiry)
    {
        var start = Prepare(folder,
        [
            "--rom", plan.Rom, "--script", script, "--save-dir", plan.SaveFolder, "--log", LogFile,
            "--speed", plan.Speed.ToString(CultureInfo.InvariantCulture),
            "--history", Text(history.Minutes), "--history-bytes", Text(history.Bytes),
            "--opposing", options.OpposingDirections ? "both" : "filter",
            .. expiry is { } time ? ["--expire", Text((long)Math.Ceiling(time.TotalSeconds))] : Array.Empty<string>(),
            .. plan.Model is { } model ? ["--model", model] : Array.Empty<string>(),
            .. plan.Clock is { } clock ? ["--clock", Text(clock)] : Array.Empty<string>(),
        ]);
        // The environment, because every account of the machine can read command lines.
        start.Environment["BRIDGE_SCRIPT_SOCKET"] = Socket;
        start.Environment["BRIDGE_SCRIPT_SECRET"] = secret;
        start.Environment["BRIDGE_SCRIPT_FOLDERS"] = string.Join(Path.PathSeparator, directory.Folders.Select(Path.GetFullPath));
        return Start(start);
    }

    /// <summary>Starts the program.</summary>
    /// <exception cref="RequestException">The system can't.</exception>
    public static Process Start(ProcessStartInfo start)
    {
        try
        {
            return Process.Start(start)!;
        }
        catch (System.ComponentModel.Win32Exception exception)
        {
            throw new RequestException(ProblemTypes.EmulatorFailed, $"The bridge can't start {start.FileName}: {exception.Message}.");
        }
    }

    /// <summary>Returns how to start the program with some arguments: with limits, and without secrets in its environment.</summary>
    /// <param name="folder">Its working directory.</param>
    /// <param name="arguments">The arguments besides the limits.</param>
    /// <param name="nice">How much its priority is lowered, 0 to 19; null: as that of a game.</param>
    /// <exception cref="RequestException">The program isn't there.</exception>
    public ProcessStartInfo Prepare(string folder, IEnumerable<string> arguments, int? nice = null)
    {
        var start = new ProcessStartInfo(
            Find(), [.. arguments, "--memory", Text(options.Memory), "--nice", Text(nice ?? options.Nice)]) { WorkingDirectory = folder };
        HostEnvironment.Reduce(start.Environment);
        return start;
    }

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);

    private string Find()
    {
        if (!OperatingSystem.IsLinux())
            throw new RequestException(ProblemTypes.Unsupported, "The bridge can create emulators on Linux only.");
        return Look(options) ?? throw new RequestException(ProblemTypes.Unsupported,
            $"The bridge needs {Name} to create emulators: put it on the PATH, or set Bridge:OnDemand:Program.");
    }

    private static string? Look(OnDemandOptions options)
    {
        if (options.Program is { Length: > 0 } configured)
            return Path.GetFullPath(configured);
        var beside = Path.Combine(AppContext.BaseDirectory, Name);
        return File.Exists(beside) ? beside : ProgramPath.Find(Name);
    }
}
