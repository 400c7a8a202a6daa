using System.Net.Sockets;
using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Connections;

/// <summary>
/// One connection to the script, shared by all callers for as long as it lasts: many requests are in flight at once, told
/// apart by ids. Whatever is queued leaves in one <c>send</c>; one reader hands each reply to its request.
/// </summary>
/// <remarks>
/// <para>It never connects again: once broken it stays so, and <see cref="ReusableSocketPool"/> replaces it.</para>
/// <para>
/// <c>_gate</c> protects the send queue and the table of exchanges. Nothing waits, sends, receives or completes a caller
/// while it is held.
/// </para>
/// </remarks>
internal sealed partial class ReusableSocket : IDisposable
{
    private readonly Lock _gate = new();
    private readonly Socket _socket;
    private readonly EmulatorOptions _options;
    private readonly TimeProvider _time;
    private readonly EmulatorMeters _meters;
    private readonly ExchangeTable _exchanges;
    private readonly DeadlineSweep _sweep;
    private readonly TaskCompletionSource<Exception> _closed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Exception? _brokenBy;
    private bool _silent;

    private ReusableSocket(Socket socket, EmulatorOptions options, TimeProvider time, EmulatorMeters meters, NoticeHandler onNotice)
    {
        _socket = socket;
        _options = options;
        _time = time;
        _meters = meters;
        _onNotice = onNotice;
        _exchanges = new ExchangeTable(this, options.InFlight);
        _sweep = new DeadlineSweep(time, Sweep);
        _lastHeard = time.GetTimestamp();
    }

    /// <summary>Ends, with the reason, when the connection does.</summary>
    public Task<Exception> Closed => _closed.Task;

    /// <summary>Requests in flight.</summary>
    public int InFlight => _exchanges.Waiting;

    /// <summary>Whether it takes another request, as far as can be told without its lock.</summary>
    internal bool HasRoom => _exchanges.HasRoom;

    /// <summary>Bytes that wait to be sent.</summary>
    internal long QueuedBytes => Math.Max(0, Volatile.Read(ref _queuedTotal) - Volatile.Read(ref _sentTotal));

    /// <summary>Whether the emulator has stopped answering while the connection stands.</summary>
    internal bool IsSilent => Volatile.Read(ref _silent);

    /// <summary>Whether the connection has ended, known before what was in flight on it is told.</summary>
    internal bool IsBroken => Volatile.Read(ref _brokenBy) is not null;

    /// <summary>When something was last received, as a timestamp of the clock it was made with.</summary>
    internal long LastHeard => Volatile.Read(ref _lastHeard);

    /// <summary>Connects, without a hello.</summary>
    /// <param name="options">Where to, and the limits.</param>
    /// <param name="time">The clock of deadlines and stamps.</param>
    /// <param name="meters">What its requests and bytes are counted in.</param>
    /// <param name="onNotice">Told each message that answers no request.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="SocketException">Nothing listens there, or it can't be reached.</exception>
    /// <exception cref="TimeoutException"><see cref="EmulatorOptions.ConnectTimeout"/> passed.</exception>
    internal static async Task<ReusableSocket> ConnectAsync(
        EmulatorOptions options, TimeProvider time, EmulatorMeters meters, NoticeHandler onNotice, CancellationToken cancellationToken)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            LostPeer.Watch(socket);
            using var patience = new CancellationTokenSource(options.ConnectTimeout, time);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, cancellationToken);
            await socket.ConnectAsync(options.Host, options.Port, either.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            socket.Dispose();
            throw new TimeoutException($"no connection within {options.ConnectTimeout.TotalMilliseconds} ms");
        }
        catch
        {
            socket.Dispose();
            throw;
        }

        var connection = new ReusableSocket(socket, options, time, meters, onNotice);
        _ = connection.ReceiveAsync();
        return connection;
    }

    /// <summary>Sends <paramref name="request"/> and waits for its reply.</summary>
    /// <param name="request">What to send.</param>
    /// <param name="deadline">When it must have ended, as a timestamp of the clock; <see cref="long.MaxValue"/>: never.</param>
    /// <param name="retry">How it is sent again if its first attempt fails and it may be; null: it isn't.</param>
    /// <param name="cancellationToken">Ends the wait and tells the script not to run it if it hasn't begun.</param>
    /// <returns>The reply, OWNED BY THE CALLER. To be awaited exactly once.</returns>
    /// <exception cref="EmulatorException">It can't be queued, or had no good end.</exception>
    /// <exception cref="ArgumentException">It is longer than the protocol allows; nothing was queued.</exception>
    internal ValueTask<EmulatorReply> SendAsync(in EmulatorRequest request, long deadline, RetryRequest? retry, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var payloadLength = MessageWriter.PayloadLength(request);
        Exchange? exchange = null;
        var (amongFew, starts) = (false, false);
        lock (_gate)
        {
            if (_brokenBy is null)
            {
                exchange = Enqueue_NeedsLock(request, payloadLength, deadline, retry, cancellationToken);
                amongFew = _exchanges.Waiting <= Few;
                starts = !_sending;
                _sending = true;
            }
        }

        // Broken since it was handed out. Said outside the lock, because another attempt takes another connection's.
        if (exchange is null)
            return retry is null ? throw NotApplied(request, _brokenBy) : retry(request, deadline, cancellationToken);

        // First of all, because from here on the others rely on it.
        if (starts)
            RunSender(amongFew);
        _sweep.Arm(deadline);
        exchange.ListenToToken();
        return exchange.Reply;
    }

    /// <summary>Declares the emulator silent: what is in flight is told so at once, instead of at its deadline.</summary>
    /// <param name="isStuck">Whether it became so when a state or a game was loaded.</param>
    internal void MarkSilent(bool isStuck)
    {
        var (failure, sentence) = isStuck ? (EmulatorFailure.Stuck, Sentences.Stuck) : (EmulatorFailure.Paused, Sentences.Paused);
        Volatile.Write(ref _silent, true);
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

        StartSending();
        _meters.GivenUp();
        return true;
    }

    internal void Release(Exchange exchange)
    {
        lock (_gate)
            _exchanges.Release(exchange);
    }

    /// <summary>Closes the connection; what is in flight ends as not applied or with an unknown outcome.</summary>
    public void Dispose() => Break(new ObjectDisposedException(nameof(ReusableSocket), "the bridge closed the connection"));

    private void Sweep()
    {
        _sweep.Begin();
        var now = _time.GetTimestamp();
        bool isBehind;
        lock (_gate)
            isBehind = _exchanges.IsBehind(now);
        Abandon(exchange => exchange.Deadline <= now, exchange => exchange.Category == ReplayCategory.ReadOnly
            ? exchange.ToException(EmulatorFailure.TimedOut, Sentences.TimedOut)
            : exchange.ToException(EmulatorFailure.OutcomeUnknown, Sentences.UnknownAfterDeadline));
        long next;
        lock (_gate)
        {
            if (isBehind)
                _exchanges.Shrink();
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
                _exchanges.TakeId(exchange);
            }
        }

        if (taken.Count > 0)
            StartSending();
        foreach (var exchange in taken)
            Fail(exchange, _time.GetTimestamp(), because(exchange));
    }

    /// <summary>Ends the connection; what is in flight ends as not applied or with an unknown outcome. Only the first reason counts.</summary>
    internal void Break(Exception reason)
    {
        var taken = new List<Exchange>();
        long handedOver;
        lock (_gate)
        {
            if (_brokenBy is not null)
                return;
            _brokenBy = reason;
            handedOver = _handedOver;
            _exchanges.Find(_ => true, taken);
            foreach (var exchange in taken)
                _exchanges.TakeId(exchange);
        }

        _sweep.Dispose();
        // By a reset alone. Closing with replies unread sends one right behind the end, and then mGBA's next write already ends it with SIGPIPE.
        _socket.Close(timeout: 0);
        foreach (var exchange in taken)
        {
            Fail(exchange, _time.GetTimestamp(), exchange.Offset >= handedOver
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

    private static EmulatorException NotApplied(in EmulatorRequest request, Exception? reason) =>
        new(EmulatorFailure.NotApplied, Sentences.NotApplied, reason) { Command = request.Command, Category = request.Category };
}
