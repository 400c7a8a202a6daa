using System.Net.Sockets;
using MgbaBridge;
using static Bridge.Testing.ConnectorClient;

namespace Bridge.EndToEnd.Tests.Doors;

/// <summary>What clients of the connector do wrong: each gets the protocol's error or loses its connection, and the game goes on.</summary>
[Trait("Needs", "host")]
public sealed class BizHawkFaultTests(RunningGame game) : IClassFixture<RunningGame>, IAsyncLifetime
{
    private string _address = "";

    private Emulator Game => game.Game;

    public async ValueTask InitializeAsync() => _address = (await Game.OpenDoorAsync("bizhawk", FreePort.Take())).Address!;

    public async ValueTask DisposeAsync()
    {
        await Game.CloseDoorAsync("bizhawk");
        await game.PlayOnAsync(2);
    }

    [Theory]
    [InlineData("[", "The line is not JSON.")]
    [InlineData("{\"type\": \"PING\"}", "A line must be a JSON list of requests.")]
    [InlineData("7", "A line must be a JSON list of requests.")]
    [InlineData("", "The line is not JSON.")]
    [InlineData("[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]", "The line is not JSON.")]
    [InlineData("[7]", "A request must be an object with a type.")]
    [InlineData("[{}]", "A request must be an object with a type.")]
    [InlineData("[{\"type\": 1}]", "A request must be an object with a type.")]
    [InlineData("[{\"type\": \"DANCE\"}]", "Unknown request type \"DANCE\".")]
    [InlineData("[{\"type\": \"\\ud800\"}]", "The names and texts of a request must be Unicode.")]
    [InlineData("[{\"\\ud800\": 1, \"type\": \"SET_MESSAGE_INTERVAL\"}]", "The names and texts of a request must be Unicode.")]
    [InlineData("[{\"type\": \"WRITE\", \"domain\": \"EWRAM\", \"address\": 0, \"value\": \"\\ud800\"}]",
        "The names and texts of a request must be Unicode.")]
    [InlineData("[{\"type\": \"READ\", \"address\": 0, \"size\": 1}]", "READ needs domain, the name of a memory domain.")]
    [InlineData("[{\"type\": \"READ\", \"domain\": \"EWRAM\", \"address\": -1, \"size\": 1}]",
        "READ needs address, a whole number from 0 on.")]
    [InlineData("[{\"type\": \"READ\", \"domain\": \"EWRAM\", \"address\": 0, \"size\": 1.5}]",
        "READ needs size, a whole number from 0 on.")]
    [InlineData("[{\"type\": \"READ\", \"domain\": \"WRAM\", \"address\": 0, \"size\": 1}]", "Unknown domain \"WRAM\".")]
    [InlineData("[{\"type\": \"READ\", \"domain\": \"EWRAM\", \"address\": 262143, \"size\": 2}]",
        "2 bytes from 262143 on pass EWRAM (262144 bytes).")]
    [InlineData("[{\"type\": \"READ\", \"domain\": \"EWRAM\", \"address\": 9223372036854775807, \"size\": 9223372036854775807}]",
        "9223372036854775807 bytes from 9223372036854775807 on pass EWRAM (262144 bytes).")]
    [InlineData("[{\"type\": \"READ\", \"domain\": \"System Bus\", \"address\": 0, \"size\": 268435456}]",
        "The reply would have more than 65535 bytes.")]
    [InlineData("[{\"type\": \"WRITE\", \"domain\": \"EWRAM\", \"address\": 0, \"value\": \"?\"}]", "WRITE needs value, bytes in base64.")]
    [InlineData("[{\"type\": \"WRITE\", \"domain\": \"BIOS\", \"address\": 0, \"value\": \"AA==\"}]", "BIOS can't be written there.")]
    [InlineData("[{\"type\": \"GUARD\", \"domain\": \"EWRAM\", \"address\": 0, \"expected_data\": [1]}]",
        "GUARD needs expected_data, bytes in base64.")]
    [InlineData("[{\"type\": \"MEMORY_SIZE\"}]", "MEMORY_SIZE needs domain, the name of a memory domain.")]
    [InlineData("[{\"type\": \"DISPLAY_MESSAGE\", \"message\": null}]", "DISPLAY_MESSAGE needs message, a text.")]
    [InlineData("[{\"type\": \"SET_MESSAGE_INTERVAL\", \"value\": \"x\"}]", "SET_MESSAGE_INTERVAL needs value, a number of seconds.")]
    public async Task Errors_are_in_place_and_the_client_can_go_on(string line, string sentence)
    {
        using var client = await BeginAsync();
        var error = Assert.Single(System.Text.Json.JsonDocument.Parse(await client.AskAsync(line)).RootElement.EnumerateArray());
        Assert.Equal(("ERROR", sentence), (error.GetProperty("type").GetString(), error.GetProperty("err").GetString()));
        Assert.Equal("""[{"type":"PONG"}]""", await client.AskAsync(""" [ {"type": "PING"} ] """));
        Assert.Equal("[]", await client.AskAsync("[]\r"));
    }

    [Fact]
    public async Task Other_requests_of_a_list_run_in_spite_of_errors()
    {
        using var client = await BeginAsync();
        var replies = await client.RunAsync(Plain("X"), Write("EWRAM", 0x300, 42), Read("BIOS2", 0, 1), Read("EWRAM", 0x300, 1));
        Assert.Equal(["ERROR", "WRITE_RESPONSE", "ERROR", "READ_RESPONSE"], replies.Select(reply => reply.GetProperty("type").GetString()));
        Assert.Equal(42, replies[3].GetProperty("value").GetBytesFromBase64()[0]);
    }

    [Theory]
    [InlineData("{\"type\": \"GUARD\", \"domain\": \"EWRAM\", \"address\": 0, \"expected_data\": \"?\"}")]
    [InlineData("{\"type\": \"GUARD\", \"domain\": \"BIOS2\", \"address\": 0, \"expected_data\": \"AA==\"}")]
    [InlineData("{\"type\": \"GUARD\", \"domain\": \"\\ud800\", \"address\": 0, \"expected_data\": \"AA==\"}")]
    public async Task Nothing_is_written_after_a_guard_with_an_error(string guard)
    {
        using var client = await BeginAsync();
        await client.RunAsync(Write("EWRAM", 0x310, 1));
        var replies = await client.AskAsync($"[{guard},{Write("EWRAM", 0x310, 2)}]");
        Assert.Contains("A GUARD before it has an error.", replies, StringComparison.Ordinal);
        var read = Assert.Single(await client.RunAsync(Read("EWRAM", 0x310, 1)));
        Assert.Equal(1, read.GetProperty("value").GetBytesFromBase64()[0]);
    }

    [Fact]
    public async Task A_list_of_256_requests_has_a_reply_and_one_more_is_refused()
    {
        using var client = await BeginAsync();
        var all = Enumerable.Repeat(Read("EWRAM", 0, 100), 256).ToArray();
        Assert.All(await client.RunAsync(all), reply => Assert.Equal("READ_RESPONSE", reply.GetProperty("type").GetString()));
        var refused = await client.AskAsync($"[{string.Join(',', all.Append(all[0]))}]");
        Assert.Contains("at most 256 requests; got 257", refused, StringComparison.Ordinal);
        // 256 errors that quote a long type, whose letters need many bytes in JSON, still fit into a reply.
        var wrong = Plain(new string('\\', 2) + new string('é', 100));
        var line = await client.AskAsync($"[{string.Join(',', Enumerable.Repeat(wrong, 256))}]");
        Assert.True(line.Length < 65_535, $"{line.Length}");
    }

    [Theory]
    [InlineData("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")]
    [InlineData("POST / HTTP/1.1\r\nContent-Length: 60\r\n\r\n[{\"type\": \"LOCK\"}]\n")]
    [InlineData("\u0016\u0003\u0001\n")]
    [InlineData("version\n")]
    [InlineData("\n")]
    public async Task Other_protocols_are_closed_and_run_nothing(string bytes)
    {
        using var client = await ConnectorClient.ConnectAsync(_address);
        await client.SendAsync(bytes);
        Assert.Null(await client.ReceiveAsync());
        await game.PlayOnAsync(2);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_line_without_an_end_is_closed(bool hasBegun)
    {
        using var client = hasBegun ? await BeginAsync() : await ConnectorClient.ConnectAsync(_address);
        await Assert.ThrowsAsync<IOException>(async () =>
        {
            for (var i = 0; i < 10_000; i++)
                await client.SendAsync(new string('[', 1024));
        });
        await game.PlayOnAsync(2);
        using var next = await ConnectorClient.ReconnectAsync(_address);
    }

    [Fact]
    public async Task A_second_client_is_refused_and_the_first_one_goes_on()
    {
        using var first = await BeginAsync();
        var refused = await Assert.ThrowsAsync<SocketException>(() => ConnectorClient.ConnectAsync(_address));
        Assert.Equal(SocketError.ConnectionRefused, refused.SocketErrorCode);
        Assert.Equal("1", await first.AskAsync("VERSION"));
        first.Dispose();
        using var third = await ConnectorClient.ReconnectAsync(_address);
    }

    [Fact]
    public async Task A_client_that_does_not_read_is_closed()
    {
        using var client = await BeginAsync();
        var line = $"[{Read("EWRAM", 0, 45_000)}]\n";
        await Assert.ThrowsAnyAsync<IOException>(async () =>
        {
            for (var i = 0; i < 1_000_000; i++)
                await client.SendAsync(line);
        });
        using var next = await ConnectorClient.ReconnectAsync(_address);
    }

    private async Task<ConnectorClient> BeginAsync()
    {
        var client = await ConnectorClient.ConnectAsync(_address);
        Assert.Equal("1", await client.AskAsync("VERSION"));
        return client;
    }
}
