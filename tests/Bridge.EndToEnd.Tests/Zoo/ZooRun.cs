using System.Text.Json;
using Bridge.Testing.Zoo;

namespace Bridge.EndToEnd.Tests.Zoo;

/// <summary>The real host with one game of the zoo after the other, and a real bridge to it.</summary>
/// <param name="isStock">Whether the host acts like mGBA's own window: it calls no script between two frames and offers scripts
/// no extensions.</param>
public abstract class ZooRun(bool isStock) : IAsyncLifetime
{
    private readonly ZooFolder _folder = new();
    private BridgeHost? _bridge;
    private string? _instance;
    private ZooGame? _started;
    private bool _runs;

    public bool IsStock => isStock;

    /// <summary>
    /// Returns the domains of a running game. Stock mGBA 0.10 lists them at its start: save memory whose kind mGBA only detects
    /// when the game reads it is missing, and after a load the list is still that of the previous game.
    /// </summary>
    public IEnumerable<KeyValuePair<string, long>> DomainsOf(ZooGame game)
    {
        var kinds = (_started ?? game).Domains;
        if (isStock)
            return game.Domains.Where(domain => kinds.ContainsKey(domain.Key));
        // Our host also lists the save memory that mGBA finds later.
        return game is { Platform: "GBA", Save: { Kind: ZooSaveKind.Plain, Bytes: var bytes } } && !game.Domains.ContainsKey("sram")
            ? game.Domains.Append(new("sram", bytes))
            : game.Domains;
    }

    // Four times the console's speed, so that waiting for frames takes less time.
    public RealEmulator Emulator { get; } = new(options: isStock ? ["--speed", "4", "--no-idle"] : ["--speed", "4"]);

    public HttpClient Client => Bridge.Client;

    /// <summary>The folder of ROMs.</summary>
    public ZooFolder Folder => _folder;

    private BridgeHost Bridge => _bridge ?? throw new InvalidOperationException("The bridge is not started yet.");

    public virtual ValueTask InitializeAsync()
    {
        foreach (var game in ZooGames.All.Values)
            PresetSave.WriteTo(Emulator.SaveFolder, game);
        _bridge = new BridgeHost([("Bridge:Emulators:default:Port", $"{Emulator.Port}"), ("Bridge:RomFolder", _folder.Path),
            // A busy machine must not look like a paused emulator.
            ("Bridge:Emulators:default:PausedAfter", "00:00:05")]);
        return ValueTask.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        if (_bridge is not null)
            await _bridge.DisposeAsync();
        await Emulator.DisposeAsync();
        _folder.Dispose();
    }

    /// <summary>
    /// Starts or restarts the emulator with this game, and waits until the bridge knows the game and it counts frames.
    /// </summary>
    public async Task StartAsync(ZooGame game)
    {
        if (_runs)
            await Emulator.KillAsync();
        (_runs, _started) = (true, game);
        Emulator.Rom = _folder.PathOf(game.FileName);
        await Emulator.StartAsync();
        await Eventually.HoldsAsync(async () => await InstanceAsync() is { } instance && instance != _instance,
            "the bridge knows the new emulator");
        _instance = await InstanceAsync();
        await PlaysAsync(game);
    }

    /// <summary>Ends the emulator gracefully.</summary>
    public async Task EndAsync()
    {
        _runs = false;
        Assert.Equal(0, await Emulator.TerminateAsync());
    }

    /// <summary>Loads a game by its name in the folder.</summary>
    public Task<HttpResponseMessage> AskForAsync(string name) =>
        Client.AskAsync("POST", "/emulators/default/rom", JsonSerializer.Serialize(new Dictionary<string, string> { ["name"] = name }));

    /// <summary>Loads a game by its name, which must succeed, and waits until it counts frames.</summary>
    /// <returns>The description of the game in the response.</returns>
    public async Task<JsonElement> LoadAsync(ZooGame game)
    {
        using var response = await AskForAsync(game.FileName);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True((int)response.StatusCode == 200, $"Loading \"{game.FileName}\" answered {(int)response.StatusCode}: {text}");
        await PlaysAsync(game);
        return JsonDocument.Parse(text).RootElement.GetProperty("game");
    }

    private async Task PlaysAsync(ZooGame game)
    {
        await Bridge.ReachesAsync("running");
        // The work RAM of a Game Boy Color is full of 0xFF before the ROM sets its counters.
        await Eventually.HoldsAsync(async () => await Client.ReadAsync(game.CountersAddress, "u32") is > 5 and < 0x10000,
            $"the ROM of \"{game.Name}\" counts frames");
    }

    private async Task<string?> InstanceAsync()
    {
        var script = (await Client.GetJsonAsync("/emulators/default")).GetProperty("script");
        return script.ValueKind == JsonValueKind.Null ? null : script.GetProperty("instance").GetString();
    }
}

/// <summary>Our host.</summary>
public class ZooHost() : ZooRun(isStock: false);

/// <summary>The host as stock mGBA, not started yet.</summary>
public class ZooStock() : ZooRun(isStock: true);

/// <summary>Our host, with the plain game running.</summary>
public sealed class RunningZooHost : ZooHost
{
    public override async ValueTask InitializeAsync()
    {
        await base.InitializeAsync();
        await StartAsync(ZooGames.All["plain"]);
    }
}

/// <summary>The host as stock mGBA, with this game running.</summary>
public abstract class RunningZooStock(string name) : ZooStock
{
    public ZooGame First { get; } = ZooGames.All[name];

    public override async ValueTask InitializeAsync()
    {
        await base.InitializeAsync();
        await StartAsync(First);
    }
}

/// <summary>The host as stock mGBA, with a Game Boy Advance game.</summary>
public sealed class RunningZooStockAdvance() : RunningZooStock("plain");

/// <summary>The host as stock mGBA, with a Game Boy game.</summary>
public sealed class RunningZooStockGameBoy() : RunningZooStock("plain Game Boy");
