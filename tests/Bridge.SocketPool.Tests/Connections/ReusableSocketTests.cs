using System.Net.Sockets;
using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Diagnostics;
using Bridge.Testing;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests.Connections;

/// <summary>One connection to a peer that behaves in ways that a real emulator can't be made to.</summary>
public sealed class ReusableSocketTests : IAsyncLifetime
{
    private static readonly EmulatorRequest Read = CommandTable.MemoryGet.Request(1, 1, null);
    private static readonly EmulatorRequest Write = CommandTable.MemorySet.Request(1, 1, 1, null);
    private static readonly EmulatorRequest Press = CommandTable.ButtonsPress.Request(1, 6, 2, 1);

    private readonly FakeEmulator _fake = new();
    private readonly FakeTime _time = new();
    private readonly List<string> _serverMessages = [];
    private ReusableSocket _socket = null!;

    public async ValueTask InitializeAsync()
    {
        var faults = new FaultLog("default", _time, NullLogger.Instance);
        _socket = await ReusableSocket.ConnectAsync(
            new EmulatorOptions { Port = _fake.Port, InFlight = 8 }, _time, new EmulatorMeters("default", _time, null, faults),
            (in message) => _serverMessages.Add(Encoding.ASCII.GetString(message.Word)), faults, NullLogger.Instance,
            TestContext.Current.CancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        _socket.Dispose();
        await _fake.DisposeAsync();
    }

    [Fact]
    public async Task Matches_replies_to_requests_in_any_order()
    {
        var replies = Enumerable.Range(0, 8).Select(_ => SendAsync(Read)).ToList();
        var requests = new List<FakeRequest>();
        foreach (var _ in replies)
            requests.Add(await _fake.NextRequestAsync());
        foreach (var request in Enumerable.Reverse(requests))
            await request.ReplyAsync($"{request.Id}");
        for (var i = 0; i < replies.Count; i++)
        {
            using var reply = await replies[i];
            Assert.Equal($"{requests[i].Id}", Encoding.ASCII.GetString(reply.Arguments));
        }
    }

    [Fact]
    public async Task Drops_unexpected_and_duplicate_replies()
    {
        var first = SendAsync(Read);
        var request = await _fake.NextRequestAsync();
        // An id with the same slot and another running number.
        await request.Connection.ReplyAsync(request.Id + 1024, "ok", ["foreign"], []);
        await request.ReplyAsync("right");
        await request.ReplyAsync("again");
        using (var reply = await first)
            Assert.Equal("right", Encoding.ASCII.GetString(reply.Arguments));

        var second = SendAsync(Read);
        var next = await _fake.NextRequestAsync();
        await request.ReplyAsync("late");
        await next.ReplyAsync("next");
        using (var reply = await second)
            Assert.Equal("next", Encoding.ASCII.GetString(reply.Arguments));
    }

    [Fact]
    public async Task Reports_the_outcome_at_the_deadline_and_cancels_in_the_script()
    {
        var read = SendAsync(Read, deadline: TimeSpan.FromSeconds(1));
        var press = SendAsync(Press, deadline: TimeSpan.FromSeconds(1));
        var requests = (await _fake.NextRequestAsync(), await _fake.NextRequestAsync());
        _time.Advance(TimeSpan.FromMilliseconds(980));
        Assert.False(read.IsCompleted);
        _time.Advance(TimeSpan.FromMilliseconds(40));

        await AssertFailsAsync(read, EmulatorFailure.TimedOut, safeToRepeat: true);
        await AssertFailsAsync(press, EmulatorFailure.OutcomeUnknown, safeToRepeat: false);
        Assert.Equal($"{requests.Item1.Id}", (await _fake.NextRequestAsync("cancel")).Arguments[0]);
        Assert.Equal($"{requests.Item2.Id}", (await _fake.NextRequestAsync("cancel")).Arguments[0]);
    }

    [Fact]
    public async Task A_cancelled_request_ends_at_once_and_its_slot_is_reused()
    {
        for (var round = 0; round < 20; round++)
        {
            using var gaveUp = new CancellationTokenSource();
            var abandoned = _socket.SendAsync(Press, long.MaxValue, gaveUp.Token).AsTask();
            var request = await _fake.NextRequestAsync("buttons.press");
            await gaveUp.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => abandoned);
            Assert.Equal($"{request.Id}", (await _fake.NextRequestAsync("cancel")).Arguments[0]);
            await request.ReplyAsync("late");

            var next = SendAsync(Read);
            await (await _fake.NextRequestAsync()).ReplyAsync($"{round}");
            using var reply = await next;
            Assert.Equal($"{round}", Encoding.ASCII.GetString(reply.Arguments));
        }
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_connection_that_breaks_leaves_the_outcome_of_what_was_sent_unknown(bool orderly)
    {
        var (read, write, press) = (SendAsync(Read), SendAsync(Write), SendAsync(Press));
        await _fake.NextRequestAsync();
        await _fake.NextRequestAsync();
        var last = await _fake.NextRequestAsync();
        if (orderly)
            last.Connection.Close();
        else
            last.Connection.Reset();

        await AssertFailsAsync(read, EmulatorFailure.OutcomeUnknown, safeToRepeat: true);
        await AssertFailsAsync(write, EmulatorFailure.OutcomeUnknown, safeToRepeat: true);
        await AssertFailsAsync(press, EmulatorFailure.OutcomeUnknown, safeToRepeat: false);
        await _socket.Closed;
        await AssertFailsAsync(SendAsync(Press), EmulatorFailure.NotApplied, safeToRepeat: true);
    }

    [Fact]
    public async Task Refuses_requests_without_room_and_accepts_them_when_there_is_room()
    {
        var inFlight = Enumerable.Range(0, 8).Select(_ => SendAsync(Read)).ToList();
        await AssertFailsAsync(SendAsync(Press), EmulatorFailure.Overloaded, safeToRepeat: true);
        for (var i = 0; i < inFlight.Count; i++)
            await (await _fake.NextRequestAsync()).ReplyAsync();
        foreach (var reply in inFlight)
            (await reply).Dispose();
        Assert.Equal(0, _socket.InFlight);

        var next = SendAsync(Read);
        await (await _fake.NextRequestAsync()).ReplyAsync();
        (await next).Dispose();
    }

    [Fact]
    public async Task Refuses_a_header_line_that_is_too_long_without_losing_the_slot()
    {
        for (var i = 0; i < 20; i++)
            await Assert.ThrowsAsync<ArgumentException>(() => SendAsync(CommandTable.WriteLog.Request(new string(' ', 1000))));
        Assert.Equal(0, _socket.InFlight);
    }

    [Theory]
    [InlineData("ok\n<|END|>")]
    [InlineData("1 ok 5 0\n<|FIN|>")]
    [InlineData("1 ok 5 9999999\n")]
    [InlineData("GET / HTTP/1.1\r\n\r\n")]
    public async Task Invalid_protocol_data_breaks_the_connection(string garbage)
    {
        var press = SendAsync(Press);
        var request = await _fake.NextRequestAsync();
        await request.Connection.SendAsync(Encoding.ASCII.GetBytes(garbage));
        await AssertFailsAsync(press, EmulatorFailure.OutcomeUnknown, safeToRepeat: false);
        Assert.IsType<InvalidDataException>(await _socket.Closed);
    }

    // If an end of file came before the reset for unread data, mGBA's next write would end its process.
    [Theory]
    [InlineData("")]
    [InlineData("nobody reads this")]
    public async Task The_connection_is_closed_by_a_reset_alone(string unread)
    {
        var press = SendAsync(Press);
        var connection = (await _fake.NextRequestAsync()).Connection;
        await connection.SendAsync(Encoding.ASCII.GetBytes("rubbish\n" + unread));
        await AssertFailsAsync(press, EmulatorFailure.OutcomeUnknown, safeToRepeat: false);
        Assert.Equal(SocketError.ConnectionReset,
            await connection.Ended.WaitAsync(Eventually.Patience, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_refusal_that_lacks_its_argument_still_ends_the_request()
    {
        var read = SendAsync(Read);
        await (await _fake.NextRequestAsync()).RefuseAsync("held");
        await AssertFailsAsync(read, EmulatorFailure.Held, safeToRepeat: true);
    }

    [Fact]
    public async Task Silence_ends_the_requests_in_flight_at_once()
    {
        var (read, press) = (SendAsync(Read, TimeSpan.FromSeconds(9)), SendAsync(Press, TimeSpan.FromSeconds(9)));
        var request = await _fake.NextRequestAsync();
        await _fake.NextRequestAsync();
        _socket.MarkSilent(isStuck: false);
        Assert.True(_socket.IsSilent);
        await AssertFailsAsync(read, EmulatorFailure.Paused, safeToRepeat: true);
        await AssertFailsAsync(press, EmulatorFailure.OutcomeUnknown, safeToRepeat: false);

        await request.ReplyAsync("late");
        await Eventually.HoldsAsync(() => !_socket.IsSilent);
    }

    [Fact]
    public async Task Its_requests_have_ended_with_the_last_reply()
    {
        var read = SendAsync(Read, deadline: TimeSpan.FromMinutes(1));
        var press = SendAsync(Press, deadline: TimeSpan.FromMinutes(1));
        var (first, second) = (await _fake.NextRequestAsync(), await _fake.NextRequestAsync());
        var ending = _socket.EndRequestsAsync();
        await first.ReplyAsync("1");
        (await read).Dispose();
        Assert.False(ending.IsCompleted);
        await second.ReplyAsync("1");
        (await press).Dispose();
        await ending.WaitAsync(Eventually.Patience, TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task Passes_on_messages_that_the_script_sends_by_itself()
    {
        await Eventually.HoldsAsync(() => _fake.Connections.Count == 1);
        await _fake.Connections.Single().ReplyAsync(0, "no-game", [], []);
        await Eventually.HoldsAsync(() => _serverMessages.Contains("no-game"));
    }

    private async Task<EmulatorReply> SendAsync(EmulatorRequest request, TimeSpan? deadline = null)
    {
        var at = deadline is { } within ? _time.GetTimestamp() + (long)(within.TotalSeconds * _time.TimestampFrequency) : long.MaxValue;
        return await _socket.SendAsync(request, at, CancellationToken.None);
    }

    private static async Task AssertFailsAsync(Task<EmulatorReply> reply, EmulatorFailure failure, bool safeToRepeat)
    {
        var exception = await Assert.ThrowsAsync<EmulatorException>(() => reply);
        Assert.Equal((failure, safeToRepeat), (exception.Failure, exception.SafeToRepeat));
    }
}
