using System.Numerics;

namespace Bridge.SocketPool.Diagnostics;

/// <summary>
/// Measures the durations of exchanges in the last ten seconds, in buckets of a quarter octave. The buckets only grow; subtracting an older
/// snapshot gives the recent counts.
/// </summary>
internal sealed class RecentDurations(TimeProvider time)
{
    // Four buckets per octave, from 2^7 ticks of 100 ns (13 µs; the first bucket has everything below) to 2^31 (215 s).
    private const int PartBits = 2;
    private const int FirstOctave = 7;
    private const int Buckets = 24 << PartBits;

    private static readonly TimeSpan Span = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly long[] _counts = new long[Buckets];
    private readonly Lock _gate = new();
    // Oldest first. One snapshot is older than the span, so that the whole span is covered.
    private readonly Queue<(long At, long[] Counts)> _snapshots = new();
    private long _lastSnapshot = long.MinValue;

    public void Add(TimeSpan duration) => Interlocked.Increment(ref _counts[BucketOf(duration.Ticks)]);

    /// <summary>Takes a snapshot if the last one is at least a second old.</summary>
    /// <remarks>Called with each ping. With a long interval between them, the span that is measured is longer.</remarks>
    public void TakeSnapshot()
    {
        var now = time.GetTimestamp();
        lock (_gate)
        {
            if (_snapshots.Count > 0 && time.GetElapsedTime(_lastSnapshot, now) < Interval)
                return;
            _lastSnapshot = now;
            var snapshot = DropOld_NeedsLock(now) ?? new long[Buckets];
            _counts.CopyTo(snapshot, 0);
            _snapshots.Enqueue((now, snapshot));
        }
    }

    /// <summary>Returns the median and the 99th percentile; null if there were no exchanges.</summary>
    public (TimeSpan Median, TimeSpan P99)? Quantiles()
    {
        Span<long> recent = stackalloc long[Buckets];
        lock (_gate)
        {
            // Under the lock: a snapshot that is taken afterwards may have larger counts.
            _counts.CopyTo(recent);
            DropOld_NeedsLock(time.GetTimestamp());
            if (_snapshots.TryPeek(out var before))
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

    // Drops the snapshots older than the span, except the latest of them; returns one to reuse.
    private long[]? DropOld_NeedsLock(long now)
    {
        long[]? dropped = null;
        while (_snapshots.Count > 1 && time.GetElapsedTime(_snapshots.ElementAt(1).At, now) >= Span)
            dropped = _snapshots.Dequeue().Counts;
        return dropped;
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
