using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>A held game whose bridge goes away, or whose host is told to end.</summary>
public sealed class HeldGameTests
{
    private const string TenMinutes = """{"leaseSeconds": 600}""";

        private static async Task<BridgeHost> ConnectAsync(RealEmulator emulator)
    {
        var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{emulator.Port}"));
        await bridge.ReachesAsync("running");
        return bridge;
    }

    private static Task<JsonElement> HoldAsync(BridgeHost bridge) => bridge.Client.AskForJsonAsync("POST", "/emulators/default/frames/hold", TenMinutes);

    [Theory]
    [InlineData("--speed 1")]
    [InlineData("--no-idle")]
    [InlineData("--speed 0 --frames 1000000000")]
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
    [InlineData("--speed 0 --frames 1000000000")]
    public async Task The_game_goes_on_when_its_bridge_is_gone(string options)
    {
        await using var emulator = new RealEmulator(RealEmulator.ButtonTest, options.Split(' '));
        await emulator.StartAsync();
        await using (var bridge = await ConnectAsync(emulator))
            await HoldAsync(bridge);
        await using var next = await ConnectAsync(emulator);
        Assert.False((await next.Client.GetJsonAsync("/emulators/default/frames/hold")).GetProperty("held").GetBoolean());
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

        await Eventually.HoldsAsync(async () => (await bridge.Client.GetJsonAsync("/emulators/default/frames/hold")).GetProperty("held").GetBoolean());
        await bridge.Client.AskForJsonAsync("POST", "/emulators/default/frames/step", """{"frames": 3}""");
    }
}
