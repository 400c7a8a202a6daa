using Bridge.SocketPool.Connections;

namespace Bridge.SocketPool.Tests.Connections;

/// <summary>The turns of clients with large requests.</summary>
public sealed class BulkQueueTests
{
    private const int MaxRequests = 40;
    private const int MaxBytes = 1000;

    private readonly BulkQueue _queue = new(MaxRequests, MaxBytes);
    private readonly List<BulkTurn> _turns = [];
    private long _clock;

    [Fact]
    public void Two_requests_are_in_flight_and_the_others_begin_in_their_order()
    {
        var turns = Enumerable.Range(0, 5).Select(_ => Enter("a")).ToArray();
        for (var ended = 0; ended < turns.Length; ended++)
        {
            Assert.Equal(turns[..Math.Min(ended + 2, 5)], turns.Where(HasBegun));
            Assert.Equal(Math.Max(0, 3 - ended), _queue.Count);
            Assert.False(_queue.IsEmpty);
            End(turns[ended]);
        }

        Assert.True(_queue.IsEmpty);
    }

    [Fact]
    public void A_client_waits_for_one_request_of_each_other_client()
    {
        var flood = Enumerable.Range(0, 20).Select(_ => Enter("flood")).ToArray();
        var (first, second) = (Enter("other"), Enter("other"));
        End(flood[0]);
        Assert.True(HasBegun(flood[2]), "its turn was due before the other client came");
        End(flood[1]);
        Assert.True(HasBegun(first));
        End(flood[2]);
        Assert.True(HasBegun(flood[3]));
        Assert.False(HasBegun(second));
        End(first);
        Assert.True(HasBegun(second));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Between_two_turns_of_a_waiting_client_each_other_client_has_at_most_two(int seed)
    {
        var random = new Random(seed);
        var passed = new Dictionary<BulkTurn, Dictionary<object, int>>();
        for (var step = 0; step < 5000; step++)
        {
            if (random.Next(2) == 0 && _turns.Count < MaxRequests)
            {
                // One client sends most of the requests.
                Enter(random.Next(3) == 0 ? random.Next(1, 4) : 0);
                continue;
            }

            if (_turns.Where(HasBegun).ToArray() is not { Length: > 0 } begun)
                continue;
            var waiting = _turns.Where(turn => !HasBegun(turn)).ToArray();
            End(begun[random.Next(begun.Length)]);
            if (waiting.FirstOrDefault(HasBegun) is not { } next)
                continue;
            foreach (var other in waiting.Where(turn => !HasBegun(turn)).GroupBy(turn => turn.Origin).Select(turns => turns.First()))
            {
                if (Equals(other.Origin, next.Origin))
                    continue;
                var counts = passed.TryGetValue(other, out var found) ? found : passed[other] = [];
                Assert.True((counts[next.Origin!] = counts.GetValueOrDefault(next.Origin!) + 1) <= 2, $"step {step}");
            }
        }
    }

    [Fact]
    public void A_request_that_leaves_the_queue_never_begins()
    {
        var turns = Enumerable.Range(0, 4).Select(_ => Enter("a")).ToArray();
        Assert.False(_queue.TryLeave(turns[0], isLate: false));
        Assert.True(_queue.TryLeave(turns[2], isLate: false));
        Assert.False(_queue.TryLeave(turns[2], isLate: false));
        End(turns[0]);
        Assert.True(HasBegun(turns[3]));
        Assert.False(HasBegun(turns[2]));
    }

    [Fact]
    public void Requests_beyond_the_limits_are_refused()
    {
        for (var i = 0; i < BulkQueue.MaxInFlight; i++)
            Enter("a", MaxBytes); // in flight, so these bytes don't count
        Enter("a", MaxBytes);
        Assert.Equal($"{MaxBytes} of {MaxBytes} bytes of the send queue are in use", Refuse(1));
        while (_turns.Count < MaxRequests)
            Enter("a");
        Assert.Equal($"{MaxRequests} requests are in flight", Refuse(0));
        End(_turns[0]);
        Enter("a");
    }

    [Fact]
    public void Late_replies_lower_the_limit_and_prompt_ones_raise_it()
    {
        while (_turns.Count < MaxRequests)
            Enter("a");
        // More than half of the deadline, which is at 100.
        _clock = 51;
        while (_turns.Count > 0)
            End(_turns.First(HasBegun));
        // Even a request with only eight ahead was late.
        while (_turns.Count < 8)
            Enter("a");
        Assert.Equal("8 requests are in flight", Refuse(0));
        // Eight prompt replies raise the limit by one.
        for (var replies = 0; replies < 8; replies++)
            End(_turns.First(HasBegun));
        while (_turns.Count < 9)
            Enter("a");
        Assert.Equal("9 requests are in flight", Refuse(0));
    }

    [Fact]
    public void A_missed_deadline_lowers_the_limit_if_the_emulator_has_replied_meanwhile()
    {
        while (_turns.Count < MaxRequests)
            Enter("a");
        Leave(_turns[^1]);
        Enter("a");
        Assert.Equal($"{MaxRequests} requests are in flight", Refuse(0));
        End(_turns[0]);
        // Half of the 39 requests that were ahead of this one.
        Leave(_turns[^1]);
        Assert.Equal("19 requests are in flight", Refuse(0));
    }

    private static bool HasBegun(BulkTurn turn) => turn.Begun.IsCompleted;

    private BulkTurn Enter(object origin, int bytes = 0)
    {
        var turn = _queue.TryEnter(origin, bytes, _clock, _clock + 100, out var refusal);
        Assert.Null(refusal);
        _turns.Add(turn!);
        return turn!;
    }

    private string? Refuse(int bytes)
    {
        Assert.Null(_queue.TryEnter("a", bytes, _clock, _clock + 100, out var refusal));
        return refusal;
    }

    private void End(BulkTurn turn)
    {
        _turns.Remove(turn);
        _queue.End(turn, _clock, isAnswered: true);
    }

    private void Leave(BulkTurn turn)
    {
        _turns.Remove(turn);
        Assert.True(_queue.TryLeave(turn, isLate: true));
    }
}
