using System.Globalization;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Errors;

namespace Bridge.Api.Events;

/// <summary>
/// The events of one emulator for everybody who reads them: each is written once and kept for a while, and a subscriber is no more
/// than a place among them.
/// </summary>
/// <remarks>Publishing wakes nobody by itself: it has the thread pool look who wants what came,
/// for all that came until then at once.</remarks>
internal sealed class EventFeed : IThreadPoolWorkItem
{
    /// <summary>Events that are kept.</summary>
    public const int Capacity = 4096;

    /// <summary>Bytes of events that are kept.</summary>
    public const int MaxBytes = 1024 * 1024;

    // Held while a number is given and its event added.
    private readonly Lock _adding = new();
    // Held while somebody comes or goes, and while all are gone through: a copy for each of them who comes would be the square of them all.
    private readonly Lock _joining = new();
    private readonly List<Subscriber> _subscribers = [];
    private readonly EventText _text;
    private readonly int _maxSubscribers;
    private bool _isOver;
    private int _looking;

    /// <param name="instance">What the events' ids begin with; another one for each run.</param>
    /// <param name="maxSubscribers">As many may read at once.</param>
    public EventFeed(string instance, int maxSubscribers) => (_text, _maxSubscribers) = (new EventText(instance), maxSubscribers);

    public EventRing Ring { get; } = new(Capacity, MaxBytes);

    /// <summary>Adds an event.</summary>
    /// <param name="topic">What it is about.</param>
    /// <param name="watch">The watch that it is about; 0: none.</param>
    /// <param name="data">Its data.</param>
    /// <param name="type">How they are written.</param>
    public void Publish<T>(EventTopic topic, int watch, T data, JsonTypeInfo<T> type)
    {
        var body = EventText.WriteBody(topic, data, type);
        lock (_adding)
        {
            var number = Ring.Last + 1;
            Ring.Add(new RingEvent(number, topic, watch, _text.Number(number, body)));
        }

        // Who comes just now looks by itself before it waits.
        if (_subscribers.Count > 0 && Interlocked.Exchange(ref _looking, 1) == 0)
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    /// <summary>The number in the id of an event; null when it is none that this feed has given.</summary>
    public long? NumberIn(string id) => _text.NumberIn(id) is { } number && number <= Ring.Last ? number : null;

    /// <summary>Begins to read behind the event with this number, until the subscriber is disposed.</summary>
    /// <exception cref="RequestException">Too many read already: 503.</exception>
    public Subscriber Join(EventTopic topics, HashSet<int>? watches, long seen, bool hasGap)
    {
        var subscriber = new Subscriber(this, topics, watches, seen, hasGap);
        lock (_joining)
        {
            if (_subscribers.Count == _maxSubscribers)
            {
                throw new RequestException(ProblemTypes.Overloaded, string.Create(CultureInfo.InvariantCulture,
                    $"This emulator already has {_maxSubscribers:N0} open event streams, the maximum that Bridge:EventStreams allows."));
            }

            subscriber.Place = _subscribers.Count;
            _subscribers.Add(subscriber);
            if (_isOver)
                subscriber.End();
        }

        return subscriber;
    }

    /// <summary>Reads no more. Who has left already may leave again.</summary>
    public void Leave(Subscriber subscriber)
    {
        lock (_joining)
        {
            if (subscriber.Place is not { } place)
                return;
            // The last one takes its place.
            var last = _subscribers[^1];
            (_subscribers[place], last.Place) = (last, place);
            _subscribers.RemoveAt(_subscribers.Count - 1);
            subscriber.Place = null;
        }
    }

    /// <summary>Whether somebody reads one of these topics.</summary>
    public bool IsWanted(EventTopic topics)
    {
        lock (_joining)
            return _subscribers.Exists(subscriber => (subscriber.Topics & topics) != 0);
    }

    /// <summary>Whether somebody hears of this watch.</summary>
    public bool IsWatched(int id)
    {
        lock (_joining)
            return _subscribers.Exists(subscriber => subscriber.Hears(id));
    }

    /// <summary>Sends everybody a comment.</summary>
    public void KeepAlive()
    {
        lock (_joining)
            _subscribers.ForEach(static subscriber => subscriber.KeepAlive());
    }

    /// <summary>Ends everybody's stream, and those of who comes later.</summary>
    public void End()
    {
        lock (_joining)
        {
            _isOver = true;
            _subscribers.ForEach(static subscriber => subscriber.End());
        }
    }

    /// <summary>An event that only one subscriber gets, because only it has lost something.</summary>
    public byte[] Gap(long? lost, long number) =>
        _text.Number(number, EventText.WriteBody(EventTopic.Gap, new GapEvent(lost), EventJson.Context.GapEvent));

    void IThreadPoolWorkItem.Execute()
    {
        // Before it looks: what comes from now on is looked at once more.
        Interlocked.Exchange(ref _looking, 0);
        // None of them does anything but queue what it does then.
        lock (_joining)
            _subscribers.ForEach(static subscriber => subscriber.Look());
    }
}
