using System.Text.Json;
using MgbaBridge;
using static Bridge.Testing.ConnectorClient;

namespace Bridge.EndToEnd.Tests.Doors;

/// <summary>The protocol of Archipelago's connector, at the button-test ROM, which counts its frames in its first word.</summary>
[Trait("Needs", "host")]
public sealed class BizHawkTests(RunningGame game) : IClassFixture<RunningGame>, IAsyncLifetime
{
    private ConnectorClient? _client;

    private Emulator Game => game.Game;

    private ConnectorClient Client => _client!;

    // A free port, because tests run side by side.
    public async ValueTask InitializeAsync() =>
        _client = await ConnectorClient.ConnectAsync((await Game.OpenDoorAsync("bizhawk", FreePort.Take())).Address!);

    // Runs after each test, because all share one game.
    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await Game.CloseDoorAsync("bizhawk");
        await game.Bridge.ReachesAsync("running");
    }

    [Fact]
    public async Task The_version_is_1() => Assert.Equal("1", await Client.AskAsync("VERSION"));

    // From 256 on, EWRAM has the bytes 0, 1, 2 …, in base64 here. 33816834 is 0x02040102 on the bus, a mirror of byte 258 of EWRAM.
    [Theory]
    [InlineData("""{"type": "PING"}""", """{"type":"PONG"}""")]
    [InlineData("""{"type": "SYSTEM"}""", """{"type":"SYSTEM_RESPONSE","value":"GBA"}""")]
    [InlineData("""{"type": "PREFERRED_CORES"}""",
        """{"type":"PREFERRED_CORES_RESPONSE","value":{"GB":"Gambatte","GBC":"Gambatte","SGB":"Gambatte"}}""")]
    [InlineData("""{"type": "SET_MESSAGE_INTERVAL", "value": 2}""", """{"type":"SET_MESSAGE_INTERVAL_RESPONSE"}""")]
    [InlineData("""{"type": "DISPLAY_MESSAGE", "message": "Größe\u0007 \u263a"}""", """{"type":"DISPLAY_MESSAGE_RESPONSE"}""")]
    [InlineData("""{"type": "UNLOCK"}""", """{"type":"UNLOCKED"}""")]
    [InlineData("""{"type": "MEMORY_SIZE", "domain": "EWRAM"}""", """{"type":"MEMORY_SIZE_RESPONSE","value":262144}""")]
    [InlineData("""{"type": "MEMORY_SIZE", "domain": "SRAM"}""", """{"type":"MEMORY_SIZE_RESPONSE","value":131072}""")]
    [InlineData("""{"type": "MEMORY_SIZE", "domain": "Combined WRAM"}""", """{"type":"MEMORY_SIZE_RESPONSE","value":294912}""")]
    [InlineData("""{"type": "MEMORY_SIZE", "domain": "System Bus"}""", """{"type":"MEMORY_SIZE_RESPONSE","value":268435456}""")]
    [InlineData("""{"type": "MEMORY_SIZE", "domain": "ROM"}""", """{"type":"MEMORY_SIZE_RESPONSE","value":4096}""")]
    [InlineData("""{"type": "READ", "domain": "EWRAM", "address": 258, "size": 4}""", """{"type":"READ_RESPONSE","value":"AgMEBQ=="}""")]
    [InlineData("""{"type": "READ", "domain": "EWRAM", "address": 258, "size": 0}""", """{"type":"READ_RESPONSE","value":""}""")]
    [InlineData("""{"type": "READ", "domain": "System Bus", "address": 33816834, "size": 2}""",
        """{"type":"READ_RESPONSE","value":"AgM="}""")]
    [InlineData("""{"type": "READ", "domain": "SRAM", "address": 131071, "size": 1}""", """{"type":"READ_RESPONSE","value":"/w=="}""")]
    [InlineData("""{"type": "GUARD", "domain": "EWRAM", "address": 256, "expected_data": "AAECAwQFBg=="}""",
        """{"type":"GUARD_RESPONSE","address":256,"value":true}""")]
    [InlineData("""{"type": "GUARD", "domain": "EWRAM", "address": 256, "expected_data": "AAECAwQFBw=="}""",
        """{"type":"GUARD_RESPONSE","address":256,"value":false}""")]
    public async Task Requests(string request, string reply) => Assert.Equal($"[{reply}]", await Client.AskAsync($"[{request}]"));

    [Fact]
    public async Task The_hash_is_that_of_the_ROM()
    {
        var crc = (await game.Client.GetJsonAsync("/emulators/default")).GetProperty("game").GetProperty("crc32").GetString()!;
        Assert.Equal($$"""[{"type":"HASH_RESPONSE","value":"{{crc[2..]}}"}]""", await Client.AskAsync("[{\"type\": \"HASH\"}]"));
    }

    [Fact]
    public async Task Writes_reach_each_domain_and_the_bus_has_the_same_memory()
    {
        // The second byte to SRAM is behind its 32 KiB, and is lost. In Combined WRAM, IWRAM follows EWRAM. 0x02FC0400 is a mirror.
        var replies = await Client.RunAsync(
            Write("EWRAM", 0x300, 1, 2, 3), Write("IWRAM", 0x7000, 4), Write("SRAM", 0x7FFF, 5, 6), Write("ROM", 0xFF0, 7),
            Write("Combined WRAM", 0x3FFFF, 8, 9), Write("System Bus", 0x02FC0400, 10),
            Read("System Bus", 0x02000300, 3), Read("System Bus", 0x03007000, 1), Read("SRAM", 0x7FFF, 2),
            Read("System Bus", 0x0A000FF0, 1), Read("EWRAM", 0x3FFFF, 1), Read("IWRAM", 0, 1), Read("EWRAM", 0x400, 1));
        Assert.All(replies[..6], reply => Assert.Equal("""{"type":"WRITE_RESPONSE"}""", reply.GetRawText()));
        byte[][] expected = [[1, 2, 3], [4], [5, 255], [7], [8], [9], [10]];
        Assert.Equal(expected, replies[6..].Select(BytesOf));
    }

    [Fact]
    public async Task A_list_runs_in_one_frame()
    {
        var seen = new HashSet<uint>();
        var list = Enumerable.Repeat(Read("EWRAM", 0, 4), 20)
            .SelectMany((read, i) => (string[])[read, Write("EWRAM", 0x300 + i, (byte)i), Guard("EWRAM", 0x300 + i, (byte)i)])
            .Append(Read("System Bus", 0x02000000, 4)).Append(Read("Combined WRAM", 0, 4)).ToArray();
        // All reads of a list have one count of frames; repeated until 30 different ones were seen.
        while (seen.Count < 30)
        {
            var replies = await Client.RunAsync(list);
            seen.Add(Assert.Single(replies.Where(reply => reply.GetProperty("type").GetString() == "READ_RESPONSE")
                .Select(reply => BitConverter.ToUInt32(BytesOf(reply))).Distinct()));
        }
    }

    [Fact]
    public async Task A_false_guard_answers_for_the_rest_which_does_not_run()
    {
        await Client.RunAsync(Write("EWRAM", 0x310, 1, 1));
        var replies = await Client.RunAsync(Write("EWRAM", 0x310, 2), Guard("EWRAM", 0x100, 0, 1), Guard("EWRAM", 0x101, 9),
            Write("EWRAM", 0x311, 2), Plain("PING"), Plain("NONSENSE"), Plain("LOCK"), Read("EWRAM", 0, 4));
        Assert.Equal(["WRITE_RESPONSE", .. Enumerable.Repeat("GUARD_RESPONSE", 7)], replies.Select(TypeOf));
        Assert.True(replies[1].GetProperty("value").GetBoolean());
        Assert.All(replies[2..], reply => Assert.Equal(
            """{"type":"GUARD_RESPONSE","address":257,"value":false}""", reply.GetRawText()));
        Assert.Equal([2, 1], BytesOf((await Client.RunAsync(Read("EWRAM", 0x310, 2)))[0]));
        await game.PlayOnAsync(2);
    }

    [Fact]
    public async Task A_lock_holds_the_frame_until_the_unlock()
    {
        Assert.Equal("LOCKED", TypeOf((await Client.RunAsync(Plain("LOCK")))[0]));
        var first = await CounterAsync();
        for (var i = 0; i < 50; i++)
            Assert.Equal(first, await CounterAsync());
        Assert.Equal(["READ_RESPONSE", "UNLOCKED"], (await Client.RunAsync(Read("EWRAM", 0, 4), Plain("UNLOCK"))).Select(TypeOf));
        await Eventually.HoldsAsync(async () => await CounterAsync() > first + 1, "the game goes on");
    }

    [Fact]
    public async Task A_lock_ends_two_seconds_after_the_latest_message_and_with_the_client()
    {
        await Client.RunAsync(Plain("LOCK"));
        await GoesOnAsync();
        await Client.RunAsync(Plain("LOCK"));
        Client.Dispose();
        await GoesOnAsync();
    }

    [Fact]
    public async Task A_game_that_another_client_has_frozen_stays_so_after_the_unlock()
    {
        await using var held = await Game.HoldAsync();
        Assert.Equal(["LOCKED", "UNLOCKED"], (await Client.RunAsync(Plain("LOCK"), Plain("UNLOCK"))).Select(TypeOf));
        Assert.Equal(await CounterAsync(), await CounterAsync());
        Assert.Equal("held", (await game.Client.GetJsonAsync("/emulators/default")).GetProperty("state").GetString());
    }

    [Fact]
    public async Task It_is_told_where_doors_are_told()
    {
        await Client.AskAsync("VERSION");
        var door = Assert.Single((await game.Client.GetJsonAsync("/doors")).GetProperty("doors").EnumerateArray());
        Assert.Equal(("bizhawk", "default", "write", true), (door.GetProperty("kind").GetString(), door.GetProperty("emulator").GetString(),
            door.GetProperty("access").GetString(), door.GetProperty("connected").GetBoolean()));
        Assert.Equal(door.GetRawText(), (await game.Client.GetJsonAsync("/health")).GetProperty("doors")[0].GetRawText());
        Client.Dispose();
        await Eventually.HoldsAsync(async () => !(await Game.GetDoorAsync("bizhawk")).Connected, "it has left");
    }

    [Fact]
    public async Task Clients_may_only_read_where_that_is_the_access()
    {
        Client.Dispose();
        await Game.CloseDoorAsync("bizhawk");
        using var reader = await ConnectorClient.ConnectAsync((await Game.OpenDoorAsync("bizhawk", FreePort.Take(), "read")).Address!);
        var replies = await reader.RunAsync(Write("EWRAM", 0x300, 1), Plain("LOCK"), Read("EWRAM", 0x100, 1));
        Assert.Equal(["ERROR", "ERROR", "READ_RESPONSE"], replies.Select(TypeOf));
        await game.PlayOnAsync(2);
    }

    private async Task<uint> CounterAsync() => BitConverter.ToUInt32(BytesOf((await Client.RunAsync(Read("EWRAM", 0, 4)))[0]));

    private async Task GoesOnAsync()
    {
        var frame = await game.FrameAsync();
        await Eventually.HoldsAsync(async () => await game.FrameAsync() > frame + 2, "the game goes on");
    }

    private static string TypeOf(JsonElement reply) => reply.GetProperty("type").GetString()!;

    private static byte[] BytesOf(JsonElement reply) => reply.GetProperty("value").GetBytesFromBase64();
}
