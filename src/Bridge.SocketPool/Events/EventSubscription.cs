using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Events;

/// <summary>
/// The connection over which an emulator tells what happens. Remembers what it was asked to tell and asks for it again over the
/// next connection when one breaks.
/// </summary>
/// <remarks>
/// <c>_gate</c> protects what is remembered. Requests are queued under it, so that they go out in its order; nothing waits.
/// </remarks>
public sealed partial class EventSubscription : IConnectionObserver
{
    // Nobody who subscribes waits longer for an emulator that stands still.
    private static readonly TimeSpan SubscribeTimeout = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan RetryPause = TimeSpan.FromMilliseconds(100);
    // Of watches that are set again or cleared; far below what may be in flight on a connection, so that others have room.
    private const int AtOnce = 128;

    private const EventTopics AllTopics = EventTopics.Frame | EventTopics.Buttons | EventTopics.Reset;

    private readonly Func<ReusableSocket> _anyConnection;
    private readonly EmulatorOptions _options;
    private readonly TimeProvider _time;
    private readonly Lock _gate = new();
    private readonly Dictionary<int, WatchedPlace> _watches = [];
    private readonly HashSet<int> _refused = [];
    private readonly Queue<int> _cleared = [];
    private TaskCompletionSource? _clearedAreTold;
    private ReusableSocket? _socket;
    private TaskCompletionSource<ReusableSocket> _attached = NewSource();
    private Task _subscribing = Task.CompletedTask;
    private EventTopics _topics;
    private bool _hasBroken;
    private int _clearing;
    private IEventListener? _listener;

    /// <summary>Makes the line of an emulator whose connections it observes.</summary>
    /// <param name="anyConnection">Gets a connection, or throws the <see cref="EmulatorException"/> that says why there is none.</param>
    /// <param name="options">The deadline of a watch that is set.</param>
    /// <param name="time">The clock.</param>
    internal EventSubscription(Func<ReusableSocket> anyConnection, EmulatorOptions options, TimeProvider time) =>
        (_anyConnection, _options, _time) = (anyConnection, options, time);

    /// <summary>Has <paramref name="listener"/> told everything from now on. There is one.</summary>
    public void Listen(IEventListener listener) => Volatile.Write(ref _listener, listener);

    /// <summary>
    /// Has the script tell exactly these. Ends when it has heard so; at once where it can't hear anything now:
    /// then it is told as soon as it can.
    /// </summary>
    public async Task SubscribeAsync(EventTopics topics, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(topics & AllTopics, topics);
        Task subscribing;
        var mayWait = false;
        lock (_gate)
        {
            if (_socket is { } socket)
            {
                if (_topics != topics)
                    _subscribing = TellTopicsAsync(socket, topics);
                mayWait = !socket.IsSilent;
            }

            _topics = topics;
            subscribing = _subscribing;
        }

        if (mayWait)
            await subscribing.WaitAsync(SubscribeTimeout, _time, cancellationToken)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        cancellationToken.ThrowIfCancellationRequested();
    }

    /// <summary>Sets a watch, until it is cleared.</summary>
    /// <param name="id">1 to 2,147,483,647; of several with the same id the last one counts.</param>
    /// <param name="place">What it looks at.</param>
    /// <returns>What it shows now.</returns>
    /// <exception cref="EmulatorException">The emulator can't be asked, or refuses; then there is no watch.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id is less than 1.</exception>
    public async Task<WatchReading> SetWatchAsync(int id, WatchedPlace place)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(id, 1);
        var socket = await SocketAsync().ConfigureAwait(false);
        var deadline = _time.GetTimestamp() + (long)(_options.Deadline.TotalSeconds * _time.TimestampFrequency);
        await UntilClearedAreToldAsync().ConfigureAwait(false);
        Task<WatchReading> setting;
        lock (_gate)
        {
            _watches[id] = place;
            setting = SetAsync(socket, id, place, deadline); // mutation: watch-set
        }

        try
        {
            return await setting.ConfigureAwait(false); // mutation: watch-read
        }
        catch
        {
            ClearWatch(id);
            throw;
        }
    }

    /// <summary>Clears a watch.</summary>
    public void ClearWatch(int id)
    {
        lock (_gate)
        {
            _refused.Remove(id);
            if (!_watches.Remove(id) || _socket is null)
                return;
            _cleared.Enqueue(id);
            if (_clearing == AtOnce)
            {
                _clearedAreTold ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                return;
            }

            _clearing++;
        }

        _ = TellClearedAsync();
    }

    // The first that the emulator was heard over may not be this line's own, which is there in a moment then.
    private async Task<ReusableSocket> SocketAsync()
    {
        _ = _anyConnection();
        Task<ReusableSocket> attached;
        lock (_gate)
            attached = _attached.Task;
        try
        {
            return await attached.WaitAsync(_options.Deadline, _time).ConfigureAwait(false);
        }
        catch (TimeoutException exception)
        {
            throw new EmulatorException(EmulatorFailure.NoEmulator, Sentences.NoEmulator, exception);
        }
    }

    // In the script a watch has no place before those that were cleared have given theirs back.
    private Task UntilClearedAreToldAsync()
    {
        Task? told;
        lock (_gate)
            told = _clearedAreTold?.Task;
        return told is null ? Task.CompletedTask : Delay.UntilAsync(told, _options.Deadline, _time, CancellationToken.None);
    }

    private void ClearedAreTold_NeedsLock()
    {
        _clearedAreTold?.TrySetResult();
        _clearedAreTold = null;
    }

    private static async Task<WatchReading> SetAsync(ReusableSocket socket, int id, WatchedPlace place, long deadline)
    {
        using var reply = await socket.SendAsync(place.ToRequest(id), deadline, retry: null, CancellationToken.None).ConfigureAwait(false);
        return WatchReading.Read(reply.Arguments, reply.Payload.Span, reply.Frame);
    }

    // A full queue has room again in a moment; a broken connection is followed by one that is told everything.
    private async Task TellTopicsAsync(ReusableSocket socket, EventTopics topics)
    {
        var request = CommandTable.EventsSubscribe.Request(NamesOf(topics));
        var telling = TellAsync(socket, request);
        while (!await telling.ConfigureAwait(false))
        {
            await Task.Delay(RetryPause, _time).ConfigureAwait(false);
            lock (_gate)
            {
                if (_topics != topics)
                    return;
                telling = TellAsync(socket, request);
            }
        }
    }

    // One after the other, beside others that do the same.
    private async Task TellClearedAsync()
    {
        while (TryTellCleared(out var id) is { } telling)
        {
            if (await telling.ConfigureAwait(false))
                continue;
            await Task.Delay(RetryPause, _time).ConfigureAwait(false);
            lock (_gate)
                _cleared.Enqueue(id); // mutation: watch-clear-again
        }
    }

    /// <returns>Null: there is none left, or nobody who knows of any.</returns>
    private Task<bool>? TryTellCleared(out int id)
    {
        lock (_gate)
        {
            id = 0;
            while (_socket is { } socket && _cleared.TryDequeue(out id))
            {
                if (_cleared.Count == 0)
                    ClearedAreTold_NeedsLock();
                // It may have been set anew.
                if (!_watches.ContainsKey(id))
                    return TellAsync(socket, CommandTable.WatchClear.Request(id));
            }

            _clearing--;
            return null;
        }
    }

    /// <returns>False: the queue was full.</returns>
    private static async Task<bool> TellAsync(ReusableSocket socket, EmulatorRequest request)
    {
        try
        {
            using var reply = await socket.SendAsync(request, long.MaxValue, retry: null, CancellationToken.None).ConfigureAwait(false);
        }
        catch (EmulatorException exception)
        {
            return exception.Failure != EmulatorFailure.Overloaded;
        }

        return true;
    }

    private static string NamesOf(EventTopics topics) => string.Join(',', new[]
    {
        topics.HasFlag(EventTopics.Frame) ? "frame" : null, topics.HasFlag(EventTopics.Buttons) ? "buttons" : null,
        topics.HasFlag(EventTopics.Reset) ? "reset" : null,
    }.Where(name => name is not null));

    private static TaskCompletionSource<ReusableSocket> NewSource() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
