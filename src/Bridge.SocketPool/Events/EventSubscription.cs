using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Events;

/// <summary>
/// Subscribes to an emulator's events and watches over one connection of the pool. Remembers the subscriptions, and restores them over the
/// next connection after a break.
/// </summary>
/// <remarks>
/// <c>_gate</c> protects the remembered subscriptions. Requests are queued under it, so that they are sent in the same order as the
/// changes; nothing waits while it is held.
/// </remarks>
public sealed partial class EventSubscription : IConnectionObserver
{
    // Max time that a subscriber waits for an emulator that does not respond.
    private static readonly TimeSpan SubscribeTimeout = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan RetryDelay = TimeSpan.FromMilliseconds(100);
    // Max concurrent requests that clear or restore watches. Far below the limit of a connection, so that other requests have room.
    private const int MaxConcurrent = 128;

    private const EventTopics AllTopics = EventTopics.Frame | EventTopics.Buttons | EventTopics.Reset;

    private readonly Func<ReusableSocket> _getConnection;
    private readonly EmulatorOptions _options;
    private readonly TimeProvider _time;
    private readonly FaultLog _faults;
    private readonly Lock _gate = new();
    private readonly Dictionary<int, WatchedPlace> _watches = [];
    private readonly HashSet<int> _rejected = []; // The game lacks their place. They are set again once another game is loaded.
    private readonly Queue<int> _pendingClears = [];
    private TaskCompletionSource? _clearsSent; // Completes when no clear is pending; null unless new watches wait for it.
    private ReusableSocket? _socket; // null: not connected
    private TaskCompletionSource<ReusableSocket> _attached = NewSource();
    private Task _subscribing = Task.CompletedTask;
    private EventTopics _topics;
    private bool _wasDetached;
    private int _clearLoops; // Running calls of SendClearsAsync.
    private GuardedListener? _listener;

    /// <summary>Creates the subscriptions of an emulator whose connections it observes.</summary>
    /// <param name="getConnection">
    /// Returns a connection, or throws an <see cref="EmulatorException"/> with the reason why there is none.
    /// </param>
    /// <param name="options">Has the deadline for setting a watch.</param>
    /// <param name="time">The clock.</param>
    /// <param name="faults">Receives the exceptions of the listener.</param>
    internal EventSubscription(Func<ReusableSocket> getConnection, EmulatorOptions options, TimeProvider time, FaultLog faults) =>
        (_getConnection, _options, _time, _faults) = (getConnection, options, time, faults);

    /// <summary>Sends all further events to <paramref name="listener"/>, which replaces the one before.</summary>
    public void Listen(IEventListener listener) => Volatile.Write(ref _listener, new GuardedListener(listener, _faults));

    /// <summary>
    /// Subscribes to exactly these topics. The task completes when the script has confirmed them, or at once if the emulator is not
    /// reachable; the topics are sent as soon as it is again.
    /// </summary>
    public async Task SubscribeAsync(EventTopics topics, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfNotEqual(topics & AllTopics, topics);
        Task subscribing;
        var shouldWait = false;
        lock (_gate)
        {
            if (_socket is { } socket)
            {
                if (_topics != topics)
                    _subscribing = SendTopicsAsync(socket, topics);
                shouldWait = !socket.IsSilent;
            }

            _topics = topics;
            UpdateExpectation_NeedsLock();
            subscribing = _subscribing;
        }

        if (shouldWait)
            await subscribing.WaitAsync(SubscribeTimeout, _time, cancellationToken)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        cancellationToken.ThrowIfCancellationRequested();
    }

    /// <summary>Sets a watch, which lasts until it is cleared.</summary>
    /// <param name="id">1 to 2,147,483,647. A watch with the same id is replaced.</param>
    /// <param name="place">The place in memory to watch.</param>
    /// <returns>The current value.</returns>
    /// <exception cref="EmulatorException">The emulator is not reachable or refuses the watch; then there is no watch.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The id is less than 1.</exception>
    public async Task<WatchReading> SetWatchAsync(int id, WatchedPlace place)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(id, 1);
        var socket = await GetSocketAsync().ConfigureAwait(false);
        var deadline = _time.GetTimestamp() + (long)(_options.Deadline.TotalSeconds * _time.TimestampFrequency);
        await WaitForClearsAsync().ConfigureAwait(false);
        Task<WatchReading> setting;
        lock (_gate)
        {
            _watches[id] = place;
            UpdateExpectation_NeedsLock();
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
            _rejected.Remove(id);
            if (!_watches.Remove(id) || _socket is null)
                return;
            UpdateExpectation_NeedsLock();
            _pendingClears.Enqueue(id);
            if (_clearLoops == MaxConcurrent)
            {
                _clearsSent ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
                return;
            }

            _clearLoops++;
        }

        _ = SendClearsAsync();
    }

    // The first healthy connection may be another one than the connection for events, which is ready a moment later.
    private async Task<ReusableSocket> GetSocketAsync()
    {
        _ = _getConnection();
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

    // The script has room for a new watch only after it has received the pending clears.
    private Task WaitForClearsAsync()
    {
        Task? clearsSent;
        lock (_gate)
            clearsSent = _clearsSent?.Task;
        return clearsSent is null ? Task.CompletedTask : Delay.WaitAsync(clearsSent, _options.Deadline, _time, CancellationToken.None);
    }

    private void CompleteClears_NeedsLock()
    {
        _clearsSent?.TrySetResult();
        _clearsSent = null;
    }

    private static async Task<WatchReading> SetAsync(ReusableSocket socket, int id, WatchedPlace place, long deadline)
    {
        using var reply = await socket.SendAsync(place.ToRequest(id), deadline, CancellationToken.None).ConfigureAwait(false);
        return WatchReading.Read(reply.Arguments, reply.Payload.Span, reply.Frame);
    }

    // Retries while the queue is full. After a break, the next connection gets all topics anyway.
    private async Task SendTopicsAsync(ReusableSocket socket, EventTopics topics)
    {
        var request = CommandTable.EventsSubscribe.Request(NamesOf(topics));
        var sending = TrySendAsync(socket, request);
        while (!await sending.ConfigureAwait(false))
        {
            await Task.Delay(RetryDelay, _time).ConfigureAwait(false);
            lock (_gate)
            {
                if (_topics != topics)
                    return;
                sending = TrySendAsync(socket, request);
            }
        }
    }

    // Sends one clear after the other. Up to MaxConcurrent of these loops run at a time.
    private async Task SendClearsAsync()
    {
        while (TrySendNextClear(out var id) is { } sending)
        {
            if (await sending.ConfigureAwait(false))
                continue;
            await Task.Delay(RetryDelay, _time).ConfigureAwait(false);
            lock (_gate)
                _pendingClears.Enqueue(id); // mutation: watch-clear-again
        }
    }

    /// <returns>Null if no clear is pending, or there is no connection.</returns>
    private Task<bool>? TrySendNextClear(out int id)
    {
        lock (_gate)
        {
            id = 0;
            while (_socket is { } socket && _pendingClears.TryDequeue(out id))
            {
                if (_pendingClears.Count == 0)
                    CompleteClears_NeedsLock();
                // The watch may have been set again.
                if (!_watches.ContainsKey(id))
                    return TrySendAsync(socket, CommandTable.WatchClear.Request(id));
            }

            _clearLoops--;
            return null;
        }
    }

    /// <returns>False if the queue was full.</returns>
    private static async Task<bool> TrySendAsync(ReusableSocket socket, EmulatorRequest request)
    {
        try
        {
            using var reply = await socket.SendAsync(request, long.MaxValue, CancellationToken.None).ConfigureAwait(false);
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
