using System.Text.Json;

namespace Bridge.Testing.Http;

/// <summary>
/// The real host with a button-test ROM and the script, and a real bridge to it; emulator/rom/README.md says where its counters are.
/// </summary>
public class RunningGame : IAsyncLifetime
{
    private readonly int _memory; // the address of the ROM's counters (emulator/rom/README.md)
    private readonly GameFolders _folders = new();
    private BridgeHost? _bridge;
    private MgbaBridge.BridgeClient? _api;

    public RunningGame()
        : this("buttontest.gba", 0x02000000)
    {
    }

    /// <summary>
    /// Creates a game with the ROM of this name, whose counters begin at <paramref name="memory"/>, and these options of the host.
    /// </summary>
    protected RunningGame(string rom, int memory, params string[] options) =>
        (_memory, Emulator) = (memory, new RealEmulator(rom, options));

    public RealEmulator Emulator { get; }

    public BridgeHost Bridge => _bridge ?? throw new InvalidOperationException("The bridge is not started yet.");

    public HttpClient Client => Bridge.Client;

    /// <summary>Gets the game by the C# client, which repeats nothing by itself.</summary>
    public MgbaBridge.Emulator Game =>
        (_api ??= new(new MgbaBridge.BridgeClientOptions { Address = Client.BaseAddress!, Retries = 0 })).Emulator();

    public virtual async ValueTask InitializeAsync()
    {
        await Emulator.StartAsync();
        _bridge = new BridgeHost([("Bridge:Emulators:default:Port", $"{Emulator.Port}"),
            ("Bridge:RomFolder", _folders.Roms), ("Bridge:StateFolder", _folders.States), ("Bridge:FileFolder", _folders.Files),
            ("Bridge:Movies:Folder", _folders.Movies), ("Bridge:Clips:Folder", _folders.Clips),
            ("Bridge:Notebook:Folder", _folders.Notebooks),
            ("Bridge:OnDemand:Program", HostProgram.Path), ("Bridge:OnDemand:Folder", _folders.Emulators), ("Bridge:OnDemand:Max", "16"),
            // A busy machine must not look like a paused emulator.
            ("Bridge:Emulators:default:PausedAfter", "00:00:05"), .. Settings]);
        await PlaysAsync();
    }

    public virtual async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        _api?.Dispose();
        if (_bridge is not null)
            await _bridge.DisposeAsync();
        await Emulator.DisposeAsync();
        _folders.Dispose();
    }

    /// <summary>Gets further settings of the bridge.</summary>
    protected virtual (string Name, string Value)[] Settings => [];

    /// <summary>Gets the bridge's folder of named states.</summary>
    public string StateFolder => _folders.States;

    /// <summary>Gets the bridge's folder of notebooks.</summary>
    public string NotebookFolder => _folders.Notebooks;

    /// <summary>Gets the folder that the mGBA-http routes read and write; it contains the ROM.</summary>
    public string FileFolder => _folders.Files;

    /// <summary>
    /// Gets the setting that keeps another bridge of this emulator from changing the key file;
    /// without it, that bridge would remove the folders of the first one.
    /// </summary>
    public (string Name, string Value) Secret => ("Bridge:Emulators:default:Secret", Emulator.Key);

    /// <summary>Gets the bridge's folder of ROMs.</summary>
    public string RomFolder => _folders.Roms;

    /// <summary>Waits until the bridge knows that the game runs and the ROM has set up its memory.</summary>
    public async Task PlaysAsync()
    {
        await Bridge.ReachesAsync("running");
        await Eventually.HoldsAsync(async () => await ReadAsync($"{_memory}", "u32") > 5, "the ROM counts frames");
    }

    public Task<long> ReadAsync(string address, string type = "u16", string? domain = null) => Game.ReadAsync(address, type, domain);

    public Task<JsonElement> WriteAsync(string address, long value, string type = "u16", string? domain = null) =>
        Client.AskForJsonAsync("PUT", $"/emulators/default/memory/{address}{QueryOf(domain)}",
            $$"""{"value": {{value}}, "type": "{{type}}"}""");

    /// <summary>Presses a button and waits for the end.</summary>
    public async Task<Press> PressAsync(string button, int hold = 3, int release = 2)
    {
        var done = await Game.PressAsync(button, hold, release);
        return new Press(done.PressedAt, done.ReleasedAt, done.Frame);
    }

    /// <summary>Returns how often the ROM saw <paramref name="button"/> go down.</summary>
    public Task<long> PressesAsync(Button button) => ReadAsync($"{_memory + 0x20 + (2 * (int)button)}");

    /// <summary>Returns how many clips the bridge keeps; pages that were closed while they made one leave it.</summary>
    public async Task<int> ClipsAsync() => (await Client.GetJsonAsync("/emulators/default/clips")).GetProperty("clips").GetArrayLength();

    /// <summary>Returns in how many frames the ROM saw <paramref name="button"/> down.</summary>
    public Task<long> FramesDownAsync(Button button) => ReadAsync($"{_memory + 0x40 + (2 * (int)button)}");

    public async Task<int> QueuedAsync() => (await Game.GetButtonsAsync()).Queued;

    /// <summary>Waits until no press is running or waiting, so that the next test finds all buttons free.</summary>
    public Task QueueEmptiesAsync() => Eventually.HoldsAsync(async () => await QueuedAsync() == 0, "no press is queued");

    public async Task<long> FrameAsync() => (await Game.GetButtonsAsync()).Frame;

    /// <summary>Lets the game run for some frames.</summary>
    public async Task PlayOnAsync(int frames)
    {
        var start = await FrameAsync();
        await Eventually.HoldsAsync(async () => await FrameAsync() >= start + frames, $"{frames} frames pass");
    }

    /// <summary>Releases all buttons and waits until the game has seen that.</summary>
    public async Task ReleaseAllAsync()
    {
        await SeesChangeAsync(await Game.ReleaseButtonsAsync());
    }

    /// <summary>Waits until the game has counted the keys that changed in the callback of <paramref name="frame"/>.</summary>
    // Why two frames: the game sees the keys in the next frame, and has counted them once the frame after that has begun.
    public Task SeesChangeAsync(long frame) =>
        Eventually.HoldsAsync(async () => await FrameAsync() >= frame + 2, $"frame {frame + 2} comes");

    /// <summary>Returns the status, the type's anchor and the detail of a problem.</summary>
    public static async Task<(int Status, string Anchor, string Detail)> RefusalAsync(HttpResponseMessage response)
    {
        var text = await response.Content.ReadAsStringAsync();
        Assert.True(response.Content.Headers.ContentType?.MediaType == "application/problem+json", $"{(int)response.StatusCode}: {text}");
        var body = JsonDocument.Parse(text).RootElement;
        return ((int)response.StatusCode, body.GetProperty("type").GetString()!.Split('#')[1], body.GetProperty("detail").GetString()!);
    }

    private static string QueryOf(string? domain) => domain is null ? "" : $"?domain={domain}";
}

/// <summary>A running game on the Game Boy.</summary>
public sealed class RunningGameBoy() : RunningGame("gb/buttontest.gb", 0xC000);

/// <summary>
/// A running game in a host with other options, like <c>--no-idle</c>, which acts like mGBA's own window, and a bridge with long timeouts.
/// </summary>
public sealed class TunedGame(params string[] options) : RunningGame("buttontest.gba", 0x02000000, options)
{
    protected override (string Name, string Value)[] Settings =>
        [("Bridge:Emulators:default:Deadline", "00:01:00"), ("Bridge:Emulators:default:PausedAfter", "00:00:30")];
}

/// <summary>A running game without our own host's extensions, as in mGBA's window.</summary>
public sealed class StockGame() : RunningGame("buttontest.gba", 0x02000000, "--no-idle");

/// <summary>The stock host with a Game Boy game, where scripts see the save memory.</summary>
public sealed class StockGameBoy() : RunningGame("gb/buttontest.gb", 0xC000, "--no-idle");

/// <summary>A running game at full speed.</summary>
public sealed class FastGame() : RunningGame("buttontest.gba", 0x02000000, "--speed", "0");

/// <summary>A press that has ended.</summary>
public sealed record Press(long PressedAt, long ReleasedAt, long Frame);

/// <summary>The buttons in the order of the ROM's tables.</summary>
public enum Button
{
    A, B, Select, Start, Right, Left, Up, Down, R, L,
}
