using Bridge.Testing;

namespace Bridge.LoadBench;

/// <summary>The headless host with the button-test game, a script, and the frame counter script.</summary>
internal sealed class Emulator : IDisposable
{
    // Half an hour at the console's speed, so that emulators of a killed run end without help.
    private const string MaxFrames = "107500";

    private static readonly string[] NoOptions = [];
    private static readonly string[] NoIdle = ["--no-idle"];
    // If an option is given twice, the last one counts.
    private static readonly string[] AsFastAsItCan = ["--speed", "0", "--frames", "1000000000"];

    private readonly DirectoryInfo _saves = Directory.CreateTempSubdirectory("bridge-bench-");

    private Emulator(string name, IEnumerable<string> scripts, int port, bool idle, string window, params string[] options)
    {
        Port = port;
        var framesPort = FreePort.Take();
        Child = new Child(name, HostProgram.Path,
            [
                "--rom", RepositoryRoot.Combine("emulator", "rom", "buttontest.gba"), "--save-dir", _saves.FullName, "--frames", MaxFrames,
                .. scripts.SelectMany(script => new[] { "--script", RepositoryRoot.Combine(script) }),
                .. idle ? NoOptions : NoIdle, .. options,
            ],
            ("BENCH_FRAMES_PORT", $"{framesPort}"), ("BENCH_OLD_PORT", $"{Port}"),
            ("BRIDGE_SCRIPT_PORT", $"{Port}"), ("BRIDGE_WINDOW", window));
        FramesPort = framesPort;
    }

    public Child Child { get; }

    /// <summary>Gets the port of the script.</summary>
    public int Port { get; }

    /// <summary>Gets the frame meter; null after <see cref="StartFast"/>.</summary>
    public FrameMeter Frames { get; private set; } = null!;

    private int FramesPort { get; }

    /// <summary>Starts an emulator with the bridge's script.</summary>
    /// <param name="name">The name of its log.</param>
    /// <param name="port">The port of the script.</param>
    /// <param name="idle">Whether the host calls the script between frames.</param>
    /// <param name="window">BRIDGE_WINDOW.</param>
    public static Task<Emulator> StartAsync(string name, int port, bool idle, string window) =>
        StartAsync(new Emulator(name, ["bench/lua/frames.lua", "lua/bridge.lua", "bench/lua/counters.lua"], port, idle, window));

    /// <summary>Starts at full speed without a frame meter, with <paramref name="scripts"/> before the bridge's script.</summary>
    public static Emulator StartFast(string name, int port, IEnumerable<string> scripts) =>
        new(name, [.. scripts, "lua/bridge.lua"], port, idle: true, "shared", AsFastAsItCan);

    /// <summary>
    /// Starts an emulator with the script of the exclusive-socket pattern, which knows no <c>idle</c>. The host still runs without
    /// <c>--no-idle</c>: with it, a client that gives up would end the host by SIGPIPE.
    /// </summary>
    public static Task<Emulator> StartOldAsync() =>
        StartAsync(new Emulator("emulator old pattern", ["bench/lua/frames.lua", "bench/lua/old_pattern.lua"],
            FreePort.Take(), idle: true, "off"));

    private static async Task<Emulator> StartAsync(Emulator emulator)
    {
        emulator.Frames = await FrameMeter.ConnectAsync(emulator.FramesPort);
        return emulator;
    }

    public void Dispose()
    {
        Frames?.Dispose();
        Child.Dispose();
        _saves.Delete(recursive: true);
    }
}
