using Bridge.Testing;

namespace Bridge.Bench;

/// <summary>The headless host with the button-test game, a script, and the frame counter beside it.</summary>
internal sealed class Emulator : IDisposable
{
    // Half an hour: what a run that was killed leaves behind ends by itself.
    private const string MaxFrames = "107500";

    private static readonly string[] NoOptions = [];
    private static readonly string[] NoIdle = ["--no-idle"];
    // The last one counts.
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

    /// <summary>The script's port.</summary>
    public int Port { get; }

    /// <summary>Set once it runs.</summary>
    public FrameMeter Frames { get; private set; } = null!;

    private int FramesPort { get; }

    /// <summary>With the bridge's script.</summary>
    /// <param name="name">Of its log.</param>
    /// <param name="port">The script's.</param>
    /// <param name="idle">Whether the host calls the script while it waits.</param>
    /// <param name="window">BRIDGE_WINDOW.</param>
    public static Task<Emulator> StartAsync(string name, int port, bool idle, string window) =>
        StartAsync(new Emulator(name, ["bench/lua/frames.lua", "lua/bridge.lua", "bench/lua/counters.lua"], port, idle, window));

    /// <summary>As fast as it can, with the bridge's script behind <paramref name="scripts"/>: nobody counts its frames.</summary>
    public static Emulator StartFast(string name, int port, IEnumerable<string> scripts) =>
        new(name, [.. scripts, "lua/bridge.lua"], port, idle: true, "shared", AsFastAsItCan);

    /// <summary>
    /// With the old pattern's script, which knows no <c>idle</c>; but without it a client that gives up would end the host by SIGPIPE.
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
