using System.Diagnostics;
using System.Globalization;
using ModelContextProtocol.Client;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>Many turns of an agent: the game counts every press once, and the bridge's memory stays flat.</summary>
public sealed class ManyTurnsTests(FastGame game) : IClassFixture<FastGame>
{
    private const int Buttons = 10;
    private const long MaxGrowth = 16 * 1024 * 1024;

    private static readonly string[] Names = ["A", "B", "Select", "Start", "Right", "Left", "Up", "Down", "R", "L"];

    // BRIDGE_MCP_TURNS=10000 for the whole run.
    private static readonly int Turns =
        int.TryParse(Environment.GetEnvironmentVariable("BRIDGE_MCP_TURNS"), CultureInfo.InvariantCulture, out var turns) ? turns : 500;

    [Trait("Needs", "picture")]
    [Fact]
    public async Task Every_press_is_counted_once()
    {
        // In a process of its own, whose memory is that of the bridge alone.
        await using var bridge = new BridgeProcess(
            $"--Bridge:Emulators:default:Port={game.Emulator.Port}", $"--{game.Secret.Name}={game.Secret.Value}");
        await bridge.ListensAsync();
        await using var client = await ModelGame.ConnectAsync(bridge.Address, McpClients.Latest);
        await client.CallAsync("game_freeze", new() { ["frozen"] = true, ["seconds"] = 600 });
        var places = Names.Select((_, place) => new Dictionary<string, object?>
        {
            ["address"] = $"0x{0x02000020 + (2 * place):X8}", ["type"] = "u16",
        }).ToArray();
        var expected = await ReadAsync(client, places);
        var half = 0L;
        for (var turn = 0; turn < Turns; turn++)
        {
            var button = turn % Buttons;
            var (played, pictures) = await client.CallAsync("game_act", new() { ["press"] = new[] { Names[button] }, ["read"] = places });
            expected[button]++;
            Assert.Equal(expected, ValuesOf(played));
            Assert.Single(pictures);
            if (turn == Turns / 2)
                half = ResidentBytes(bridge.Id);
        }

        var end = ResidentBytes(bridge.Id);
        TestContext.Current.TestOutputHelper?.WriteLine($"{half >> 10} KiB after {Turns / 2} turns, {end >> 10} KiB after {Turns}");
        Assert.True(end - half < MaxGrowth, $"The bridge has grown by {end - half} bytes in {Turns / 2} turns.");
        await client.CallAsync("game_freeze", new() { ["frozen"] = false });
    }

    private static long ResidentBytes(int id)
    {
        using var process = Process.GetProcessById(id);
        return process.WorkingSet64;
    }

    private static async Task<long[]> ReadAsync(McpClient client, Dictionary<string, object?>[] places) =>
        ValuesOf((await client.CallAsync("memory_read", new() { ["places"] = places })).Json);

    private static long[] ValuesOf(System.Text.Json.JsonElement answer) =>
        [.. answer.GetProperty("values").EnumerateArray().Select(each => each[1].GetInt64())];
}
