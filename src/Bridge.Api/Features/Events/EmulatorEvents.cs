using System.Security.Cryptography;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Events;

namespace Bridge.Api.Features.Events;

/// <summary>Publishes what happens in an emulator as events, and subscribes its script to no more topics than clients want.</summary>
internal sealed partial class EmulatorEvents : IEventListener, IDisposable
{
    /// <summary>The interval between the comments that keep a stream alive.</summary>
    public static readonly TimeSpan Tick = TimeSpan.FromSeconds(15);

    // For events that are not about a watch.
    private const int NoWatch = 0;

    // A client that reconnects within this number of ticks misses no event.
    private const int GraceTicks = 4;

    // The script sends these only while the bridge is subscribed to them. Its topic Reset covers all events that are rare.
    private static readonly (EventTopic Topics, EventTopics Subscription)[] OnDemand =
    [
        (EventTopic.Frame, EventTopics.Frame), (EventTopic.Buttons, EventTopics.Buttons),
        (EventTopic.Reset | EventTopic.Rewound | EventTopic.Marked | EventTopic.Note | EventTopic.Breakpoint | EventTopic.Rumble
            | EventTopic.Message, EventTopics.Reset),
    ];

    private readonly EmulatorClient _emulator;
    private readonly EventFeed _feed;
    private readonly SymbolsNow _symbols;
    private readonly ITimer _timer;
    // Protects the state and game that were published last, the subscription and the watches.
    private readonly Lock _gate = new();
    // For each entry of OnDemand: the number of the first event since it is subscribed, and the ticks without a stream that wants it.
    private readonly long[] _subscribedSince = new long[OnDemand.Length];
    private readonly int[] _ticksUnused = new int[OnDemand.Length];
    private EventTopics _subscribed;
    private EmulatorState _state;
    private EmulatorFacts? _facts;
    private bool _hasNoGame;
    private bool _isNewGame;

    /// <param name="emulator">The emulator whose events these are.</param>
    /// <param name="maxStreams">Max concurrent streams.</param>
    /// <param name="time">The clock of the ticks.</param>
    /// <param name="symbols">Returns the names of the game at once, because events arrive on the threads that poll sockets.</param>
    public EmulatorEvents(EmulatorClient emulator, int maxStreams, TimeProvider time, SymbolsNow symbols)
    {
        (_emulator, _symbols) = (emulator, symbols);
        _feed = new EventFeed(Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(4)), maxStreams);
        var status = emulator.Status;
        (_state, _facts, _hasNoGame) = (status.State, status.Facts, status.State == EmulatorState.NoGame);
        emulator.Events.Listen(this);
        _timer = time.CreateTimer(static events => ((EmulatorEvents)events!).OnTick(), this, Tick, Tick);
    }

    /// <summary>Adds a subscriber, once the script sends its topics, or immediately if the script can't be reached.</summary>
    /// <param name="topics">The topics that the client wants.</param>
    /// <param name="watches">The watches that the client wants; null: all.</param>
    /// <param name="lastId">The id of the last event that the client has; null: it starts with the next event.</param>
    /// <param name="cancellationToken">Cancelled when the client disconnects.</param>
    public async Task<Subscriber> JoinAsync(EventTopic topics, HashSet<int>? watches, string? lastId, CancellationToken cancellationToken)
    {
        Subscriber subscriber;
        Task subscribing;
        // Starts reading the file of symbols, so that the first events have names.
        _symbols();
        lock (_gate)
        {
            var number = lastId is null ? null : _feed.NumberIn(lastId);
            var subscription = Subscribe_NeedsLock(topics);
            subscriber = _feed.Join(topics, watches, number ?? _feed.Ring.Last, lastId is not null
                && (number is null || MayHaveMissed_NeedsLock(topics, number.Value)));
            // Sent under the lock, so that of two concurrent subscriptions the one with more topics is sent last.
            subscribing = _emulator.Events.SubscribeAsync(subscription, cancellationToken);
        }

        try
        {
            await subscribing;
            return subscriber;
        }
        catch
        {
            subscriber.Dispose();
            throw;
        }
    }

    /// <summary>Gets whether streams are open.</summary>
    public bool HasStreams => _feed.HasSubscribers;

    /// <summary>Ends all streams gracefully.</summary>
    public void End() => _feed.End();

    public void Dispose() => _timer.Dispose();

    public void OnFrame(long frame) => _feed.Publish(EventTopic.Frame, NoWatch, new FrameEvent(frame), EventJson.Context.FrameEvent);

    public void OnButtons(Buttons down, long frame) =>
        _feed.Publish(EventTopic.Buttons, NoWatch, new ButtonsEvent(ButtonNames.Of(down), frame), EventJson.Context.ButtonsEvent);

    public void OnReset(long before, long frame) =>
        _feed.Publish(EventTopic.Reset, NoWatch, new ResetEvent(frame, before), EventJson.Context.ResetEvent);

    public void OnRewound(long before, long now, long frame) =>
        _feed.Publish(EventTopic.Rewound, NoWatch, new RewoundEvent(now, before, frame), EventJson.Context.RewoundEvent);

    public void OnMarked(string name, long now, long frame) =>
        _feed.Publish(EventTopic.Marked, NoWatch, new MarkedEvent(name, now, frame), EventJson.Context.MarkedEvent);

    public void OnNoted(string text, long at, long frame) =>
        _feed.Publish(EventTopic.Note, NoWatch, new NoteEvent(text, at, frame), EventJson.Context.NoteEvent);

    public void OnMessage(string text, int frames, bool isDrawn, long frame) =>
        _feed.Publish(EventTopic.Message, NoWatch, new MessageEvent(text, frames, isDrawn, frame), EventJson.Context.MessageEvent);

    public void OnHits(IReadOnlyList<BreakpointHit> hits, long lost, long frame)
    {
        foreach (var hit in hits)
            _feed.Publish(EventTopic.Breakpoint, NoWatch, BreakpointHits.Describe(hit, _symbols()), EventJson.Context.BreakpointEvent);
        if (lost > 0)
            _feed.Publish(EventTopic.Breakpoint, NoWatch, new LostHitsEvent(lost, frame), EventJson.Context.LostHitsEvent);
    }

    public void OnRumble(bool isOn, long frame) =>
        _feed.Publish(EventTopic.Rumble, NoWatch, new RumbleEvent(isOn, frame), EventJson.Context.RumbleEvent);

    public void OnLost(long? count) => _feed.Publish(EventTopic.Gap, NoWatch, new GapEvent(count), EventJson.Context.GapEvent);

    public void OnNewGame()
    {
        lock (_gate)
            _isNewGame = true;
    }

    public void OnHeartbeat()
    {
        lock (_gate)
        {
            var status = _emulator.Status;
            if (status.State != _state)
            {
                _state = status.State;
                _feed.Publish(EventTopic.State, NoWatch, new StateEvent(EmulatorNames.Of(_state)), EventJson.Context.StateEvent);
            }

            PublishGame_NeedsLock(status);
        }
    }

    // The emulator client requests new facts whenever the game may have changed, and only then.
    private void PublishGame_NeedsLock(EmulatorStatus status)
    {
        var hasNoGame = status.State == EmulatorState.NoGame;
        var hasNewFacts = !ReferenceEquals(status.Facts, _facts);
        var isOtherGame = hasNewFacts
            && (_isNewGame || GameDescription.Of(status.Facts)?.WithoutFiles() != GameDescription.Of(_facts)?.WithoutFiles());
        _facts = status.Facts;
        var wasPublished = hasNoGame ? _hasNoGame : !isOtherGame && !(_hasNoGame && hasNewFacts);
        if (wasPublished)
            return;
        (_hasNoGame, _isNewGame) = (hasNoGame, _isNewGame && !hasNewFacts);
        var data = hasNoGame ? new GameEvent(Game: null, Frame: -1) : new GameEvent(GameDescription.Of(_facts), status.Frame);
        _feed.Publish(EventTopic.Game, NoWatch, data, EventJson.Context.GameEvent);
    }

    private EventTopics Subscribe_NeedsLock(EventTopic topics)
    {
        for (var i = 0; i < OnDemand.Length; i++)
        {
            var (topic, subscription) = OnDemand[i];
            if ((topics & topic) == 0)
                continue;
            _ticksUnused[i] = 0;
            if (!_subscribed.HasFlag(subscription))
                _subscribedSince[i] = _feed.Ring.Last + 1;
            _subscribed |= subscription;
        }

        return _subscribed;
    }

    // Returns whether the script has not sent all of these topics ever since that event.
    private bool MayHaveMissed_NeedsLock(EventTopic topics, long number) =>
        OnDemand.Index().Any(each => (topics & each.Item.Topics) != 0 && number < _subscribedSince[each.Index]);

    private void OnTick()
    {
        _feed.KeepAlive();
        lock (_gate)
        {
            RemoveUnusedWatches_NeedsLock();
            var subscription = _subscribed;
            for (var i = 0; i < OnDemand.Length; i++)
            {
                if (_feed.IsWanted(OnDemand[i].Topics))
                    _ticksUnused[i] = 0;
                else if (++_ticksUnused[i] >= GraceTicks)
                    subscription &= ~OnDemand[i].Subscription;
            }

            if (subscription == _subscribed)
                return;
            _subscribed = subscription;
            _ = _emulator.Events.SubscribeAsync(subscription, CancellationToken.None);
        }
    }
}
