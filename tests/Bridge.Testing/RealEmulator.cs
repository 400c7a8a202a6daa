using System.Collections.Concurrent;
using System.Diagnostics;

namespace Bridge.Testing;

/// <summary>
/// The headless host with a button-test ROM and lua/bridge.lua, as a process of its own on a free port;
/// or the mGBA that <see cref="StockProgram"/> names.
/// </summary>
/// <param name="rom">The ROM: a path, or a name in emulator/rom; by default that of the Game Boy Advance.</param>
/// <param name="options">Further options of the host, like <c>--no-idle</c>.</param>
public sealed class RealEmulator(string rom = RealEmulator.ButtonTest, params string[] options) : IAsyncDisposable
{
    /// <summary>The button-test ROM of the Game Boy Advance.</summary>
    public const string ButtonTest = "buttontest.gba";

    // If a test run is killed, its emulators end half an hour after their bridge, or when they have run this many frames: in ten minutes
    // at full speed, and in four days at the console's.
    private const string MaxSecondsAlone = "1800";
    private const string MaxFrames = "20000000";

    private readonly DirectoryInfo _saves = Directory.CreateTempSubdirectory("bridge-saves-");
    private readonly ConcurrentQueue<string> _output = new();
    private Process? _process;
    private bool _paused;

    /// <summary>Gets or sets the ROM of the next start: a path, or a name in emulator/rom.</summary>
    public string Rom { get; set; } = rom;

    /// <summary>Gets or sets the Lua scripts, in order; by default lua/bridge.lua.</summary>
    public IReadOnlyList<string> Scripts { get; set; } = [RepositoryRoot.Combine("lua", "bridge.lua")];

    /// <summary>Gets the script's port on 127.0.0.1, the same one for the lifetime of this object.</summary>
    public int Port { get; } = FreePort.Take();

    /// <summary>Gets or sets the secret that the script requires; by default none. Set it before the start.</summary>
    public string? Secret { get; set; }

    /// <summary>Gets or sets the folder of the key file; by default the one that the tests' bridges use.</summary>
    public string KeyFolder { get; set; } = Path.Combine(
        Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify), "Bridge");

    /// <summary>Gets or sets whether a key file is created before the start, as if a bridge had run; true by default.</summary>
    public bool HasKeyFile { get; set; } = true;

    /// <summary>Gets or sets the folders that commands with a path may use, besides those in the key file; by default none.</summary>
    public IReadOnlyList<string> Folders { get; set; } = [];

    /// <summary>Gets the secret for a hello, once the emulator was started.</summary>
    public string Key => Secret ?? (HasKeyFile ? File.ReadLines(KeyFile).First() : "");

    /// <summary>Gets the process's id, while it runs.</summary>
    public int Id => Running.Id;

    /// <summary>Gets the folder of the game's save file; kept over a restart.</summary>
    public string SaveFolder => _saves.FullName;

    /// <summary>Gets the output of all its runs.</summary>
    public string Output => string.Join('\n', _output);

    /// <summary>Starts an emulator and waits until its script listens.</summary>
    public static async Task<RealEmulator> StartNewAsync()
    {
        var emulator = new RealEmulator();
        try
        {
            await emulator.StartAsync().ConfigureAwait(false);
        }
        catch
        {
            await emulator.DisposeAsync().ConfigureAwait(false);
            throw;
        }

        return emulator;
    }

    /// <summary>Starts it and waits until its script listens.</summary>
    public async Task StartAsync()
    {
        if (!StockProgram.IsNamed)
            await HostProgram.BuildAsync().ConfigureAwait(false);
        var start = StockProgram.IsNamed ? StockProgram.Start(RomPath, Scripts, SaveFolder, options) : StartOfHost();
        (start.RedirectStandardOutput, start.RedirectStandardError) = (true, true);
        foreach (var setting in start.Environment.Keys.Where(key => key.StartsWith("BRIDGE_", StringComparison.Ordinal)).ToArray())
            start.Environment.Remove(setting);
        start.Environment["BRIDGE_SCRIPT_PORT"] = $"{Port}";
        start.Environment["BRIDGE_KEY_FOLDER"] = KeyFolder;
        start.Environment["BRIDGE_SCRIPT_FOLDERS"] = string.Join(Path.PathSeparator, Folders);
        if (Secret is null && HasKeyFile)
            MakeKeyFile();
        if (Secret is not null)
            start.Environment["BRIDGE_SCRIPT_SECRET"] = Secret;

        var ready = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var process = new Process { StartInfo = start, EnableRaisingEvents = true };
        process.OutputDataReceived += (_, line) => Record(line.Data, ready);
        process.ErrorDataReceived += (_, line) => Record(line.Data, ready);
        process.Exited += (_, _) => ready.TrySetException(new InvalidOperationException($"The emulator has ended:\n{Output}"));
        _paused = false;
        _process = process;
        process.Start();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        await ready.Task.WaitAsync(Eventually.Patience).ConfigureAwait(false);
    }

    private string KeyFile => Path.Combine(KeyFolder, $"script-{Port}.key");

    private void MakeKeyFile()
    {
        if (File.Exists(KeyFile))
            return;
        Directory.CreateDirectory(KeyFolder);
        File.WriteAllText(KeyFile, $"{Guid.NewGuid():N}\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(KeyFile, UnixFileMode.UserRead | UnixFileMode.UserWrite);
    }

    private string RomPath => RepositoryRoot.Combine("emulator", "rom", Rom);

    private ProcessStartInfo StartOfHost() => new(HostProgram.Path,
    [
        "--rom", RomPath, .. Scripts.SelectMany(script => new[] { "--script", script }),
        "--save-dir", SaveFolder, "--frames", MaxFrames, "--expire", MaxSecondsAlone, .. options,
    ]);

    /// <summary>Pauses the host, which then runs no frames and no scripts; its connections stay open.</summary>
    public void Pause() => SetPaused(true);

    /// <summary>Stops the process and waits until it has stopped: earlier requests may still be answered.</summary>
    public async Task PauseAsync()
    {
        var pauses = Pauses();
        Pause();
        await Eventually.HoldsAsync(() => Pauses() > pauses, "the host has paused").ConfigureAwait(false);
    }

    public void Resume() => SetPaused(false);

    /// <summary>Ends it gracefully.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> TerminateAsync()
    {
        var process = Running;
        ProcessSignals.Send(process.Id, ProcessSignals.Terminate);
        return await EndedAsync(process).ConfigureAwait(false);
    }

    /// <summary>Kills it, like a crash.</summary>
    public async Task KillAsync()
    {
        var process = Running;
        process.Kill();
        await EndedAsync(process).ConfigureAwait(false);
    }

    public async ValueTask DisposeAsync()
    {
        if (_process is not null)
            await KillAsync().ConfigureAwait(false);
        _saves.Delete(recursive: true);
    }

    private Process Running => _process ?? throw new InvalidOperationException("mgba-host does not run.");

    // How often the host has said that it pauses.
    private int Pauses() => _output.Count(line => line.Contains("Paused.", StringComparison.Ordinal));

    // The host pauses and resumes by SIGUSR1.
    private void SetPaused(bool paused)
    {
        if (_paused == paused)
            return;
        ProcessSignals.Send(Running.Id, ProcessSignals.User1);
        _paused = paused;
    }

    private void Record(string? line, TaskCompletionSource ready)
    {
        if (line is null)
            return;
        _output.Enqueue(line);
        if (line.Contains(" listens on ", StringComparison.Ordinal))
            ready.TrySetResult();
    }

    private async Task<int> EndedAsync(Process process)
    {
        await process.WaitForExitAsync().WaitAsync(Eventually.Patience).ConfigureAwait(false);
        _process = null;
        using (process)
            return process.ExitCode;
    }
}
