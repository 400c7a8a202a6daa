using System.Globalization;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.Events;

/// <summary>
/// Publishes the events of one emulator. Each event is serialized once and kept in a ring; a subscriber is only a position in that
/// ring.
/// </summary>
/// <remarks>Publishing doesn't wake subscribers itself: it queues one work item, which wakes them for all events published until
/// then.</remarks>
internal sealed class EventFeed : IThreadPoolWorkItem
{
    /// <summary>Max events in the ring.</summary>
    public const int Capacity = 4096;

    /// <summary>Max bytes of the events in the ring.</summary>
    public const int MaxBytes = 1024 * 1024;

    // Held while an event gets its number and is added to the ring.
    private readonly Lock _ringLock = new();
    // Held while a subscriber joins or leaves, and during each loop over them; copying the list for each join would be quadratic.
    private readonly Lock _subscribersLock = new();
    private readonly List<Subscriber> _subscribers = [];
    private readonly EventText _text;
    private readonly int _maxSubscribers;
    private bool _hasEnded;
    // 1 while the work item that wakes the subscribers waits for a thread; an int for Interlocked.
    private int _isQueued;

    /// <param name="instance">The prefix of the events' ids, different for each run of the bridge.</param>
    /// <param name="maxSubscribers">Max concurrent subscribers.</param>
    public EventFeed(string instance, int maxSubscribers) => (_text, _maxSubscribers) = (new EventText(instance), maxSubscribers);

    public EventRing Ring { get; } = new(Capacity, MaxBytes);

    /// <summary>Gets whether there are subscribers.</summary>
    public bool HasSubscribers
    {
        get
        {
            lock (_subscribersLock)
                return _subscribers.Count > 0;
        }
    }

    /// <summary>Adds an event.</summary>
    /// <param name="topic">The topic of the event.</param>
    /// <param name="watch">The id of the watch that changed; 0: none.</param>
    /// <param name="data">The data of the event.</param>
    /// <param name="type">How to serialize the data.</param>
    public void Publish<T>(EventTopic topic, int watch, T data, JsonTypeInfo<T> type)
    {
        var writer = EventWriter.Pool.Get();
        var body = writer.Write(topic, data, type);
        lock (_ringLock)
        {
            var number = Ring.Last + 1;
            Ring.Add(new RingEvent(number, topic, watch, _text.AddId(number, body)));
        }

        EventWriter.Pool.Return(writer);

        // A subscriber that joins at this moment checks the ring before it waits.
        if (_subscribers.Count > 0 && Interlocked.Exchange(ref _isQueued, 1) == 0)
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    /// <summary>Returns the number in the id of an event; null if this feed has no event with that id.</summary>
    public long? NumberIn(string id) => _text.NumberIn(id) is { } number && number <= Ring.Last ? number : null;

    /// <summary>Adds a subscriber, which reads from the event after <paramref name="seen"/> until it is disposed.</summary>
    /// <exception cref="RequestException">There are too many subscribers: 503.</exception>
    public Subscriber Join(EventTopic topics, HashSet<int>? watches, long seen, bool hasGap)
    {
        var subscriber = new Subscriber(this, topics, watches, seen, hasGap);
        lock (_subscribersLock)
        {
            if (_subscribers.Count == _maxSubscribers)
            {
                throw new RequestException(ProblemTypes.Overloaded, string.Create(CultureInfo.InvariantCulture,
                    $"This emulator already has {_maxSubscribers:N0} open event streams, the maximum that Bridge:EventStreams allows."));
            }

            subscriber.Index = _subscribers.Count;
            _subscribers.Add(subscriber);
            if (_hasEnded)
                subscriber.End();
        }

        return subscriber;
    }

    /// <summary>Removes a subscriber; does nothing if it was removed before.</summary>
    public void Leave(Subscriber subscriber)
    {
        lock (_subscribersLock)
        {
            if (subscriber.Index is not { } index)
                return;
            // The last subscriber moves to its index.
            var last = _subscribers[^1];
            (_subscribers[index], last.Index) = (last, index);
            _subscribers.RemoveAt(_subscribers.Count - 1);
            subscriber.Index = null;
        }
    }

    /// <summary>Returns whether a subscriber wants one of these topics.</summary>
    public bool IsWanted(EventTopic topics)
    {
        lock (_subscribersLock)
            return _subscribers.Exists(subscriber => (subscriber.Topics & topics) != 0);
    }

    /// <summary>Returns whether a subscriber wants this watch.</summary>
    public bool IsWatched(int id)
    {
        lock (_subscribersLock)
            return _subscribers.Exists(subscriber => subscriber.WantsWatch(id));
    }

    /// <summary>Sends a comment to every subscriber.</summary>
    public void KeepAlive()
    {
        lock (_subscribersLock)
            _subscribers.ForEach(static subscriber => subscriber.KeepAlive());
    }

    /// <summary>Ends the streams of all subscribers, including those that join later.</summary>
    public void End()
    {
        lock (_subscribersLock)
        {
            _hasEnded = true;
            _subscribers.ForEach(static subscriber => subscriber.End());
        }
    }

    /// <summary>Returns a gap event for a single subscriber, which alone has lost events.</summary>
    public byte[] Gap(long? lost, long number)
    {
        var writer = EventWriter.Pool.Get();
        var gap = _text.AddId(number, writer.Write(EventTopic.Gap, new GapEvent(lost), EventJson.Context.GapEvent));
        EventWriter.Pool.Return(writer);
        return gap;
    }

    void IThreadPoolWorkItem.Execute()
    {
        // Reset first, so that an event published from now on queues another run.
        Interlocked.Exchange(ref _isQueued, 0);
        // Short, because a subscriber only queues its continuation.
        lock (_subscribersLock)
            _subscribers.ForEach(static subscriber => subscriber.Notify());
    }
}
