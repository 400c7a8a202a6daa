using System.Buffers;
using System.Threading.Tasks.Sources;

namespace Bridge.Api.Features.Events;

/// <summary>
/// Reads a feed: a position in its ring and the topics it wants, without a queue. For one reader at a time.
/// </summary>
internal sealed class Subscriber : IValueTaskSource<bool>, IDisposable
{
    // Bytes to write before the next flush.
    private const int FlushBytes = 16 * 1024;

    private readonly EventFeed _feed;
    private readonly EventTopic _topics;
    private readonly HashSet<int>? _watches;
    // Protects the fields that the feed may change while this subscriber waits.
    private readonly Lock _gate = new();
    private ManualResetValueTaskSourceCore<bool> _wakeUp = new() { RunContinuationsAsynchronously = true };
    private long _seen;
    private bool _isWaiting;
    private bool _hasGap;
    private bool _needsComment;
    private bool _hasEnded;

    /// <param name="feed">The feed that it reads.</param>
    /// <param name="topics">The topics that it wants; it always gets gaps.</param>
    /// <param name="watches">The watches that it wants; null: all.</param>
    /// <param name="seen">The number of the last event that the client has.</param>
    /// <param name="hasGap">Whether events between that one and the next may be lost.</param>
    public Subscriber(EventFeed feed, EventTopic topics, HashSet<int>? watches, long seen, bool hasGap) =>
        (_feed, _topics, _watches, _seen, _hasGap) = (feed, topics | EventTopic.Gap, watches, seen, hasGap);

    /// <summary>Gets or sets its index in the feed's list; null if it is not in the list. Only the feed sets it.</summary>
    public int? Index { get; set; }

    /// <summary>Gets the topics that it wants.</summary>
    public EventTopic Topics => _topics;

    /// <summary>Returns whether it wants the events of this watch.</summary>
    public bool WantsWatch(int watch) => _topics.HasFlag(EventTopic.Watch) && (_watches is null || _watches.Contains(watch));

    /// <summary>Waits until there is something to write; returns false if the stream has ended.</summary>
    public ValueTask<bool> WaitAsync()
    {
        lock (_gate)
        {
            if (_hasEnded)
                return new ValueTask<bool>(false);
            if (HasNews_NeedsLock())
                return new ValueTask<bool>(true);
            _isWaiting = true;
            _wakeUp.Reset();
            return new ValueTask<bool>(this, _wakeUp.Version);
        }
    }

    /// <summary>Writes the events that it wants, about <see cref="FlushBytes"/> at most. Not during <see cref="WaitAsync"/>.</summary>
    public void Write(IBufferWriter<byte> output)
    {
        if (_needsComment)
        {
            _needsComment = false;
            output.Write(EventText.Comment);
        }

        if (_hasGap)
        {
            _hasGap = false;
            output.Write(_feed.Gap(lost: null, _seen));
        }

        for (var written = 0; written < FlushBytes && _seen < _feed.Ring.Last;)
        {
            if (_feed.Ring.Find(_seen + 1) is not { } next)
            {
                var before = _feed.Ring.First - 1;
                output.Write(_feed.Gap(before - _seen, before));
                _seen = before;
                continue;
            }

            _seen = next.Number;
            if (!Wants(next))
                continue;
            output.Write(next.Bytes);
            written += next.Bytes.Length;
        }
    }

    /// <summary>Wakes the reader if the ring has an event that it wants.</summary>
    public void Notify()
    {
        lock (_gate)
        {
            if (_isWaiting && HasNews_NeedsLock())
                Wake_NeedsLock(hasNews: true);
        }
    }

    /// <summary>Wakes the reader to write a comment.</summary>
    public void KeepAlive()
    {
        lock (_gate)
        {
            _needsComment = true;
            if (_isWaiting)
                Wake_NeedsLock(hasNews: true);
        }
    }

    /// <summary>Ends the stream, because the client has disconnected or the bridge is stopping.</summary>
    public void End()
    {
        lock (_gate)
        {
            _hasEnded = true;
            if (_isWaiting)
                Wake_NeedsLock(hasNews: false);
        }
    }

    public void Dispose() => _feed.Leave(this);

    bool IValueTaskSource<bool>.GetResult(short token) => _wakeUp.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) => _wakeUp.GetStatus(token);

    void IValueTaskSource<bool>.OnCompleted(Action<object?> continuation, object? state, short token,
        ValueTaskSourceOnCompletedFlags flags) =>
        _wakeUp.OnCompleted(continuation, state, token, flags);

    private bool Wants(RingEvent candidate) =>
        candidate.Topic == EventTopic.Watch ? WantsWatch(candidate.Watch) : _topics.HasFlag(candidate.Topic);

    // Returns whether there is something to write. Skips events that it doesn't want, so that they don't count as lost while it waits.
    private bool HasNews_NeedsLock()
    {
        if (_hasGap || _needsComment)
            return true;
        for (var last = _feed.Ring.Last; _seen < last; _seen++)
        {
            if (_feed.Ring.Find(_seen + 1) is not { } next || Wants(next))
                return true;
        }

        return false;
    }

    private void Wake_NeedsLock(bool hasNews)
    {
        _isWaiting = false;
        _wakeUp.SetResult(hasNews);
    }
}
