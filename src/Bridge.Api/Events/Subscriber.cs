using System.Buffers;
using System.Threading.Tasks.Sources;

namespace Bridge.Api.Events;

/// <summary>
/// One who reads a feed: a position in its ring, and what it wants of what comes there. It has no queue. For one reader at a time.
/// </summary>
internal sealed class Subscriber : IValueTaskSource<bool>, IDisposable
{
    // So much is written before its reader is waited for.
    private const int Portion = 16 * 1024;

    private readonly EventFeed _feed;
    private readonly EventTopic _topics;
    private readonly HashSet<int>? _watches;
    // Protects what the feed may change while this one waits.
    private readonly Lock _gate = new();
    private ManualResetValueTaskSourceCore<bool> _waiting = new() { RunContinuationsAsynchronously = true };
    private long _seen;
    private bool _waits;
    private bool _hasGap;
    private bool _wasQuiet;
    private bool _isOver;

    /// <param name="feed">Whose.</param>
    /// <param name="topics">What it wants.</param>
    /// <param name="watches">Which watches; null: all.</param>
    /// <param name="seen">The number of the last event that it has.</param>
    /// <param name="hasGap">Whether something between that event and the next one may be lost.</param>
    public Subscriber(EventFeed feed, EventTopic topics, HashSet<int>? watches, long seen, bool hasGap) =>
        (_feed, _topics, _watches, _seen, _hasGap) = (feed, topics | EventTopic.Gap, watches, seen, hasGap);

    /// <summary>Where the feed keeps it; null while it doesn't. The feed's own.</summary>
    public int? Place { get; set; }

    /// <summary>What it wants.</summary>
    public EventTopic Topics => _topics;

    /// <summary>Whether it wants what this watch tells.</summary>
    public bool Hears(int watch) => _topics.HasFlag(EventTopic.Watch) && (_watches is null || _watches.Contains(watch));

    /// <summary>Ends when there is something to write, with false when it is over.</summary>
    public ValueTask<bool> WaitAsync()
    {
        lock (_gate)
        {
            if (_isOver)
                return new ValueTask<bool>(false);
            if (HasNews_NeedsLock())
                return new ValueTask<bool>(true);
            _waits = true;
            _waiting.Reset();
            return new ValueTask<bool>(this, _waiting.Version);
        }
    }

    /// <summary>Writes what is there for it, a portion at most. Not while it waits.</summary>
    public void Write(IBufferWriter<byte> output)
    {
        if (_wasQuiet)
        {
            _wasQuiet = false;
            output.Write(EventText.Comment);
        }

        if (_hasGap)
        {
            _hasGap = false;
            output.Write(_feed.Gap(lost: null, _seen));
        }

        for (var written = 0; written < Portion && _seen < _feed.Ring.Last;)
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

    /// <summary>Something was added to the ring.</summary>
    public void Look()
    {
        lock (_gate)
        {
            if (_waits && HasNews_NeedsLock())
                Wake_NeedsLock(true);
        }
    }

    /// <summary>Has a comment written.</summary>
    public void KeepAlive()
    {
        lock (_gate)
        {
            _wasQuiet = true;
            if (_waits)
                Wake_NeedsLock(true);
        }
    }

    /// <summary>Its client has left, or the bridge is being stopped.</summary>
    public void End()
    {
        lock (_gate)
        {
            _isOver = true;
            if (_waits)
                Wake_NeedsLock(false);
        }
    }

    public void Dispose() => _feed.Leave(this);

    bool IValueTaskSource<bool>.GetResult(short token) => _waiting.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<bool>.GetStatus(short token) => _waiting.GetStatus(token);

    void IValueTaskSource<bool>.OnCompleted(Action<object?> continuation, object? state, short token,
        ValueTaskSourceOnCompletedFlags flags) =>
        _waiting.OnCompleted(continuation, state, token, flags);

    private bool Wants(RingEvent candidate) =>
        candidate.Topic == EventTopic.Watch ? Hears(candidate.Watch) : _topics.HasFlag(candidate.Topic);

    // Passes over what it doesn't want, so that others' events never count as lost by who waits.
    private bool HasNews_NeedsLock()
    {
        if (_hasGap || _wasQuiet)
            return true;
        for (var last = _feed.Ring.Last; _seen < last; _seen++)
        {
            if (_feed.Ring.Find(_seen + 1) is not { } next || Wants(next))
                return true;
        }

        return false;
    }

    private void Wake_NeedsLock(bool goesOn)
    {
        _waits = false;
        _waiting.SetResult(goesOn);
    }
}
