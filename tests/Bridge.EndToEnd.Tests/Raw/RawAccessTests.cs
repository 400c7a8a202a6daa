namespace Bridge.EndToEnd.Tests.Raw;

/// <summary>Tokens, scopes, emulators and rates at the raw listener (docs/protocol/raw-listener.md).</summary>
public sealed class RawAccessTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string All = "all-0123456789abcdef";
    private const string Reader = "reader-0123456789abcdef";
    private const string Other = "other-0123456789abcdef";

    private readonly string _path = SocketPath.Take();

    [Fact]
    public async Task A_token_is_required_and_has_its_HTTP_scopes()
    {
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"),
            ("Bridge:Emulators:other:Port", "1"), ("Bridge:Raw:Unix:Path", _path), ("Bridge:Tokens:all:Value", All),
            ("Bridge:Tokens:reader:Value", Reader), ("Bridge:Tokens:reader:Scopes:0", "read"),
            ("Bridge:Tokens:other:Value", Other), ("Bridge:Tokens:other:Emulators:0", "other"));
        await using var counter = new Safety.CommandCounter(game.Emulator);

        foreach (var (hello, word) in ((string, string)[])[("hello 1", "missing-token"), ("hello 1 default", "missing-token"),
            ($"hello 1 default {All}x", "wrong-token"), ($"hello 1 default {Other}", "narrow-token")])
        {
            // The reset after a refused hello must not run.
            using var client = await RawClient.ConnectAsync(_path);
            await client.SendAsync(hello, "reset");
            var reply = Assert.Single(await client.EndsAsync());
            Assert.Equal(word, reply.Word);
            Assert.DoesNotContain(All, reply.Payload, StringComparison.Ordinal);
        }

        using var reader = await RawClient.ConnectWithHelloAsync(_path, $"hello 1 default {Reader}");
        await Eventually.HoldsAsync(async () => (await reader.AskAsync("echo")).Word == "ok", "the emulator is there");
        // None of these commands reaches the emulator. 33555456 is 0x02000400, which the ROM doesn't use.
        await counter.CountsAsync(0, async () =>
        {
            var write = "1 memory.set 0 0 33555456 1 9 -\n<|END|>";
            foreach (var command in (string[])["reset", "buttons.press 1 1 1 0", "memory.set 33555456 1 9 -",
                "state.save 0", "log info\nhello", $"batch/{write.Length}\n{write}"])
                Assert.Equal("narrow-token", (await reader.AskAsync(command)).Word);
        });
        // A second hello changes the token of the connection.
        Assert.Equal("ok", (await reader.AskAsync($"hello 1 default {All}")).Word);
        Assert.Equal("ok", (await reader.AskAsync("memory.set 33555456 1 9 -")).Word);
        // A refused one leaves the token as it is.
        Assert.Equal("wrong-token", (await reader.AskAsync($"hello 1 default {All}x")).Word);
        Assert.Equal("ok", (await reader.AskAsync("memory.set 33555456 1 9 -")).Word);
    }

    [Fact]
    public async Task Only_admin_ends_the_hold_of_anybody_and_a_token_has_its_share_of_the_waits()
    {
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), ("Bridge:Raw:Unix:Path", _path),
            ("Bridge:Tokens:all:Value", All), ("Bridge:Tokens:bot:Value", Reader), ("Bridge:Tokens:bot:Scopes:0", "read"),
            ("Bridge:Tokens:bot:Scopes:1", "input"),
            // A busy machine must not look like a paused emulator, which ends the waits.
            ("Bridge:Emulators:default:PausedAfter", "00:00:30"));
        using var bot = await RawClient.ConnectWithHelloAsync(_path, $"hello 1 default {Reader}");
        await Eventually.HoldsAsync(async () => (await bot.AskAsync("echo")).Word == "ok", "the emulator is there");
        using var all = await RawClient.ConnectWithHelloAsync(_path, $"hello 1 default {All}");
        Assert.Equal("ok", (await all.AskAsync("frames.hold 60000 1 - all")).Word);
        // Any hold, also in the escaped form; "-" is no lease.
        foreach (var any in (string[])["*", "%2A"])
            Assert.Equal("narrow-token", (await bot.AskAsync($"frames.release {any}")).Word);
        Assert.Equal("held", (await bot.AskAsync("frames.release -")).Word);
        Assert.Equal("ok", (await all.AskAsync("frames.release *")).Word);

        using (var waiting = await RawClient.ConnectWithHelloAsync(_path, $"hello 1 default {Reader}"))
        using (var more = await RawClient.ConnectWithHelloAsync(_path, $"hello 1 default {Reader}"))
        {
            await waiting.SendAsync([.. Enumerable.Repeat("frames.wait 36000", 64)]);
            await Eventually.HoldsAsync(async () =>
            {
                // The bot's own wait may have had a place when the others came.
                await more.SendAsync("frames.wait 36000");
                return (await bot.AskAsync("frames.wait 1")).Word == "overloaded";
            }, "the share is used up");
            Assert.Equal("overloaded", (await bot.AskAsync("screen.wait 1")).Word);
            Assert.Equal("ok", (await all.AskAsync("frames.wait 1")).Word);
        }

        await Eventually.HoldsAsync(async () => (await bot.AskAsync("frames.wait 1")).Word == "ok", "the places are returned");
    }

    // The budget is hourly, so that it isn't refilled while the test runs.
    [Fact]
    public async Task The_rate_of_a_client_is_shared_by_all_listeners()
    {
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), ("Bridge:Raw:Unix:Path", _path),
            ("Bridge:Tokens:all:Value", All), ("Bridge:Rate:Requests", "6"), ("Bridge:Rate:Period", "01:00:00"));
        // The hello counts for the address, because the token is not known yet.
        using var client = await RawClient.ConnectWithHelloAsync(_path, $"hello 1 default {All}");
        using var request = new HttpRequestMessage(HttpMethod.Get, "/emulators") { Headers = { { "Authorization", $"Bearer {All}" } } };
        using var response = await bridge.Client.SendAsync(request);
        Assert.Equal(200, (int)response.StatusCode);
        for (var i = 0; i < 5; i++)
            Assert.NotEqual("too-many-requests", (await client.AskAsync("echo")).Word);
        var refused = await client.AskAsync("echo");
        Assert.Equal("too-many-requests", refused.Word);
        // The milliseconds to wait.
        Assert.InRange(int.Parse(refused.Arguments[2], null), 1, 3_600_000);
    }

    // Exit codes (docs/install.md): 2 for a setting that can't work, 75 for a start that may succeed later.
    [Theory]
    [InlineData("--raw", "0.0.0.0:7186", "0.0.0.0:7186")]
    [InlineData("--Bridge:Raw:Address", "somewhere", "\"somewhere\"")]
    [InlineData("--Bridge:Raw:Address", "127.0.0.1", "\"127.0.0.1\"")]
    [InlineData("--Bridge:Raw:Connections", "0", "1 to 1000000")]
    [InlineData("--Bridge:Raw:Patience", "00:02:00", "00:02:00")]
    [InlineData("--Bridge:Raw:Unix:Mode", "0888", "\"0888\"")]
    [InlineData("--unix", "/tmp/a:b", "/tmp/a:b")]
    [InlineData("--raw-unix", "/etc/passwd", "is not a socket")]
    [InlineData("--raw-unix", "/tmp", "is not a socket")]
    public async Task Invalid_settings_end_the_start_with_a_message(string option, string value, string named)
    {
        await using var bridge = new BridgeProcess(option, value);
        Assert.Equal(2, await bridge.EndsAsync());
        Assert.Contains(named, bridge.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", bridge.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_folder_that_is_not_there_may_come_later()
    {
        await using var bridge = new BridgeProcess("--unix", "/nowhere/at/all");
        Assert.Equal(75, await bridge.EndsAsync());
        Assert.Contains("/nowhere/at/all", bridge.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", bridge.Output, StringComparison.Ordinal);
    }
}
