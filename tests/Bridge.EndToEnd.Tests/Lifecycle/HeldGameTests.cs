using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>A held game whose bridge disappears, or whose host is stopped.</summary>
public sealed class HeldGameTests
{
    private const string TenMinutes = """{"leaseSeconds": 600}""";

    private static async Task<BridgeHost> ConnectAsync(RealEmulator emulator)
    {
        var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{emulator.Port}"));
        await bridge.ReachesAsync("running");
        return bridge;
    }

    private static Task<JsonElement> HoldAsync(BridgeHost bridge) =>
        bridge.Client.AskForJsonAsync("POST", "/emulators/default/frames/hold", TenMinutes);

    [Theory]
    [InlineData("--speed 1")]
    [InlineData("--no-idle")]
    [InlineData("--speed 0")]
    public async Task The_host_ends_when_it_is_told_to(string options)
    {
        await using var emulator = new RealEmulator(RealEmulator.ButtonTest, options.Split(' '));
        await emulator.StartAsync();
        await using var bridge = await ConnectAsync(emulator);
        await HoldAsync(bridge);
        Assert.Equal(0, await emulator.TerminateAsync());
        await bridge.ReachesAsync("no-emulator");
    }

    [Theory]
    [InlineData("--speed 1")]
    [InlineData("--no-idle")]
    [InlineData("--speed 0")]
    public async Task The_game_continues_after_its_bridge_has_ended(string options)
    {
        await using var emulator = new RealEmulator(RealEmulator.ButtonTest, options.Split(' '));
        await emulator.StartAsync();
        await using (var bridge = await ConnectAsync(emulator))
            await HoldAsync(bridge);
        await using var next = await ConnectAsync(emulator);
        Assert.False((await next.Client.GetJsonAsync("/emulators/default/frames/hold")).GetProperty("held").GetBoolean());
    }

    private static async Task<ScriptConnection> HoldAtTheScriptAsync(RealEmulator emulator)
    {
        var connection = await ScriptConnection.OpenAsync(emulator.Port);
        Assert.StartsWith("1 ok ", await connection.GreetAsync("x", emulator.Key), StringComparison.Ordinal);
        Assert.StartsWith("2 ok ", await connection.AskAsync("2 frames.hold 0 0 600000 1 - x\n<|END|>"), StringComparison.Ordinal);
        return connection;
    }

    [Theory]
    [InlineData("--speed 1")]
    [InlineData("--no-idle")]
    public async Task An_exclusive_hold_that_was_taken_at_the_script_ends_with_its_connection(string options)
    {
        await using var emulator = new RealEmulator(RealEmulator.ButtonTest, options.Split(' '));
        await emulator.StartAsync();
        await using var bridge = await ConnectAsync(emulator);
        using (await HoldAtTheScriptAsync(emulator))
        {
            Assert.True((await bridge.Client.GetJsonAsync("/emulators/default/frames/hold")).GetProperty("exclusive").GetBoolean());
            using var refused = await bridge.Client.DeleteAsync("/emulators/default/frames/hold");
            Assert.Equal((409, "held"), ((int)refused.StatusCode, (await RunningGame.RefusalAsync(refused)).Anchor));
        }

        await Eventually.HoldsAsync(async () =>
            !(await bridge.Client.GetJsonAsync("/emulators/default/frames/hold")).GetProperty("held").GetBoolean());
    }

    [Fact]
    public async Task Force_ends_the_hold_of_any_owner()
    {
        await using var emulator = await RealEmulator.StartNewAsync();
        await using var bridge = await ConnectAsync(emulator);
        using var holder = await HoldAtTheScriptAsync(emulator);
        await bridge.Client.AskForJsonAsync("DELETE", "/emulators/default/frames/hold?force=true");
        Assert.False((await bridge.Client.GetJsonAsync("/emulators/default/frames/hold")).GetProperty("held").GetBoolean());
        Assert.StartsWith("3 not-held ", await holder.AskAsync("3 frames.step 0 0 1 0 - 1\n<|END|>"), StringComparison.Ordinal);
        // Without a hold there is nothing to release.
        using var refused = await bridge.Client.DeleteAsync("/emulators/default/frames/hold?force=true");
        Assert.Equal("not-held", (await RunningGame.RefusalAsync(refused)).Anchor);
    }

    [Fact]
    public async Task A_hold_outlives_the_connection_of_another_bridge()
    {
        await using var emulator = await RealEmulator.StartNewAsync();
        await using var bridge = await ConnectAsync(emulator);
        await using (var other = await ConnectAsync(emulator))
        {
            await HoldAsync(bridge);
            await other.ReachesAsync("held");
        }

        await Eventually.HoldsAsync(async () =>
            (await bridge.Client.GetJsonAsync("/emulators/default/frames/hold")).GetProperty("held").GetBoolean());
        await bridge.Client.AskForJsonAsync("POST", "/emulators/default/frames/step", """{"frames": 3}""");
    }
}
