using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Connections;

namespace Bridge.SocketPool.Tests.Connections;

/// <summary>The limit of requests in flight: the number of slots, and fewer while the emulator is overloaded.</summary>
public sealed class ExchangeTableTests : IDisposable
{
    private static readonly EmulatorRequest Read = CommandTable.MemoryGet.Request();

    private readonly ExchangeTable _table = new(capacity: 100, (_, _) => { }, _ => { });
    private readonly Queue<Exchange> _waiting = new();
    private long _clock;

    public void Dispose() => Assert.Equal(_waiting.Count, _table.InFlight);

    [Fact]
    public void The_options_allow_as_many_in_flight_as_ids_have_slots() =>
        Assert.Equal(ExchangeTable.MaxCapacity, EmulatorOptions.MaxInFlight);

    [Fact]
    public void The_limit_starts_at_the_number_of_slots()
    {
        Assert.Equal(100, Fill());
        Reply();
        Assert.Equal(1, Fill());
    }

    [Fact]
    public void After_missed_deadlines_half_of_the_waiting_requests_are_dropped()
    {
        Fill();
        Reply();
        Expire(19);
        // Of 100 requests one was answered and 19 expired; half of the other 80.
        Assert.Equal(40, _table.ConcurrencyLimit);
        for (var replies = 0; replies < 30; replies++)
        {
            Assert.Equal(0, Fill());
            Reply();
        }

        for (var replies = 0; replies < 10; replies++)
            Reply();
        Assert.InRange(Fill(), 1, 10);
    }

    [Fact]
    public void Every_eighth_reply_raises_the_limit()
    {
        Fill();
        Reply();
        Expire(19);
        for (var replies = 0; replies < 8 * 60; replies++)
        {
            Reply();
            Fill();
        }

        Assert.Equal(100, _table.ConcurrencyLimit);
        Assert.Equal(100, _waiting.Count);
    }

    [Fact]
    public void The_limit_never_falls_below_a_minimum()
    {
        Fill();
        Reply();
        Expire(99);
        Assert.Equal(8, Fill());
        Reply();
        Expire(7);
        Assert.Equal(8, Fill());
    }

    [Fact]
    public void An_emulator_that_never_replies_is_not_overloaded()
    {
        Fill();
        Expire(50);
        Assert.Equal(50, Fill());
        Reply();
        Fill();
        Expire(20);
        Assert.True(_table.ConcurrencyLimit < 100, "one request was answered while the others waited");
    }

    [Fact]
    public void After_a_reply_that_took_half_of_its_deadline_the_limit_is_halved()
    {
        // Each takes a hundredth of its deadline.
        Fill(deadline: 1000);
        for (var ahead = 0; ahead <= 50; ahead++)
            Reply(after: ahead * 10);
        Assert.Equal(100, _table.ConcurrencyLimit);
        for (var ahead = 51; ahead < 100; ahead++)
            Reply(after: ahead * 10);
        // Half of the 51 requests that were ahead of the first late one.
        Assert.Equal(25, _table.ConcurrencyLimit);

        Assert.Equal(25, Fill(deadline: 1000));
        for (var ahead = 0; ahead < 25; ahead++)
            Reply(after: ahead * 10);
        // Every eighth of the 25 replies raised it.
        Assert.Equal(28, _table.ConcurrencyLimit);
    }

    [Fact]
    public void Requests_that_take_frames_have_no_deadline_or_have_a_short_queue_may_take_long()
    {
        for (var few = 0; few < 8; few++)
            Begin(Read, deadline: 1000);
        Begin(CommandTable.FramesWait.Request() with { FramesNeeded = 60 }, deadline: 1000);
        Begin(Read, deadline: long.MaxValue);
        while (_waiting.Count > 0)
            Reply(after: 900);
        Assert.Equal(100, _table.ConcurrencyLimit);
    }

    [Fact]
    public void The_end_of_client_requests_does_not_wait_for_those_of_the_bridge_itself()
    {
        Begin(Read, deadline: 1000);
        Begin(Read, deadline: 1000);
        Begin(Read, deadline: long.MaxValue);
        var ended = _table.ClientRequestsEndedAsync();
        Reply();
        Assert.True(_table.HasClientRequests);
        Assert.False(ended.IsCompleted);
        Reply();
        Assert.False(_table.HasClientRequests);
        Assert.True(ended.IsCompleted);
    }

    // Begins as many requests as there is room for.
    private int Fill(long? deadline = null)
    {
        var begun = 0;
        while (Begin(Read, deadline ?? ++_clock))
            begun++;
        return begun;
    }

    private bool Begin(EmulatorRequest request, long deadline)
    {
        var exchange = _table.TryStart(request, 0, deadline, 0, CancellationToken.None);
        if (exchange is not null)
            _waiting.Enqueue(exchange);
        return exchange is not null;
    }

    private void Reply(long after = 0)
    {
        var exchange = _waiting.Dequeue();
        Assert.Same(exchange, _table.TryClaim(exchange.Id, after));
        _table.Release(exchange);
    }

    // Lets this many requests miss their deadline, the oldest first.
    private void Expire(int count)
    {
        var isBehind = _table.IsOverloaded(_waiting.ElementAt(count - 1).Deadline);
        for (; count > 0; count--)
        {
            var exchange = _waiting.Dequeue();
            _table.Claim(exchange);
            _table.Release(exchange);
        }

        if (isBehind)
            _table.Decrease();
    }
}
