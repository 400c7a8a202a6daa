namespace Bridge.EndToEnd.Tests.Raw;

/// <summary>How the bridge's shutdown looks to clients of the raw listener.</summary>
public sealed class RawEndingTests(RunningGame game) : IClassFixture<RunningGame>
{
    [Fact]
    public async Task A_stopping_bridge_replies_to_received_commands_and_then_closes()
    {
        var path = SocketPath.Take();
        await using var bridge = new BridgeProcess("--raw-unix", path,
            $"--Bridge:Emulators:default:Port={game.Emulator.Port}", "--Bridge:Drain=00:00:00");
        await bridge.ListensAsync();
        using var waiting = await RawClient.ConnectWithHelloAsync(path);
        await Eventually.HoldsAsync(async () => (await waiting.AskAsync("echo")).Word == "ok", "the emulator is there");
        await waiting.SendAsync("frames.wait 36000");
        using var pressing = await RawClient.ConnectWithHelloAsync(path);
        // Two presses of A for a minute each; the second one waits for the first.
        await pressing.SendAsync("buttons.press 1 3600 1 1", "buttons.press 1 3600 1 1");
        await Eventually.HoldsAsync(async () => await game.QueuedAsync() == 2, "the presses are there");

        ProcessSignals.Send(bridge.Id, ProcessSignals.Terminate);
        Assert.Equal("stopping", Assert.Single(await waiting.EndsAsync()).Word);
        Assert.Equal(["interrupted", "stopping"], (await pressing.EndsAsync()).Select(reply => reply.Word));
        Assert.Equal(0, await bridge.EndsAsync());
    }
}
