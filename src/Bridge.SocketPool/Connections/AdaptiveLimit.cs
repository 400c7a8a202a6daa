namespace Bridge.SocketPool.Connections;

/// <summary>
/// Limits how many requests queue for an emulator: a maximum, or less while replies take more than half of their deadline (AIMD). The
/// emulator runs requests in order, so with a longer queue it would only work on requests that are about to expire. Not thread-safe.
/// </summary>
internal sealed class AdaptiveLimit
{
    private const int MinConcurrency = 8;
    private const int RepliesPerIncrease = 8;

    private readonly int _max;
    private int _replies;

    /// <param name="max">Max requests, from 1.</param>
    public AdaptiveLimit(int max) => Current = _max = max;

    /// <summary>Gets the current limit.</summary>
    public int Current { get; private set; }

    /// <summary>Counts a reply.</summary>
    /// <param name="took">How long it took, in the same unit as <paramref name="allowed"/>.</param>
    /// <param name="allowed">How long it was allowed to take.</param>
    /// <param name="queuedAhead">How many requests were ahead of it when it was queued.</param>
    public void CountReply(long took, long allowed, int queuedAhead)
    {
        // A short queue is not why a reply is late.
        if (took > allowed / 2 && queuedAhead >= MinConcurrency)
            Decrease(queuedAhead);
        else if (Current < _max && ++_replies % RepliesPerIncrease == 0)
            Current++;
    }

    /// <summary>Lowers the limit to half of a queue that was too long.</summary>
    public void Decrease(int queue) => Current = Math.Min(Current, Math.Max(MinConcurrency, queue / 2));
}
