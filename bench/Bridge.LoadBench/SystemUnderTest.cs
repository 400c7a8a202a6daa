using System.Globalization;
using System.Net;
using Bridge.Testing;

namespace Bridge.LoadBench;

/// <summary>An emulator and a bridge to it: the published program with the compared paths in front.</summary>
internal sealed class SystemUnderTest : IDisposable
{
    private static readonly HttpClient Http = new() { Timeout = TimeSpan.FromSeconds(5) };

    private readonly Child _bridge;
    private readonly bool _idle;
    private readonly string _window;
    private readonly int _scriptPort = FreePort.Take();
    private Emulator? _emulator;

    /// <param name="name">The name of its logs.</param>
    /// <param name="idle">Whether the host calls the script between frames.</param>
    /// <param name="window">BRIDGE_WINDOW.</param>
    /// <param name="program">The folder in artifacts/bench that the bridge was published into.</param>
    /// <param name="isCompared">Whether the compared paths are mapped.</param>
    /// <param name="isInMemory">Whether the bridge also serves clients in its own process, over pipes.</param>
    /// <param name="options">Further arguments of the bridge.</param>
    public SystemUnderTest(string name, bool idle, string window, string program = "bridge", bool isCompared = true,
        bool isInMemory = false, params IEnumerable<string> options)
    {
        (Name, _idle, _window) = (name, idle, window);
        Address = $"http://127.0.0.1:{FreePort.Take()}";
        var folder = RepositoryRoot.Combine("artifacts", "bench", program);
        var command = BridgeProgram.CommandIn(folder);
        _bridge = new Child($"bridge {name}", command[0],
            [
                .. command[1..], "--contentRoot", folder, "--Urls", Address,
                "--Bridge:Emulators:default:Port", _scriptPort.ToString(CultureInfo.InvariantCulture), .. options,
            ],
            isCompared ? [("DOTNET_STARTUP_HOOKS",
                RepositoryRoot.Combine("artifacts", "bin", "Bridge.LoadBench.Hook", "release", "Bridge.LoadBench.Hook.dll")),
                // Not an argument: the bridge refuses those that it doesn't know.
                ("Bench__InMemory", isInMemory ? "true" : "false")] : []);
    }

    public string Name { get; }

    public Emulator Emulator => _emulator ?? throw new InvalidOperationException($"{Name} does not run.");

    public Child Bridge => _bridge;

    public string Address { get; }

    /// <summary>Resumes the bridge, which stays warm, with a new emulator.</summary>
    public async Task BeginAsync() => await BeginAsync(await Emulator.StartAsync($"emulator {Name}", _scriptPort, _idle, _window));

    /// <summary>Resumes the bridge with a new emulator at full speed and without a frame meter.</summary>
    public Task BeginFastAsync(IEnumerable<string> scripts) => BeginAsync(Emulator.StartFast($"emulator {Name}", _scriptPort, scripts));

    private async Task BeginAsync(Emulator emulator)
    {
        _emulator = emulator;
        _bridge.Hold(false);
        await Clock.UntilAsync($"{Name} answers", IsReadyAsync);
    }

    /// <summary>Pauses the bridge and ends the emulator, so that they use no processor time.</summary>
    public void End()
    {
        _bridge.Hold(true);
        _emulator?.Dispose();
        _emulator = null;
    }

    /// <summary>Gets the bytes that the bridge's process has allocated since its start.</summary>
    public async Task<long> AllocatedAsync() => long.Parse(await Http.GetStringAsync($"{Address}/allocated"), CultureInfo.InvariantCulture);

    public void Dispose()
    {
        _bridge.Dispose();
        _emulator?.Dispose();
    }

    private async Task<bool> IsReadyAsync()
    {
        if (_bridge.HasEnded)
            throw new InvalidOperationException($"The bridge of {Name} has ended; its log is in artifacts/bench.");
        try
        {
            using var response = await Http.GetAsync($"{Address}/health/ready");
            return response.StatusCode == HttpStatusCode.OK;
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException)
        {
            return false;
        }
    }
}
