using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Events;

public sealed partial class EventSubscription
{
    // Null while nothing waits for a heartbeat.
    private TaskCompletionSource? _heartbeat;

    /// <summary>Returns a task that completes when the emulator's state or its facts may have changed.</summary>
    internal Task NextHeartbeatAsync() => LazyInitializer.EnsureInitialized(
        ref _heartbeat, static () => new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;

    void IConnectionObserver.OnAttached(ReusableSocket socket)
    {
        bool mayHaveMissedEvents;
        lock (_gate)
        {
            _socket = socket;
            UpdateExpectation_NeedsLock();
            _attached.TrySetResult(socket);
            _rejected.Clear();
            mayHaveMissedEvents = _wasDetached && (_topics != EventTopics.None || _watches.Count > 0);
            _wasDetached = false;
            if (_topics != EventTopics.None)
                _subscribing = SendTopicsAsync(socket, _topics);
        }

        Volatile.Read(ref _listener)?.OnAttached();
        _ = RestoreAsync(socket, mayHaveMissedEvents);
    }

    void IConnectionObserver.OnDetached()
    {
        lock (_gate)
        {
            _wasDetached = true;
            _socket = null;
            _pendingClears.Clear();
            CompleteClears_NeedsLock();
            _attached = NewSource();
        }

        ReportHeartbeat();
    }

    // The new game may have the places of watches that were rejected for the game before.
    void IConnectionObserver.OnFacts()
    {
        lock (_gate)
        {
            if (_rejected.Count > 0 && _socket is { } socket)
                _ = RestoreWatchesAsync(socket, [.. _rejected]);
        }
    }

    void IConnectionObserver.OnHeartbeat() => ReportHeartbeat();

    // Unknown messages belong to a newer protocol and are ignored.
    void IConnectionObserver.OnServerMessage(in ServerMessage message)
    {
        if (Volatile.Read(ref _listener) is not { } listener)
            return;
        var arguments = message.Arguments;
        if (message.Word.SequenceEqual("frame"u8))
            listener.OnFrame(message.Frame);
        else if (message.Word.SequenceEqual("keys"u8))
            listener.OnButtons((Buttons)ReplyArguments.TakeNumber(ref arguments), message.Frame);
        else if (message.Word.SequenceEqual("reset"u8))
            listener.OnReset(ReplyArguments.TakeNumber(ref arguments), message.Frame);
        else if (message.Word.SequenceEqual("rewound"u8))
            listener.OnRewound(ReplyArguments.TakeNumber(ref arguments), ReplyArguments.TakeNumber(ref arguments), message.Frame);
        else if (message.Word.SequenceEqual("marked"u8))
            listener.OnMarked(
                now: ReplyArguments.TakeNumber(ref arguments), name: ReplyArguments.TakeText(ref arguments), frame: message.Frame);
        else if (message.Word.SequenceEqual("noted"u8))
            listener.OnNoted(Encoding.UTF8.GetString(message.Payload), ReplyArguments.TakeNumber(ref arguments), message.Frame);
        else if (message.Word.SequenceEqual("message"u8))
            listener.OnMessage(Encoding.UTF8.GetString(message.Payload), (int)ReplyArguments.TakeNumber(ref arguments),
                ReplyArguments.TakeNumber(ref arguments) != 0, message.Frame);
        else if (message.Word.SequenceEqual("hits"u8))
            listener.OnHits(BreakpointHit.ReadAll(message.Payload), ReplyArguments.TakeNumber(ref arguments), message.Frame);
        else if (message.Word.SequenceEqual("rumble"u8))
            listener.OnRumble(ReplyArguments.TakeNumber(ref arguments) != 0, message.Frame);
        else if (message.Word.SequenceEqual("watch"u8))
            listener.OnWatch((int)ReplyArguments.TakeNumber(ref arguments), WatchReading.Read(arguments, message.Payload, message.Frame));
        else if (message.Word.SequenceEqual("lost"u8))
            listener.OnLost(ReplyArguments.TakeNumber(ref arguments));
        else if (message.Word.SequenceEqual("new-game"u8))
            listener.OnNewGame();
    }

    private void ReportHeartbeat()
    {
        Interlocked.Exchange(ref _heartbeat, null)?.TrySetResult();
        Volatile.Read(ref _listener)?.OnHeartbeat();
    }

    private void UpdateExpectation_NeedsLock()
    {
        if (_socket is { } socket)
            socket.ExpectsEvents = _topics != EventTopics.None || _watches.Count > 0;
    }

    private async Task RestoreAsync(ReusableSocket socket, bool mayHaveMissedEvents)
    {
        Task subscribing;
        int[] ids;
        lock (_gate)
        {
            subscribing = _subscribing;
            ids = [.. _watches.Keys];
        }

        await subscribing.ConfigureAwait(false);
        if (mayHaveMissedEvents)
            Volatile.Read(ref _listener)?.OnLost(null);
        await RestoreWatchesAsync(socket, ids).ConfigureAwait(false);
    }

    private async Task RestoreWatchesAsync(ReusableSocket socket, int[] ids)
    {
        foreach (var chunk in ids.Chunk(MaxConcurrent))
            await Task.WhenAll(chunk.Select(id => RestoreWatchAsync(socket, id))).ConfigureAwait(false);
    }

    private async Task RestoreWatchAsync(ReusableSocket socket, int id)
    {
        while (!await TryRestoreWatchAsync(socket, id).ConfigureAwait(false))
            await Task.Delay(RetryDelay, _time).ConfigureAwait(false);
    }

    /// <returns>False if the queue was full.</returns>
    private async Task<bool> TryRestoreWatchAsync(ReusableSocket socket, int id)
    {
        Task<WatchReading> setting;
        lock (_gate)
        {
            _rejected.Remove(id);
            if (!_watches.TryGetValue(id, out var place))
                return true;
            setting = SetAsync(socket, id, place, long.MaxValue);
        }

        try
        {
            Volatile.Read(ref _listener)?.OnWatchSetAgain(id, await setting.ConfigureAwait(false));
        }
        catch (EmulatorException exception) when (exception.Failure == EmulatorFailure.Overloaded)
        {
            return false; // mutation: watch-set-again
        }
        catch (EmulatorException exception) when (exception.Failure is EmulatorFailure.NotApplied or EmulatorFailure.OutcomeUnknown)
        {
            // The connection broke; the next one restores the watch.
        }
        catch (EmulatorException)
        {
            // No game is loaded, or it has no such place.
            lock (_gate)
            {
                if (_watches.ContainsKey(id))
                    _rejected.Add(id);
            }

            Volatile.Read(ref _listener)?.OnWatchSetAgain(id, WatchReading.Unreadable(frame: -1));
        }

        return true;
    }
}
