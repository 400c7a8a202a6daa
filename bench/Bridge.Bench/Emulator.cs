using Bridge.Testing;

namespace Bridge.Bench;

/// <summary>The headless host with the button-test game, a script, and the frame counter beside it.</summary>
internal sealed class Emulator : IDisposable
{
    // Half an hour: what a run that was killed leaves behind ends by itself.
    private const string MostFrames = "107500";

    private readonly DirectoryInfo _saves = Directory.CreateTempSubdirectory("bridge-bench-");

    private Emulator(string name, string script, string window)
    {
        var framesPort = FreePort.Take();
        Child = new Child(name, HostProgram.Path,
            [
                "--rom", RepositoryRoot.Combine("emulator", "rom", "buttontest.gba"), "--script", RepositoryRoot.Combine("bench", "lua", "frames.lua"),
                "--script", RepositoryRoot.Combine(script), "--save-dir", _saves.FullName, "--frames", MostFrames,
            ],
            ("BENCH_FRAMES_PORT", $"{framesPort}"), ("BENCH_OLD_PORT", $"{Port}"), ("BRIDGE_SCRIPT_PORT", $"{Port}"), ("BRIDGE_WINDOW", window));
        FramesPort = framesPort;
    }

    public Child Child { get; }

    /// <summary>The script's port.</summary>
    public int Port { get; } = FreePort.Take();

    /// <summary>Set once it runs.</summary>
    public FrameMeter Frames { get; private set; } = null!;

    private int FramesPort { get; }

    public static async Task<Emulator> StartAsync(string name, string script, string window = "shared")
    {
        var emulator = new Emulator(name, script, window);
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
