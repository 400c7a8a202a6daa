using Bridge.SocketPool.Commands;
using Bridge.Testing;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests;

/// <summary>The client and its pool: which failures are retried, and what is known of an emulator that comes and goes.</summary>
public sealed class EmulatorClientTests : IAsyncLifetime
{
    private static readonly EmulatorRequest Read = CommandTable.MemoryGet.Request(1, 1, null);
    private static readonly EmulatorRequest Press = CommandTable.ButtonsPress.Request(1, 6, 2, 1);

    private readonly FakeEmulator _fake = new();
    private EmulatorClient _client = null!;

    public ValueTask InitializeAsync()
    {
        _client = NewClient(new EmulatorOptions
        {
            Port = _fake.Port,
            PausedAfter = TimeSpan.FromMilliseconds(200),
            PingInterval = TimeSpan.FromMilliseconds(20),
        });
        return ValueTask.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        await _client.DisposeAsync();
        await _fake.DisposeAsync();
    }

    [Fact]
    public async Task Connects_ahead_of_need_and_no_more_often_than_configured()
    {
        await Eventually.HoldsAsync(() => _client.Status.OpenConnections == 2);
        await Task.WhenAll(Enumerable.Range(0, 100).Select(async _ => (await AskAsync(Read)).Dispose()));
        Assert.Equal(2, _fake.Connections.Count);
        Assert.Equal(2, _fake.Received.Count(request => request.Command == "hello"));
    }

    [Fact]
    public async Task A_read_whose_connection_breaks_is_sent_again_over_another_one()
    {
        await RunningAsync();
        var reply = _client.SendAsync(Read, CancellationToken.None).AsTask();
        (await _fake.NextRequestAsync()).Connection.Reset();
        await (await _fake.NextRequestAsync("memory.get")).ReplyAsync("3");
        (await reply).Dispose();
    }

    [Fact]
    public async Task A_press_whose_connection_breaks_is_never_sent_again()
    {
        await RunningAsync();
        var reply = _client.SendAsync(Press, CancellationToken.None).AsTask();
        (await _fake.NextRequestAsync()).Connection.Reset();
        var exception = await Assert.ThrowsAsync<EmulatorException>(() => reply);
        Assert.Equal(EmulatorFailure.OutcomeUnknown, exception.Failure);
        await Eventually.HoldsAsync(() => _client.Status.OpenConnections == 2);
        Assert.Single(_fake.Commands, request => request.Command == "buttons.press");
    }

    [Fact]
    public async Task Whoever_waits_to_be_sent_again_waits_no_longer_than_its_deadline()
    {
        var time = new FakeTime();
        var options = new EmulatorOptions { Port = _fake.Port, Deadline = TimeSpan.FromMilliseconds(3) };
        await using var client = EmulatorClient.Unchecked("default", options, time, NullLogger.Instance);
        await Eventually.HoldsAsync(() => client.Status.OpenConnections == 2 && client.State == EmulatorState.Running);
        var reply = client.SendAsync(Read, CancellationToken.None).AsTask();
        (await _fake.NextRequestAsync(Read.Command)).Connection.Reset();
        (await _fake.NextRequestAsync(Read.Command)).Connection.Reset();
        await Eventually.HoldsAsync(() =>
        {
            time.Advance(TimeSpan.FromMilliseconds(0.5));
            return reply.IsCompleted || time.Elapsed > options.Deadline * 2;
        });
        var exception = await Assert.ThrowsAsync<EmulatorException>(() => reply.WaitAsync(TimeSpan.Zero, TestContext.Current.CancellationToken));
        Assert.Equal(EmulatorFailure.TimedOut, exception.Failure);
    }

    [Fact]
    public async Task Quick_requests_share_a_connection_that_others_keep_off()
    {
        await RunningAsync();
        var waiting = Enumerable.Range(0, 10).Select(i => _client.SendAsync(i % 2 == 0 ? Press : Read, CancellationToken.None).AsTask()).ToList();
        var requests = new List<FakeRequest>();
        foreach (var _ in waiting)
            requests.Add(await _fake.NextRequestAsync());
        Assert.Equal(5, requests.Count(request => request.Command == Read.Command));
        Assert.Equal(2, requests.DistinctBy(request => (request.Command, request.Connection)).Count());
        Assert.Equal(2, requests.DistinctBy(request => request.Connection).Count());
        foreach (var request in requests)
            await request.ReplyAsync();
        foreach (var reply in await Task.WhenAll(waiting))
            reply.Dispose();
    }

    [Fact]
    public async Task Quick_requests_go_along_with_the_others_where_their_connection_is_full_and_never_the_other_way_round()
    {
        await using var client = NewClient(new EmulatorOptions { Port = _fake.Port, InFlight = 6 });
        await Eventually.HoldsAsync(() => client.Status.OpenConnections == 2 && client.State == EmulatorState.Running);
        var waiting = await SendAsync(client, Press, 5);
        // A ping may have the last place.
        var refused = await Assert.ThrowsAsync<EmulatorException>(async () =>
        {
            for (var more = 0; more < 2; more++)
                waiting.AddRange(await SendAsync(client, Press, 1));
        });
        Assert.Equal(EmulatorFailure.Overloaded, refused.Failure);
        waiting.AddRange(await SendAsync(client, Read, 5));
        Assert.Equal(2, waiting.DistinctBy(one => one.Request.Connection).Count());
        foreach (var (reply, request) in waiting.Where(one => one.Request.Command == Press.Command))
        {
            await request.ReplyAsync();
            (await reply).Dispose();
        }

        var more = await SendAsync(client, Read, 4);
        Assert.Contains(more, one => one.Request.Connection == waiting[0].Request.Connection);
        foreach (var (reply, request) in waiting.Where(one => one.Request.Command == Read.Command).Concat(more))
        {
            await request.ReplyAsync();
            (await reply).Dispose();
        }
    }

    [Fact]
    public async Task A_quick_request_for_which_its_connection_has_no_place_after_all_takes_the_other()
    {
        const int Places = 6;
        await using var client = new EmulatorClient("default", new EmulatorOptions { Port = _fake.Port, InFlight = Places }, new FakeTime(), NullLogger.Instance);
        await Eventually.HoldsAsync(() => client.Status.OpenConnections == 2 && client.State == EmulatorState.Running);
        var answered = client.SendAsync(Read, CancellationToken.None);
        await (await _fake.NextRequestAsync(Read.Command)).ReplyAsync();
        await Eventually.HoldsAsync(() => answered.IsCompleted);
        var waiting = await SendAsync(client, Read, Places - 1);

        // The first one's reply has come, so that there seems to be room, but nobody has taken it yet.
        waiting.AddRange(await SendAsync(client, Read, 1));
        Assert.NotSame(waiting[0].Request.Connection, waiting[^1].Request.Connection);
        (await answered).Dispose();
        foreach (var (reply, request) in waiting)
        {
            await request.ReplyAsync();
            (await reply).Dispose();
        }
    }

    [Fact]
    public async Task A_connection_that_is_behind_leaves_the_rest_to_the_other()
    {
        const int Half = 20;
        var time = new FakeTime();
        // Room for both halves, and for pings.
        var options = new EmulatorOptions { Port = _fake.Port, InFlight = (2 * Half) + 2, PausedAfter = TimeSpan.FromSeconds(30), Retries = 0 };
        await using var client = new EmulatorClient("default", options, time, NullLogger.Instance);
        await Eventually.HoldsAsync(() => client.Status.OpenConnections == 2 && client.State == EmulatorState.Running);
        var late = await SendAsync(client, Read, Half);
        time.Advance(options.Deadline / 2);
        var waiting = await SendAsync(client, Read, Half);
        await waiting[^1].Request.ReplyAsync();
        (await waiting[^1].Reply).Dispose();

        // The first half misses its deadline although another one was answered: what still waits is more than there is room for.
        time.Advance((options.Deadline / 2) + TimeSpan.FromMilliseconds(2));
        foreach (var (reply, _) in late)
            Assert.Equal(EmulatorFailure.TimedOut, (await Assert.ThrowsAsync<EmulatorException>(() => reply)).Failure);
        var next = await SendAsync(client, Read, 1);
        Assert.NotSame(waiting[0].Request.Connection, next[0].Request.Connection);

        foreach (var one in waiting.SkipLast(1).Concat(next))
        {
            await one.Request.ReplyAsync();
            (await one.Reply).Dispose();
        }
    }

    [Fact]
    public async Task Comes_back_by_itself_when_the_emulator_does()
    {
        await RunningAsync();
        _fake.Stop();
        await Eventually.HoldsAsync(() => _client.State == EmulatorState.NoEmulator);
        await AssertFailsAsync(EmulatorFailure.NoEmulator);
        _fake.StartListening();
        await RunningAsync();
        (await AskAsync(Read)).Dispose();
    }

    [Fact]
    public async Task Knows_a_paused_game_from_one_that_is_gone()
    {
        await RunningAsync();
        _fake.AnswersPing = false;
        await Eventually.HoldsAsync(() => _client.State == EmulatorState.Paused);
        await AssertFailsAsync(EmulatorFailure.Paused);
        _fake.AnswersPing = true;
        await (await _fake.NextRequestAsync("ping")).ReplyAsync();
        await Eventually.HoldsAsync(() => _client.State == EmulatorState.Running);
    }

    [Fact]
    public async Task Waits_for_the_rest_of_a_millisecond_before_it_calls_the_emulator_paused()
    {
        var time = new FakeTime();
        await using var silent = new FakeEmulator { AnswersPing = false };
        var options = new EmulatorOptions { Port = silent.Port, Connections = 1 };
        await using var client = new EmulatorClient("default", options, time, NullLogger.Instance);
        await silent.NextRequestAsync("ping");
        // By the fake clock's frequency, a second after this is a little less than a second.
        time.Advance(TimeSpan.FromMilliseconds(20));
        var read = client.SendAsync(Read, CancellationToken.None).AsTask();
        await (await silent.NextRequestAsync(Read.Command)).ReplyAsync("1");
        (await read).Dispose();
        await Task.Run(() => time.Advance(options.PausedAfter), TestContext.Current.CancellationToken).WaitAsync(Eventually.Patience, TestContext.Current.CancellationToken);
        await Eventually.HoldsAsync(() => client.State == EmulatorState.Paused);
    }

    [Fact]
    public async Task A_hello_that_is_not_answered_means_that_no_frames_are_emulated()
    {
        await using var silent = new FakeEmulator { AnswersHello = false };
        await using var client = NewClient(new EmulatorOptions { Port = silent.Port, PausedAfter = TimeSpan.FromMilliseconds(100) });
        await Eventually.HoldsAsync(() => client.State == EmulatorState.Paused);
        await (await silent.NextRequestAsync("hello")).ReplyAsync("ok", silent.Facts, []);
        await Eventually.HoldsAsync(() => client.State == EmulatorState.Running);
    }

    [Theory]
    [InlineData("unsupported-version", EmulatorState.ScriptOutdated, EmulatorFailure.ScriptOutdated)]
    [InlineData("unauthorized", EmulatorState.Unauthorized, EmulatorFailure.Unauthorized)]
    public async Task Says_why_the_script_refuses_the_bridge(string status, EmulatorState state, EmulatorFailure failure)
    {
        await using var refusing = new FakeEmulator { HelloStatus = status };
        await using var client = NewClient(new EmulatorOptions { Port = refusing.Port });
        await Eventually.HoldsAsync(() => client.State == state);
        var exception = await Assert.ThrowsAsync<EmulatorException>(() => client.SendAsync(Read, CancellationToken.None).AsTask());
        Assert.Equal(failure, exception.Failure);
    }

    [Fact]
    public async Task A_closed_game_is_known_at_once()
    {
        await RunningAsync();
        _fake.AnswersPing = false;
        foreach (var connection in _fake.Connections)
            await connection.ReplyAsync(0, "no-game", [], []);
        await Eventually.HoldsAsync(() => _client.State == EmulatorState.NoGame);
        await AssertFailsAsync(EmulatorFailure.NoGame);
    }

    [Fact]
    public async Task A_disposed_client_leaves_in_good_order()
    {
        await RunningAsync();
        var connections = _fake.Connections;
        await _client.DisposeAsync();
        foreach (var connection in connections)
            await connection.Ended;
    }

    private Task RunningAsync() => Eventually.HoldsAsync(() => _client.Status.OpenConnections == 2 && _client.State == EmulatorState.Running);

    private async Task<EmulatorReply> AskAsync(EmulatorRequest request)
    {
        var reply = _client.SendAsync(request, CancellationToken.None).AsTask();
        await (await _fake.NextRequestAsync(request.Command)).ReplyAsync("1");
        return await reply;
    }

    private async Task AssertFailsAsync(EmulatorFailure failure)
    {
        var exception = await Assert.ThrowsAsync<EmulatorException>(() => _client.SendAsync(Read, CancellationToken.None).AsTask());
        Assert.Equal(failure, exception.Failure);
    }

    // One after the other, each as the script has it.
    private async Task<List<(Task<EmulatorReply> Reply, FakeRequest Request)>> SendAsync(EmulatorClient client, EmulatorRequest request, int count)
    {
        var sent = new List<(Task<EmulatorReply> Reply, FakeRequest Request)>();
        while (sent.Count < count)
            sent.Add((client.SendAsync(request, CancellationToken.None).AsTask(), await _fake.NextRequestAsync(request.Command)));
        return sent;
    }

    private static EmulatorClient NewClient(EmulatorOptions options) => new("default", options, TimeProvider.System, NullLogger.Instance);
}
