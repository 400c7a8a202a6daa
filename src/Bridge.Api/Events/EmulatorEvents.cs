using System.Security.Cryptography;
using Bridge.Api.Emulators;
using Bridge.Api.Parsing;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Events;

namespace Bridge.Api.Events;

/// <summary>Makes events of what happens in an emulator, and has its script tell no more than somebody wants to hear.</summary>
internal sealed partial class EmulatorEvents : IEventListener, IDisposable
{
    /// <summary>How often a stream gets a comment.</summary>
    public static readonly TimeSpan Tick = TimeSpan.FromSeconds(15);

    // A client that has lost its connection finds nothing missing when it comes back within this number of ticks.
    private const int TicksKept = 4;

    private static readonly (EventTopic Topic, EventTopics Told)[] ToldWhenAsked =
        [(EventTopic.Frame, EventTopics.Frame), (EventTopic.Buttons, EventTopics.Buttons), (EventTopic.Reset, EventTopics.Reset)];

    private readonly EmulatorClient _emulator;
    private readonly EventFeed _feed;
    private readonly ITimer _timer;
    // Protects what was told last, what the script is to tell, and the watches.
    private readonly Lock _gate = new();
    private readonly long[] _toldSince = new long[ToldWhenAsked.Length];
    private readonly int[] _ticksUnwanted = new int[ToldWhenAsked.Length];
    private EventTopics _told;
    private EmulatorState _state;
    private EmulatorFacts? _facts;
    private bool _hasNoGame;
    private bool _isNewGame;

    /// <param name="emulator">Whose events these are.</param>
    /// <param name="maxStreams">As many may be open at once.</param>
    /// <param name="time">Tells when a tick has passed.</param>
    public EmulatorEvents(EmulatorClient emulator, int maxStreams, TimeProvider time)
    {
        _emulator = emulator;
        _feed = new EventFeed(Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(4)), maxStreams);
        var status = emulator.Status;
        (_state, _facts, _hasNoGame) = (status.State, status.Facts, status.State == EmulatorState.NoGame);
        emulator.Events.Listen(this);
        _timer = time.CreateTimer(static events => ((EmulatorEvents)events!).OnTick(), this, Tick, Tick);
    }

    /// <summary>Begins to read, once the script tells what is wanted, or at once if it can't be reached.</summary>
    /// <param name="topics">What is wanted.</param>
    /// <param name="watches">Which watches; null: all.</param>
    /// <param name="lastId">The id of the last event that the client has; null: it begins with what comes next.</param>
    /// <param name="cancellationToken">The client has left.</param>
    public async Task<Subscriber> JoinAsync(EventTopic topics, HashSet<int>? watches, string? lastId, CancellationToken cancellationToken)
    {
        Subscriber subscriber;
        Task subscribing;
        lock (_gate)
        {
            var number = lastId is null ? null : _feed.NumberIn(lastId);
            var told = Want_NeedsLock(topics);
            subscriber = _feed.Join(topics, watches, number ?? _feed.Ring.Last, lastId is not null
                && (number is null || Lacks_NeedsLock(topics, number.Value)));
            // Asked for under the lock, so that of two who join at once the one who wants more comes last.
            subscribing = _emulator.Events.SubscribeAsync(told, cancellationToken);
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

    /// <summary>Ends all streams in good order.</summary>
    public void End() => _feed.End();

    public void Dispose() => _timer.Dispose();

    public void OnFrame(long frame) => _feed.Publish(EventTopic.Frame, 0, new FrameEvent(frame), EventJson.Context.FrameEvent);

    public void OnButtons(Buttons down, long frame) =>
        _feed.Publish(EventTopic.Buttons, 0, new ButtonsEvent(ButtonNames.Of(down), frame), EventJson.Context.ButtonsEvent);

    public void OnReset(long before, long frame) =>
        _feed.Publish(EventTopic.Reset, 0, new ResetEvent(frame, before), EventJson.Context.ResetEvent);

    public void OnLost(long? count) => _feed.Publish(EventTopic.Gap, 0, new GapEvent(count), EventJson.Context.GapEvent);

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
                _feed.Publish(EventTopic.State, 0, new StateEvent(StateNames.Of(_state)), EventJson.Context.StateEvent);
            }

            TellGame_NeedsLock(status);
        }
    }

    // Facts are asked for anew whenever the game may be another one; only then are there others.
    private void TellGame_NeedsLock(EmulatorStatus status)
    {
        var hasNoGame = status.State == EmulatorState.NoGame;
        var areNew = !ReferenceEquals(status.Facts, _facts);
        var isAnother = areNew
            && (_isNewGame || GameDescription.Of(status.Facts)?.WithoutFiles() != GameDescription.Of(_facts)?.WithoutFiles());
        _facts = status.Facts;
        if (hasNoGame ? _hasNoGame : !isAnother && !(_hasNoGame && areNew))
            return;
        (_hasNoGame, _isNewGame) = (hasNoGame, _isNewGame && !areNew);
        var told = hasNoGame ? new GameEvent(null, -1) : new GameEvent(GameDescription.Of(_facts), status.Frame);
        _feed.Publish(EventTopic.Game, 0, told, EventJson.Context.GameEvent);
    }

    private EventTopics Want_NeedsLock(EventTopic topics)
    {
        for (var i = 0; i < ToldWhenAsked.Length; i++)
        {
            var (topic, told) = ToldWhenAsked[i];
            if (!topics.HasFlag(topic))
                continue;
            _ticksUnwanted[i] = 0;
            if (!_told.HasFlag(told))
                _toldSince[i] = _feed.Ring.Last + 1;
            _told |= told;
        }

        return _told;
    }

    // Whether the script was not told to tell all of these ever since that event.
    private bool Lacks_NeedsLock(EventTopic topics, long number)
    {
        for (var i = 0; i < ToldWhenAsked.Length; i++)
        {
            if (topics.HasFlag(ToldWhenAsked[i].Topic) && number < _toldSince[i])
                return true;
        }

        return false;
    }

    private void OnTick()
    {
        _feed.KeepAlive();
        lock (_gate)
        {
            EndUnheardWatches_NeedsLock();
            var told = _told;
            for (var i = 0; i < ToldWhenAsked.Length; i++)
            {
                if (_feed.IsWanted(ToldWhenAsked[i].Topic))
                    _ticksUnwanted[i] = 0;
                else if (++_ticksUnwanted[i] >= TicksKept)
                    told &= ~ToldWhenAsked[i].Told;
            }

            if (told == _told)
                return;
            _told = told;
            _ = _emulator.Events.SubscribeAsync(told, CancellationToken.None);
        }
    }
}
