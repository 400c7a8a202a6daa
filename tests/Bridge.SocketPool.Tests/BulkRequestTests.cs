using Bridge.SocketPool.Commands;
using Bridge.Testing;

namespace Bridge.SocketPool.Tests;

/// <summary>Requests that take the script long, which wait for their turn in the bridge.</summary>
public sealed class BulkRequestTests : ConnectedClient
{
    private const int Flood = 20;

    private static readonly EmulatorRequest Save = CommandTable.StateSave.Request(0);

    public static TheoryData<string, bool> Requests => new()
    {
        { "memory.read of 16 KiB", false }, { "memory.read of more", true }, { "memory.span of 16 KiB", false },
        { "memory.span of more", true }, { "echo of 16 KiB", false }, { "echo of more", true }, { "memory.write of 16 KiB", false },
        { "memory.write of more", true }, { "batch of 16 KiB", false }, { "batch of more", true }, { "batch with a picture", true },
        { "state.save", true }, { "screen.png", true }, { "memory.get", false },
        { "a long sequence", false },
    };

    [Theory]
    [MemberData(nameof(Requests))]
    public void Bulk_is_what_takes_the_script_long(string name, bool isBulk)
    {
        const int Limit = 16 * 1024;
        var more = name.EndsWith("more", StringComparison.Ordinal) ? 1 : 0;
        var bytes = new byte[Limit + more];
        var request = name.Split(" of ")[0] switch
        {
            "memory.read" => CommandTable.MemoryRead.Request(0, Limit + more, null),
            "memory.span" => CommandTable.MemorySpan.Request(0, Limit + more, null),
            "echo" => CommandTable.Echo.Request() with { Payload = bytes },
            "memory.write" => CommandTable.MemoryWrite.Request(0, null) with { Payload = bytes },
            "batch" => BatchOf($"1 memory.read 0 0 0 {Limit} -\n<|END|>", more > 0 ? "2 memory.read 0 0 0 1 -\n<|END|>" : ""),
            "batch with a picture" => BatchOf("1 screen.png 0 0\n<|END|>", ""),
            "state.save" => Save,
            "screen.png" => CommandTable.ScreenPng.Request(),
            "memory.get" => Read,
            _ => CommandTable.ButtonsSequence.Request(1) with { Payload = bytes, FramesNeeded = 600 },
        };
        Assert.Equal(isBulk, request.IsBulk);
    }

    [Fact]
    public async Task Short_requests_pass_by_all_but_two_bulk_requests()
    {
        await RunningAsync();
        var flood = Send(Save, Flood);
        var sent = new List<FakeRequest> { await Fake.NextRequestAsync(), await Fake.NextRequestAsync() };
        // They come next, although 18 requests were there before.
        (await AskAsync(Read)).Dispose();
        (await AskAsync(CommandTable.MemoryRead.Request(0, 16, null))).Dispose();
        (await AskAsync(Press)).Dispose();
        Assert.Equal(2, Fake.Commands.Count(request => request.Command == Save.Command));
        await Eventually.HoldsAsync(() => Client.Status.InFlight == Flood, "all are in flight, and no ping is");
        Assert.True(Client.HasRequests);

        while (sent.Count > 0)
        {
            await sent[0].ReplyAsync("1");
            sent.RemoveAt(0);
            if (Fake.Commands.Count(request => request.Command == Save.Command) < Flood)
                sent.Add(await Fake.NextRequestAsync(Save.Command));
        }

        foreach (var reply in flood)
            (await reply).Dispose();
        Assert.False(Client.HasRequests);
    }

    [Fact]
    public async Task Clients_take_turns()
    {
        await RunningAsync();
        RequestOrigin.Current = "flood";
        var replies = Send(CommandTable.MemoryRead.Request(1, 20000, null), Flood);
        RequestOrigin.Current = "other";
        replies.AddRange(Send(CommandTable.MemoryRead.Request(2, 20000, null), 3));
        RequestOrigin.Current = null;
        var sent = new List<FakeRequest> { await Fake.NextRequestAsync(), await Fake.NextRequestAsync() };
        for (var i = 0; i < Flood + 3; i++)
        {
            await sent[i].ReplyAsync("1");
            if (sent.Count < Flood + 3)
                sent.Add(await Fake.NextRequestAsync());
        }

        // The first argument is 1 in a request of the flood and 2 in one of the other client.
        var order = string.Concat(sent.Select(request => request.Arguments[0]));
        Assert.StartsWith("11121212" + "1111", order, StringComparison.Ordinal);
        foreach (var reply in replies)
            (await reply).Dispose();
    }

    [Fact]
    public async Task A_turn_lasts_until_the_reply_is_converted()
    {
        await RunningAsync();
        var converting = new TaskCompletionSource();
        using var end = new ManualResetEventSlim();
        var converted = Client.SaveStateAsync(StateParts.None, reply =>
        {
            converting.SetResult();
            end.Wait(Eventually.Patience);
            reply.Dispose();
            return 7;
        }, CancellationToken.None).AsTask();
        var others = Send(Save, 2);
        await (await Fake.NextRequestAsync(Save.Command)).ReplyAsync("1");
        await converting.Task;
        var sent = await Fake.NextRequestAsync(Save.Command);
        Assert.Equal(2, Fake.Commands.Count(request => request.Command == Save.Command));
        end.Set();
        Assert.Equal(7, await converted);
        await sent.ReplyAsync("1");
        await (await Fake.NextRequestAsync(Save.Command)).ReplyAsync("1");
        foreach (var reply in others)
            (await reply).Dispose();
    }

    [Fact]
    public async Task A_cancelled_request_whose_turn_has_not_come_is_not_sent()
    {
        await RunningAsync();
        var flood = Send(Save, 2);
        using var patience = new CancellationTokenSource();
        var write = Client.SendAsync(Write(1), patience.Token).AsTask();
        var next = Client.SendAsync(Write(2), CancellationToken.None).AsTask();
        await patience.CancelAsync();
        Assert.Equal(patience.Token, (await Assert.ThrowsAnyAsync<OperationCanceledException>(() => write)).CancellationToken);
        foreach (var _ in flood)
            await (await Fake.NextRequestAsync(Save.Command)).ReplyAsync("1");
        var sent = await Fake.NextRequestAsync();
        Assert.Equal("2", sent.Arguments[0]);
        await sent.ReplyAsync();
        (await next).Dispose();
        foreach (var reply in flood)
            (await reply).Dispose();
        Assert.DoesNotContain(Fake.Commands, request => request.Command == "cancel");
    }

    [Fact]
    public async Task A_request_whose_turn_does_not_come_before_its_deadline_did_not_run()
    {
        var time = new FakeTime();
        var options = new EmulatorOptions { Port = Fake.Port, PausedAfter = TimeSpan.FromSeconds(30) };
        await using var client = NewClient(options, time);
        await RunningAsync(client);
        var flood = Send(Save, 2, client);
        var save = client.SendAsync(Save, CancellationToken.None).AsTask();
        var write = client.SendAsync(Write(1), CancellationToken.None).AsTask();
        await Fake.NextRequestAsync(Save.Command);
        await Fake.NextRequestAsync(Save.Command);
        time.Advance(options.Deadline + TimeSpan.FromMilliseconds(2));
        Assert.Equal(EmulatorFailure.TimedOut, (await Assert.ThrowsAsync<EmulatorException>(() => save)).Failure);
        Assert.Equal(EmulatorFailure.NotApplied, (await Assert.ThrowsAsync<EmulatorException>(() => write)).Failure);
        foreach (var reply in flood)
            await Assert.ThrowsAsync<EmulatorException>(() => reply);
        Assert.Equal(2, Fake.Commands.Count(request => request.Command is "state.save" or "memory.write"));
        Assert.Equal(4, client.Meters.Requests);
        Assert.Equal(4, client.Meters.Failed);
    }

    [Fact]
    public async Task The_queue_has_a_limit()
    {
        await using var client = NewClient(new EmulatorOptions { Port = Fake.Port, InFlight = 10 });
        await RunningAsync(client);
        var replies = Send(Save, 10, client);
        var refused = await Assert.ThrowsAsync<EmulatorException>(async () => await client.SendAsync(Save, CancellationToken.None));
        Assert.Equal(EmulatorFailure.Overloaded, refused.Failure);
        Assert.Contains("10 requests are in flight", refused.Message, StringComparison.Ordinal);
        for (var i = 0; i < 10; i++)
            await (await Fake.NextRequestAsync(Save.Command)).ReplyAsync("1");
        foreach (var reply in replies)
            (await reply).Dispose();
    }

    [Fact]
    public async Task Waiting_requests_are_sent_over_the_next_connection_or_fail_with_it()
    {
        await RunningAsync();
        var replies = Send(Save, 6);
        await Fake.NextRequestAsync(Save.Command);
        (await Fake.NextRequestAsync(Save.Command)).Connection.Reset();
        for (var i = 0; i < 6; i++)
            await (await Fake.NextRequestAsync(Save.Command)).ReplyAsync("1");
        foreach (var reply in replies)
            (await reply).Dispose();

        replies = Send(Save, 6);
        await Fake.NextRequestAsync(Save.Command);
        Fake.Stop();
        foreach (var reply in replies)
            await Assert.ThrowsAsync<EmulatorException>(() => reply);
    }

    [Fact]
    public async Task A_stop_ends_waiting_requests()
    {
        await RunningAsync();
        var replies = Send(Save, 6);
        var sent = new[] { await Fake.NextRequestAsync(Save.Command), await Fake.NextRequestAsync(Save.Command) };
        var ending = Client.EndRequestsAsync();
        foreach (var request in sent)
            await request.ReplyAsync("1");
        await ending;
        foreach (var reply in replies[..2])
            (await reply).Dispose();
        foreach (var reply in replies[2..])
            Assert.Equal(EmulatorFailure.Stopping, (await Assert.ThrowsAsync<EmulatorException>(() => reply)).Failure);
        Assert.Equal(2, Fake.Commands.Count(request => request.Command == Save.Command));
    }

    private static EmulatorRequest Write(int address) => CommandTable.MemoryWrite.Request(address, null) with { Payload = new byte[20000] };

    private static byte[] Text(string text) => System.Text.Encoding.ASCII.GetBytes(text);

    private static EmulatorRequest BatchOf(string first, string second) =>
        CommandTable.Batch.ReadRequest([], Text(first + second));

    private List<Task<EmulatorReply>> Send(EmulatorRequest request, int count, EmulatorClient? client = null) =>
        [.. Enumerable.Range(0, count).Select(_ => (client ?? Client).SendAsync(request, CancellationToken.None).AsTask())];
}
