using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Events;
using Bridge.Testing;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.SocketPool.Tests;

/// <summary>Which connection the client sends a request over.</summary>
public sealed class RequestRoutingTests : ConnectedClient
{
    private delegate ValueTask<EmulatorReply> Send(in EmulatorRequest request, CancellationToken cancellationToken);

    [Fact]
    public async Task Quick_requests_share_a_connection_that_others_avoid()
    {
        await RunningAsync();
        var waiting = Enumerable.Range(0, 10)
            .Select(i => Client.SendAsync(i % 2 == 0 ? Press : Read, CancellationToken.None).AsTask())
            .ToList();
        var requests = new List<FakeRequest>();
        foreach (var _ in waiting)
            requests.Add(await Fake.NextRequestAsync());
        Assert.Equal(5, requests.Count(request => request.Command == Read.Command));
        Assert.Equal(2, requests.DistinctBy(request => (request.Command, request.Connection)).Count());
        Assert.Equal(2, requests.DistinctBy(request => request.Connection).Count());
        foreach (var request in requests)
            await request.ReplyAsync();
        foreach (var reply in await Task.WhenAll(waiting))
            reply.Dispose();
    }

    [Fact]
    public async Task Quick_requests_overflow_to_the_other_connection_and_never_the_reverse()
    {
        await using var client = NewClient(new EmulatorOptions { Port = Fake.Port, InFlight = 6 });
        await RunningAsync(client);
        var waiting = await SendAsync(client, Press, 5);
        // A ping may have taken the last slot.
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
    public async Task A_quick_request_takes_the_other_connection_if_its_own_is_full_after_all()
    {
        const int Places = 6;
        var (options, time) = (new EmulatorOptions { Port = Fake.Port, InFlight = Places, Retries = 0 }, new FakeTime());
        var faults = new FaultLog("default", time, NullLogger.Instance);
        var events = new EventSubscription(() => throw new InvalidOperationException("Nobody subscribes."), options, time, faults);
        await using var pool = new ReusableSocketPool(
            "default", options, time, NullLogger.Instance, faults, events, Random.Shared);
        var sender = new RequestSender(pool, options, time, Random.Shared);
        await Eventually.HoldsAsync(() => pool.Usage.Open == 2 && pool.State == EmulatorState.Running);
        var answered = pool.Get(Read).SendAsync(Read, time.GetTimestamp() + time.TimestampFrequency, CancellationToken.None);
        await (await Fake.NextRequestAsync(Read.Command)).ReplyAsync();
        await Eventually.HoldsAsync(() => answered.IsCompleted);
        var waiting = await SendAsync(sender.SendAsync, Read, Places - 1);

        // The reply of the first request has arrived, so there seems to be room, but its caller has not taken it yet.
        waiting.AddRange(await SendAsync(sender.SendAsync, Read, 1));
        Assert.NotSame(waiting[0].Request.Connection, waiting[^1].Request.Connection);
        (await answered).Dispose();
        foreach (var (reply, request) in waiting)
        {
            await request.ReplyAsync();
            (await reply).Dispose();
        }
    }

    [Fact]
    public async Task An_overloaded_connection_leaves_requests_to_the_other()
    {
        const int Half = 20;
        var time = new FakeTime();
        // Room for both halves, and for pings.
        var options = new EmulatorOptions
        {
            Port = Fake.Port, InFlight = (2 * Half) + 2, PausedAfter = TimeSpan.FromSeconds(30), Retries = 0,
        };
        await using var client = NewClient(options, time);
        await RunningAsync(client);
        var late = await SendAsync(client, Read, Half);
        time.Advance(options.Deadline / 2);
        var waiting = await SendAsync(client, Read, Half);
        await waiting[^1].Request.ReplyAsync();
        (await waiting[^1].Reply).Dispose();

        // The first half misses its deadline although another request was answered, so more requests wait than the limit allows.
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

    // Each request in turn, in the order of the script.
    private Task<List<(Task<EmulatorReply> Reply, FakeRequest Request)>> SendAsync(
        EmulatorClient client, EmulatorRequest request, int count) =>
        SendAsync((in EmulatorRequest one, CancellationToken token) => client.SendAsync(one, token), request, count);

    private async Task<List<(Task<EmulatorReply> Reply, FakeRequest Request)>> SendAsync(
        Send send, EmulatorRequest request, int count)
    {
        var sent = new List<(Task<EmulatorReply> Reply, FakeRequest Request)>();
        while (sent.Count < count)
        {
            var reply = send(request, CancellationToken.None).AsTask();
            // Throws if the request was refused.
            if (reply.IsFaulted)
                await reply;
            sent.Add((reply, await Fake.NextRequestAsync(request.Command)));
        }

        return sent;
    }
}
