using System.Net.Sockets;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Connections;

internal sealed partial class ReusableSocket
{
    // A script that isn't paused replies, and closes its side, within a frame or two.
    private static readonly TimeSpan ReplyTimeout = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan CloseTimeout = TimeSpan.FromMilliseconds(500);

    /// <summary>
    /// Cancels everything in flight: the script replies with cancelled to requests that have not started, and with interrupted to presses
    /// and waits that have. Requests without a reply after a second are abandoned.
    /// </summary>
    internal async Task EndRequestsAsync()
    {
        await Delay.WaitAsync(CancelAll(), ReplyTimeout, _time, CancellationToken.None).ConfigureAwait(false);
        Abandon(exchange => exchange.IsClientRequest, exchange => exchange.Category == ReplayCategory.ReadOnly
            ? exchange.ToException(EmulatorFailure.Stopping, Sentences.Stopping)
            : exchange.ToException(EmulatorFailure.OutcomeUnknown, Sentences.UnknownAfterStop));
    }

    /// <summary>
    /// Closes the connection gracefully: shuts down the sending side and waits until the script has closed its own, so that nothing it
    /// still sends arrives at a closed connection.
    /// </summary>
    internal void CloseGracefully()
    {
        try
        {
            _socket.Shutdown(SocketShutdown.Send);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // The connection is already broken.
        }

        _ = DisposeAfterCloseAsync();
    }

    private async Task DisposeAfterCloseAsync()
    {
        await ((Task)Closed).WaitAsync(CloseTimeout, _time).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        Dispose();
    }

    // Returns a task that completes when all client requests have ended.
    private Task CancelAll()
    {
        var found = new List<Exchange>();
        Task ended;
        lock (_gate)
        {
            _exchanges.Find(exchange => exchange.IsClientRequest, found);
            foreach (var exchange in found)
                QueueCancel_NeedsLock(exchange.Id);
            ended = _exchanges.ClientRequestsEndedAsync();
        }

        if (found.Count > 0)
            _queue.Start();
        return ended;
    }

    /// <summary>Marks the emulator as silent and fails the requests in flight now instead of at their deadlines.</summary>
    /// <param name="isStuck">Whether the silence began when a state or a game was loaded.</param>
    internal void MarkSilent(bool isStuck)
    {
        var (failure, sentence) = isStuck ? (EmulatorFailure.Stuck, Sentences.Stuck) : (EmulatorFailure.Paused, Sentences.Paused);
        _receiver.IsSilent = true;
        // The reply to a ping will end the silence.
        Abandon(exchange => exchange.IsClientRequest, exchange => exchange.Category == ReplayCategory.ReadOnly
            ? exchange.ToException(failure, sentence)
            : exchange.ToException(EmulatorFailure.OutcomeUnknown, Sentences.UnknownAfterSilence));
    }

    // Ends an exchange whose caller has cancelled it, and tells the script, unless it has already ended.
    private void Cancel(Exchange exchange, CancellationToken token)
    {
        lock (_gate)
        {
            if (exchange.Id == 0)
                return;
            QueueCancel_NeedsLock(exchange.Id);
            _exchanges.Claim(exchange);
        }

        _queue.Start();
        _meters.CountCancelled();
        exchange.Fail(new OperationCanceledException(token));
    }

    /// <summary>Closes the connection. Requests in flight end as not applied or with an unknown outcome.</summary>
    public void Dispose() => Break(new ObjectDisposedException(nameof(ReusableSocket), "The bridge closed the connection."));

    private void Sweep()
    {
        _sweep.Begin();
        var now = _time.GetTimestamp();
        bool isOverloaded;
        lock (_gate)
            isOverloaded = _exchanges.IsOverloaded(now);
        Abandon(exchange => exchange.Deadline <= now, exchange => exchange.Category == ReplayCategory.ReadOnly
            ? exchange.ToException(EmulatorFailure.TimedOut, Sentences.TimedOut)
            : exchange.ToException(EmulatorFailure.OutcomeUnknown, Sentences.UnknownAfterDeadline));
        long next;
        lock (_gate)
        {
            if (isOverloaded)
                _exchanges.Decrease();
            next = _exchanges.EarliestDeadline();
        }

        _sweep.Arm(next);
    }

    private void Abandon(Func<Exchange, bool> matches, Func<Exchange, EmulatorException> toException)
    {
        var claimed = new List<Exchange>();
        lock (_gate)
        {
            _exchanges.Find(matches, claimed);
            foreach (var exchange in claimed)
            {
                QueueCancel_NeedsLock(exchange.Id);
                _exchanges.Claim(exchange); // mutation: overdue-id
            }
        }

        if (claimed.Count > 0)
            _queue.Start();
        foreach (var exchange in claimed)
            Fail(exchange, _time.GetTimestamp(), toException(exchange));
    }

    /// <summary>
    /// Breaks the connection. Requests in flight end as not applied or with an unknown outcome. Only the first reason counts.
    /// </summary>
    internal void Break(Exception reason)
    {
        var claimed = new List<Exchange>();
        long handedOver;
        lock (_gate)
        {
            if (_brokenBy is not null)
                return;
            _brokenBy = reason;
            handedOver = _queue.Close_NeedsLock();
            _exchanges.Find(_ => true, claimed); // mutation: break
            foreach (var exchange in claimed)
                _exchanges.Claim(exchange);
        }

        _sweep.Dispose();
        // Closes with a reset only. A normal close with unread replies sends a FIN and then a reset, and mGBA's next write would end mGBA
        // with SIGPIPE.
        _socket.Close(timeout: 0); // mutation: close
        foreach (var exchange in claimed)
        {
            Fail(exchange, _time.GetTimestamp(), exchange.Offset >= handedOver // mutation: offset
                ? exchange.ToException(EmulatorFailure.NotApplied, Sentences.NotApplied, reason)
                : exchange.ToException(EmulatorFailure.OutcomeUnknown, Sentences.UnknownAfterBreak, reason));
        }

        _closed.TrySetResult(reason);
        if (reason is not (SocketException or ObjectDisposedException or EndOfStreamException or InvalidDataException or EmulatorException))
            _faults.Report("its connection is closed", reason);
    }

    private void Fail(Exchange exchange, long end, EmulatorException exception)
    {
        Count(exchange, end, exception.Failure);
        exchange.Fail(exception);
    }

    // Counts first, because the exchange may be reused as soon as the caller is notified.
    private void Count(Exchange exchange, long end, EmulatorFailure? failure)
    {
        if (exchange.IsClientRequest)
            _meters.CountEnded(exchange.Reading, end, failure);
    }
}
