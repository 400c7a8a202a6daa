using System.Numerics;

namespace Bridge.SocketPool.Diagnostics;

/// <summary>
/// How long exchanges took in the last ten seconds, to a quarter of an octave: buckets that only ever grow, and copies of them once a
/// second to tell what came since.
/// </summary>
internal sealed class RecentDurations(TimeProvider time)
{
    // Four buckets an octave, from 2^7 ticks of 100 ns (13 µs; all below is in the first) to 2^31 (215 s).
    private const int PartBits = 2;
    private const int FirstOctave = 7;
    private const int Buckets = 24 << PartBits;

    private static readonly TimeSpan Span = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Step = TimeSpan.FromSeconds(1);

    private readonly long[] _counts = new long[Buckets];
    private readonly Lock _gate = new();
    // The oldest one first; one of them is older than the span, so that it is covered.
    private readonly Queue<(long At, long[] Counts)> _copies = new();
    private long _lastCopy = long.MinValue;

    public void Add(TimeSpan duration) => Interlocked.Increment(ref _counts[BucketOf(duration.Ticks)]);

    /// <summary>To be called every now and then, more often than once a second.</summary>
    public void MoveOn()
    {
        var now = time.GetTimestamp();
        lock (_gate)
        {
            if (_copies.Count > 0 && time.GetElapsedTime(_lastCopy, now) < Step)
                return;
            _lastCopy = now;
            var copy = Forget_NeedsLock(now) ?? new long[Buckets];
            _counts.CopyTo(copy, 0);
            _copies.Enqueue((now, copy));
        }
    }

    /// <summary>The durations that half of them, and 99 of 100, did not exceed; null when there were none.</summary>
    public (TimeSpan Median, TimeSpan P99)? Quantiles()
    {
        Span<long> recent = stackalloc long[Buckets];
        _counts.CopyTo(recent);
        lock (_gate)
        {
            Forget_NeedsLock(time.GetTimestamp());
            if (_copies.TryPeek(out var before))
            {
                for (var i = 0; i < Buckets; i++)
                    recent[i] -= before.Counts[i];
            }
        }

        var total = 0L;
        foreach (var count in recent)
            total += count;
        return total == 0 ? null : (Quantile(recent, (total + 1) / 2), Quantile(recent, total - total / 100));
    }

    // All but the latest copy that is older than the span.
    private long[]? Forget_NeedsLock(long now)
    {
        long[]? forgotten = null;
        while (_copies.Count > 1 && time.GetElapsedTime(_copies.ElementAt(1).At, now) >= Span)
            forgotten = _copies.Dequeue().Counts;
        return forgotten;
    }

    private static TimeSpan Quantile(ReadOnlySpan<long> counts, long rank)
    {
        var bucket = 0;
        while (rank > counts[bucket])
            rank -= counts[bucket++];
        var (from, to) = (StartOf(bucket), StartOf(bucket + 1));
        return TimeSpan.FromTicks(from + (to - from) * rank / (counts[bucket] + 1));
    }

    private static int BucketOf(long ticks)
    {
        if (ticks < 1L << FirstOctave)
            return 0;
        var octave = BitOperations.Log2((ulong)ticks);
        var part = (int)(ticks >> (octave - PartBits)) & ((1 << PartBits) - 1);
        return Math.Min(((octave - FirstOctave) << PartBits) + part, Buckets - 1);
    }

    private static long StartOf(int bucket) =>
        (long)((1 << PartBits) + (bucket & ((1 << PartBits) - 1))) << ((bucket >> PartBits) + FirstOctave - PartBits);
}
