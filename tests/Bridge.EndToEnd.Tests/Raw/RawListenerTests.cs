using System.Globalization;

namespace Bridge.EndToEnd.Tests.Raw;

/// <summary>Commands of raw-listener clients to a real game; docs/protocol/commands.md has their arguments.</summary>
public sealed class RawListenerTests(RawGame game) : IClassFixture<RawGame>
{
    // 0x02000400, which the ROM doesn't use. Addresses in commands are decimal; 33554432 is 0x02000000, the ROM's frame counter.
    private const string Free = "33555456";

    [Fact]
    public async Task It_answers_on_both_sockets()
    {
        foreach (var connect in (Task<RawClient>[])[RawClient.ConnectAsync(game.Path), RawClient.ConnectAsync(game.Address)])
        {
            using var client = await connect;
            var hello = await client.AskAsync("hello 1 default");
            Assert.Equal("ok", hello.Word);
            Assert.Equal(["1", "default", "running"], hello.Arguments);
            var echo = await client.AskAsync("echo\nhello there");
            Assert.Equal(("ok", "hello there"), (echo.Word, echo.Payload));
            Assert.True(echo.Frame > 0);
        }
    }

    [Fact]
    public async Task A_written_value_is_read_here_and_over_HTTP()
    {
        using var client = await RawClient.ConnectWithHelloAsync(game.Path);
        Assert.Equal("ok", (await client.AskAsync($"memory.write/13 {Free} -\nab<|END|>\n\0\u00FF%")).Word);
        var read = await client.AskAsync($"memory.read {Free} 13 -");
        Assert.Equal("ab<|END|>\n\0\u00FF%", read.Payload);
        Assert.Equal('b', await game.ReadAsync("0x02000401", "u8"));
        await game.WriteAsync("0x02000402", 7);
        Assert.Equal(["7"], (await client.AskAsync("memory.get 33555458 2 -")).Arguments);
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task Commands_run_concurrently_and_are_answered_in_order()
    {
        using var client = await RawClient.ConnectWithHelloAsync(game.Path);
        await client.SendAsync("buttons.press 1 3 2 1", "frames.wait 20", "echo\nafter", "nonsense", "screen.png",
            "memory.get 1 1 nowhere", "echo\nlast");
        var (press, wait, after) = (await client.ReplyAsync(), await client.ReplyAsync(), await client.ReplyAsync());
        var (nonsense, picture) = (await client.ReplyAsync(), await client.ReplyAsync());
        var (refused, last) = (await client.ReplyAsync(), await client.ReplyAsync());
        Assert.Equal(("ok", "ok", "not-found", "unknown-domain", "last"),
            (press.Word, wait.Word, nonsense.Word, refused.Word, last.Payload));
        // The short command was answered while the wait for frames was still in progress.
        Assert.Equal("after", after.Payload);
        Assert.InRange(after.Frame, 0, wait.Frame - 10);
        Assert.StartsWith("\u0089PNG", picture.Payload, StringComparison.Ordinal);
        Assert.Equal(-1, refused.Frame);
        Assert.Contains("nowhere", refused.Payload, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_batch_runs_in_one_frame()
    {
        using var client = await RawClient.ConnectWithHelloAsync(game.Path);
        var operations = $"1 memory.set 0 0 {Free} 1 9 -\n<|END|>2 memory.get 0 0 {Free} 1 -\n<|END|>";
        var reply = await client.AskAsync($"batch/{operations.Length}\n{operations}");
        Assert.Equal(("ok", "2"), (reply.Word, reply.Arguments[0]));
        Assert.Contains(string.Create(CultureInfo.InvariantCulture, $"2 ok {reply.Frame} 0 9\n"), reply.Payload, StringComparison.Ordinal);
        var broken = await client.AskAsync("batch/5\n1 eco");
        Assert.Equal(("bad-request", "payload"), (broken.Word, broken.Arguments[0]));
    }

    [Fact]
    public async Task A_wait_ends_when_all_its_conditions_have_held()
    {
        using var client = await RawClient.ConnectWithHelloAsync(game.Path);
        Assert.Equal("ok", (await client.AskAsync("memory.set 33555600 1 5 -")).Word);
        // The frame counter increases in the first or second frame; the byte stays 5 for ten frames; and it is 5 from the beginning.
        var reply = await client.AskAsync(
            "until.wait all 600\nvalue 33554432 u32 - increased 1 600\nvalue 33555600 u8 - same 10 600\nvalue 33555600 u8 - eq:5 1 600\n");
        Assert.Equal(("ok", "1", "10"), (reply.Word, reply.Arguments[0], reply.Arguments[1]));
        Assert.Matches("^0:[12],1:10,2:0$", reply.Arguments[2]);
        Assert.Equal("bad-request", (await client.AskAsync("until.wait all 600\n")).Word);
    }

    [Fact]
    public async Task A_held_game_is_stepped()
    {
        using var client = await RawClient.ConnectWithHelloAsync(game.Path);
        var hold = await client.AskAsync("frames.hold 20000 0 - raw");
        Assert.Equal("ok", hold.Word);
        Assert.Equal("held", (await game.Client.GetJsonAsync("/emulators/default")).GetProperty("state").GetString());
        var reads = "1 memory.get 0 0 33554432 4 -\n<|END|>";
        var step = await client.AskAsync($"frames.step/{reads.Length} 5 1 - 1\n{reads}");
        Assert.Equal(("ok", hold.Frame + 5), (step.Word, step.Frame));
        Assert.Equal("ok", (await client.AskAsync("frames.release -")).Word);
        await game.PlaysAsync();
    }

    [Fact]
    public async Task A_client_disconnect_cancels_its_press()
    {
        var client = await RawClient.ConnectWithHelloAsync(game.Path);
        await client.SendAsync("buttons.press 2 3600 1 1", "buttons.press 2 3600 1 1");
        await Eventually.HoldsAsync(async () => await game.QueuedAsync() == 2, "both are listed");
        client.Dispose();
        await game.QueueEmptiesAsync();
    }

    [Fact]
    public async Task Long_messages_come_and_go_while_others_are_answered()
    {
        using var big = await RawClient.ConnectWithHelloAsync(game.Path);
        using var small = await RawClient.ConnectWithHelloAsync(game.Path);
        var text = string.Concat(Enumerable.Range(0, 150_000).Select(i => $"{i:000000} "))[..(1024 * 1024)];
        var sending = big.SendAsync([.. Enumerable.Repeat($"echo\n{text}", 4), "echo\nend"]);
        Assert.Equal("small", (await small.AskAsync("echo\nsmall")).Payload);
        for (var i = 0; i < 4; i++)
            Assert.Equal(text, (await big.ReplyAsync()).Payload);
        Assert.Equal("end", (await big.ReplyAsync()).Payload);
        await sending;
    }

    [Theory]
    [InlineData("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "bad-request")]
    [InlineData("POST / HTTP/1.1\r\n\r\nhello 1<|END|>reset<|END|>", "bad-request")]
    [InlineData("reset<|END|>", "bad-request")]
    [InlineData("hello 2<|END|>", "invalid-parameter")]
    [InlineData("hello 1 nowhere<|END|>reset<|END|>", "unknown-emulator")]
    [InlineData("hello 1 default - more<|END|>", "invalid-parameter")]
    [InlineData("hello  1<|END|>", "bad-request")]
    public async Task A_client_without_a_hello_is_refused(string bytes, string word)
    {
        await using var counter = new Safety.CommandCounter(game.Emulator);
        await counter.CountsAsync(0, async () =>
        {
            using var client = await RawClient.ConnectAsync(game.Path);
            await client.SendRawAsync(bytes);
            Assert.Equal(word, Assert.Single(await client.EndsAsync()).Word);
        });
    }

    [Fact]
    public async Task A_broken_message_ends_the_connection_after_the_earlier_replies()
    {
        using var client = await RawClient.ConnectWithHelloAsync(game.Path);
        await client.SendRawAsync("echo\nfirst<|END|>ECHO\nsecond<|END|>echo\nthird<|END|>");
        var replies = await client.EndsAsync();
        Assert.Equal(["ok", "bad-request"], replies.Select(reply => reply.Word));
    }

    [Fact]
    public async Task A_message_may_arrive_in_any_pieces()
    {
        using var client = await RawClient.ConnectWithHelloAsync(game.Path);
        foreach (var letter in "memory.get 33554432 4 -<|END|>")
            await client.SendRawAsync($"{letter}");
        Assert.Equal("ok", (await client.ReplyAsync()).Word);
    }
}
