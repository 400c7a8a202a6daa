using static Bridge.Testing.ConnectorClient;

namespace Bridge.EndToEnd.Tests.Doors;

/// <summary>A client of the connector over a restart of the bridge, whose setting opens the door.</summary>
[Trait("Needs", "host")]
public sealed class BizHawkRestartTests(RunningGame game) : IClassFixture<RunningGame>
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task It_finds_the_game_at_the_same_port_and_its_lock_is_gone(bool isKilled)
    {
        var port = FreePort.Take();
        string[] settings = [$"--Bridge:Emulators:default:Port={game.Emulator.Port}", $"--{game.Secret.Name}={game.Secret.Value}",
            $"--Bridge:Doors:BizHawk:Port={port}"];
        await using var first = new BridgeProcess(settings);
        await first.ListensAsync();
        using var client = await ReconnectAsync($"127.0.0.1:{port}");
        Assert.Equal("""[{"type":"LOCKED"}]""", await client.AskAsync($"[{Plain("LOCK")}]"));
        var counter = await CounterAsync(client);
        Assert.Equal(counter, await CounterAsync(client));
        await game.Bridge.ReachesAsync("held");

        ProcessSignals.Send(first.Id, isKilled ? ProcessSignals.Kill : ProcessSignals.Terminate);
        await first.EndsAsync();
        await client.EndsAsync();
        await game.PlayOnAsync(2);
        await using var second = new BridgeProcess(settings);
        await second.ListensAsync();
        using var next = await ReconnectAsync($"127.0.0.1:{port}");
        await Eventually.HoldsAsync(async () => await CounterAsync(next) > counter + 2, "the game runs on");
        // The bridge of the fixture learns a little later that the game runs.
        await game.Bridge.ReachesAsync("running");
    }

    private static async Task<uint> CounterAsync(ConnectorClient client) =>
        BitConverter.ToUInt32((await client.RunAsync(Read("EWRAM", 0, 4)))[0].GetProperty("value").GetBytesFromBase64());
}
