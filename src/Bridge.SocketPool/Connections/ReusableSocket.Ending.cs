using System.Net.Sockets;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Connections;

internal sealed partial class ReusableSocket
{
    // A script that isn't paused answers within a frame or two, and closes its side as quickly.
    private static readonly TimeSpan ReplyTimeout = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan CloseTimeout = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan LookAgain = TimeSpan.FromMilliseconds(10);

    /// <summary>
    /// Has the script end all that is in flight: what has not begun is answered as cancelled, a press or a wait that has as interrupted.
    /// What is not answered within a second ends without it.
    /// </summary>
    internal async Task EndRequestsAsync()
    {
        var began = _time.GetTimestamp();
        CancelAll();
        while (HasRequests() && _time.GetElapsedTime(began) < ReplyTimeout)
            await Task.Delay(LookAgain, _time).ConfigureAwait(false);
        Abandon(IsRequest, exchange => exchange.Category == ReplayCategory.ReadOnly
            ? exchange.ToException(EmulatorFailure.Stopping, Sentences.Stopping)
            : exchange.ToException(EmulatorFailure.OutcomeUnknown, Sentences.UnknownAfterStop));
    }

    /// <summary>
    /// Closes the connection in order: says that nothing more will come, and waits until the script has closed its side, so that nothing it
    /// still sends meets a connection that is gone.
    /// </summary>
    internal void Leave()
    {
        try
        {
            _socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // It has broken already.
        }

        _ = DisposeLaterAsync();
    }

    private async Task DisposeLaterAsync()
    {
        await ((Task)Closed).WaitAsync(CloseTimeout, _time).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        Dispose();
    }

    private void CancelAll()
    {
        var found = new List<Exchange>();
        lock (_gate)
        {
            _exchanges.Find(IsRequest, found);
            foreach (var exchange in found)
                QueueCancel_NeedsLock(exchange.Id);
        }

        if (found.Count > 0)
            _queue.Start();
    }

    private bool HasRequests()
    {
        var found = new List<Exchange>();
        lock (_gate)
            _exchanges.Find(IsRequest, found);
        return found.Count > 0;
    }

    // A request without deadline is the bridge's own.
    private static bool IsRequest(Exchange exchange) => exchange.Deadline != long.MaxValue;

    /// <summary>Declares the emulator silent: what is in flight is told so at once, instead of at its deadline.</summary>
    /// <param name="isStuck">Whether it became so when a state or a game was loaded.</param>
    internal void MarkSilent(bool isStuck)
    {
        var (failure, sentence) = isStuck ? (EmulatorFailure.Stuck, Sentences.Stuck) : (EmulatorFailure.Paused, Sentences.Paused);
        _receiver.IsSilent = true;
        // A request without deadline is the ping whose answer will end the silence.
        Abandon(exchange => exchange.Deadline != long.MaxValue, exchange => exchange.Category == ReplayCategory.ReadOnly
            ? exchange.ToException(failure, sentence)
            : exchange.ToException(EmulatorFailure.OutcomeUnknown, Sentences.UnknownAfterSilence));
    }

    /// <summary>Takes the right to complete <paramref name="exchange"/> and tells the script to forget the request.</summary>
    internal bool TryAbandon(Exchange exchange)
    {
        lock (_gate)
        {
            if (exchange.Id == 0)
                return false;
            QueueCancel_NeedsLock(exchange.Id);
            _exchanges.TakeId(exchange);
        }

        _queue.Start();
        _meters.GivenUp();
        return true;
    }

    /// <summary>Closes the connection; what is in flight ends as not applied or with an unknown outcome.</summary>
    public void Dispose() => Break(new ObjectDisposedException(nameof(ReusableSocket), "the bridge closed the connection"));

    private void Sweep()
    {
        _sweep.Begin();
        var now = _time.GetTimestamp();
        bool isBehind;
        lock (_gate)
            isBehind = _exchanges.IsOverloaded(now);
        Abandon(exchange => exchange.Deadline <= now, exchange => exchange.Category == ReplayCategory.ReadOnly
            ? exchange.ToException(EmulatorFailure.TimedOut, Sentences.TimedOut)
            : exchange.ToException(EmulatorFailure.OutcomeUnknown, Sentences.UnknownAfterDeadline));
        long next;
        lock (_gate)
        {
            if (isBehind)
                _exchanges.Decrease();
            next = _exchanges.EarliestDeadline();
        }

        _sweep.Arm(next);
    }

    private void Abandon(Func<Exchange, bool> matches, Func<Exchange, EmulatorException> because)
    {
        var taken = new List<Exchange>();
        lock (_gate)
        {
            _exchanges.Find(matches, taken);
            foreach (var exchange in taken)
            {
                QueueCancel_NeedsLock(exchange.Id);
                _exchanges.TakeId(exchange); // mutation: overdue-id
            }
        }

        if (taken.Count > 0)
            _queue.Start();
        foreach (var exchange in taken)
            Fail(exchange, _time.GetTimestamp(), because(exchange));
    }

    /// <summary>
    /// Ends the connection; what is in flight ends as not applied or with an unknown outcome. Only the first reason counts.
    /// </summary>
    internal void Break(Exception reason)
    {
        var taken = new List<Exchange>();
        long handedOver;
        lock (_gate)
        {
            if (_brokenBy is not null)
                return;
            _brokenBy = reason;
            handedOver = _queue.Close_NeedsLock();
            _exchanges.Find(_ => true, taken); // mutation: break
            foreach (var exchange in taken)
                _exchanges.TakeId(exchange);
        }

        _sweep.Dispose();
        // By a reset alone. Closing with replies unread sends one right behind the end,
        // and then mGBA's next write already ends it with SIGPIPE.
        _socket.Close(timeout: 0); // mutation: close
        foreach (var exchange in taken)
        {
            Fail(exchange, _time.GetTimestamp(), exchange.Offset >= handedOver // mutation: offset
                ? exchange.ToException(EmulatorFailure.NotApplied, Sentences.NotApplied, reason)
                : exchange.ToException(EmulatorFailure.OutcomeUnknown, Sentences.UnknownAfterBreak, reason));
        }

        _closed.TrySetResult(reason);
    }

    private void Fail(Exchange exchange, long end, EmulatorException exception)
    {
        Count(exchange, end, exception.Failure);
        exchange.Fail(exception);
    }

    // Before the caller is told, because the exchange is another one's from then on.
    private void Count(Exchange exchange, long end, EmulatorFailure? failure)
    {
        if (exchange.IsForSomebody)
            _meters.Ended(exchange.Reading, end, failure);
    }
}
