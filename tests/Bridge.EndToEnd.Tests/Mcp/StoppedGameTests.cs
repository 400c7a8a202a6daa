using Bridge.EndToEnd.Tests.Safety;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>Calls while no game runs: a model is told the state and the next step, and the script receives no command.</summary>
public sealed class StoppedGameTests : IAsyncDisposable
{
    private const string Press = """{"press": ["A"], "screen": "none"}""";

    private readonly RealEmulator _emulator = new();

    public ValueTask DisposeAsync() => _emulator.DisposeAsync();

    [Fact]
    public async Task Without_a_game_it_is_told_to_load_one()
    {
        _emulator.Scripts =
        [
            RepositoryRoot.Combine("lua", "bridge.lua"),
            RepositoryRoot.Combine("tests", "Bridge.EndToEnd.Tests", "Lifecycle", "Scripts", "close_game.lua"),
        ];
        await using var bridge = await StartAsync();
        await using var counter = new CommandCounter(_emulator);
        await counter.ReadAsync();
        await bridge.Client.AskForJsonAsync("PUT", "/emulators/default/memory/0x02000200", """{"value": 49413, "type": "u16"}""");
        await bridge.ReachesAsync("no-game");
        await counter.CountsAsync(0, () => FailsAsync(bridge, "no-game", "File > Load ROM"));
    }

    [Fact]
    public async Task After_a_crash_it_is_told_to_restart_the_game()
    {
        await using var bridge = await StartAsync();
        await using var counter = new CommandCounter(_emulator);
        await counter.ReadAsync();
        await bridge.Client.AskForJsonAsync("PUT", "/emulators/default/registers/pc", """{"value": 3758096384}""");
        await bridge.ReachesAsync("crashed");
        await counter.CountsAsync(0, () => FailsAsync(bridge, "crashed", "game_load"));
    }

    [Fact]
    public async Task While_the_emulator_is_paused_it_is_told_to_unpause_it()
    {
        await using var bridge = await StartAsync();
        await using var counter = new CommandCounter(_emulator);
        await counter.CountsAsync(0, async () =>
        {
            await _emulator.PauseAsync();
            await bridge.ReachesAsync("paused");
            await FailsAsync(bridge, "paused", "Unpause");
            _emulator.Resume();
            await bridge.ReachesAsync("running");
        });
    }

    [Fact]
    public async Task Without_an_emulator_it_is_told_where_the_bridge_looks_for_it()
    {
        await using var bridge = await StartAsync();
        await _emulator.KillAsync();
        await bridge.ReachesAsync("no-emulator");
        await FailsAsync(bridge, "no-emulator", $"127.0.0.1:{_emulator.Port}");
    }

    private async Task<BridgeHost> StartAsync()
    {
        await _emulator.StartAsync();
        var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{_emulator.Port}"), ("Bridge:KeyFolder", _emulator.KeyFolder));
        await bridge.ReachesAsync("running");
        return bridge;
    }

    private static async Task FailsAsync(BridgeHost bridge, string type, string step)
    {
        var answer = await bridge.Client.CallToolAsync("game_act", Press);
        Assert.True(answer.IsError, answer.Whole.GetRawText());
        var text = Assert.Single(answer.Texts);
        Assert.StartsWith($"{type}: ", text, StringComparison.Ordinal);
        Assert.Contains(" Nothing was done.", text, StringComparison.Ordinal);
        Assert.Contains(step, text, StringComparison.Ordinal);
    }
}
