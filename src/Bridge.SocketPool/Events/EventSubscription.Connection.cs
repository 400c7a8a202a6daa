using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Connections;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Events;

public sealed partial class EventSubscription
{
    void IConnectionObserver.OnAttached(ReusableSocket socket)
    {
        bool isAnother;
        lock (_gate)
        {
            _socket = socket;
            _attached.TrySetResult(socket);
            _refused.Clear();
            isAnother = _hasBroken && (_topics != EventTopics.None || _watches.Count > 0);
            _hasBroken = false;
            if (_topics != EventTopics.None)
                _subscribing = TellTopicsAsync(socket, _topics);
        }

        Volatile.Read(ref _listener)?.OnAttached();
        _ = RestoreAsync(socket, isAnother);
    }

    void IConnectionObserver.OnDetached()
    {
        lock (_gate)
        {
            _hasBroken = true;
            _socket = null;
            _cleared.Clear();
            ClearedAreTold_NeedsLock();
            _attached = NewSource();
        }

        Volatile.Read(ref _listener)?.OnHeartbeat();
    }

    // Watches that the game before had no place for may have one now.
    void IConnectionObserver.OnFacts()
    {
        lock (_gate)
        {
            if (_refused.Count > 0 && _socket is { } socket)
                _ = SetAgainAsync(socket, [.. _refused]);
        }
    }

    void IConnectionObserver.OnHeartbeat() => Volatile.Read(ref _listener)?.OnHeartbeat();

    // What it doesn't know is newer than this bridge, and passed over.
    void IConnectionObserver.OnServerMessage(in ServerMessage notice)
    {
        if (Volatile.Read(ref _listener) is not { } listener)
            return;
        var arguments = notice.Arguments;
        if (notice.Word.SequenceEqual("frame"u8))
            listener.OnFrame(notice.Frame);
        else if (notice.Word.SequenceEqual("keys"u8))
            listener.OnButtons((Buttons)ReplyArguments.TakeNumber(ref arguments), notice.Frame);
        else if (notice.Word.SequenceEqual("reset"u8))
            listener.OnReset(ReplyArguments.TakeNumber(ref arguments), notice.Frame);
        else if (notice.Word.SequenceEqual("watch"u8))
            listener.OnWatch((int)ReplyArguments.TakeNumber(ref arguments), WatchReading.Read(arguments, notice.Payload, notice.Frame));
        else if (notice.Word.SequenceEqual("lost"u8))
            listener.OnLost(ReplyArguments.TakeNumber(ref arguments));
        else if (notice.Word.SequenceEqual("new-game"u8))
            listener.OnNewGame();
    }

    private async Task RestoreAsync(ReusableSocket socket, bool isAnother)
    {
        Task subscribing;
        int[] ids;
        lock (_gate)
        {
            subscribing = _subscribing;
            ids = [.. _watches.Keys];
        }

        await subscribing.ConfigureAwait(false);
        if (isAnother)
            Volatile.Read(ref _listener)?.OnLost(null);
        await SetAgainAsync(socket, ids).ConfigureAwait(false);
    }

    private async Task SetAgainAsync(ReusableSocket socket, int[] ids)
    {
        foreach (var some in ids.Chunk(AtOnce))
            await Task.WhenAll(some.Select(id => SetAgainAsync(socket, id))).ConfigureAwait(false);
    }

    private async Task SetAgainAsync(ReusableSocket socket, int id)
    {
        while (!await TrySetAgainAsync(socket, id).ConfigureAwait(false))
            await Task.Delay(RetryPause, _time).ConfigureAwait(false);
    }

    /// <returns>False: the queue was full.</returns>
    private async Task<bool> TrySetAgainAsync(ReusableSocket socket, int id)
    {
        Task<WatchReading> setting;
        lock (_gate)
        {
            _refused.Remove(id);
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
            // Broken again: the next connection is asked.
        }
        catch (EmulatorException)
        {
            // No game, or none that has such a place.
            lock (_gate)
            {
                if (_watches.ContainsKey(id))
                    _refused.Add(id);
            }

            Volatile.Read(ref _listener)?.OnWatchSetAgain(id, WatchReading.Unreadable(frame: -1));
        }

        return true;
    }
}
