using System.Net.Sockets;
using System.Text;
using Bridge.SocketPool.Commands;
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
    // Up to this number in flight, the one that begins to send included, the caller sends by itself.
    private const int InlineSendLimit = 8;

    private readonly Lock _gate = new();
    private readonly Socket _socket;
    private readonly EmulatorOptions _options;
    private readonly TimeProvider _time;
    private readonly EmulatorMeters _meters;
    private readonly ExchangeTable _exchanges;
    private readonly DeadlineSweep _sweep;
    private readonly SendQueue _queue;
    private readonly MessageReceiver _receiver;
    private readonly TaskCompletionSource<Exception> _closed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Exception? _brokenBy;

    private ReusableSocket(
        Socket socket, EmulatorOptions options, TimeProvider time, EmulatorMeters meters, ServerMessageHandler onServerMessage)
    {
        _socket = socket;
        _options = options;
        _time = time;
        _meters = meters;
        _exchanges = new ExchangeTable(this, options.InFlight);
        _sweep = new DeadlineSweep(time, Sweep);
        _queue = new SendQueue(socket, _gate, time, meters, Break);
        _receiver = new MessageReceiver(socket, time, meters, Deliver, onServerMessage);
    }

    /// <summary>Ends, with the reason, when the connection does.</summary>
    public Task<Exception> Closed => _closed.Task;

    /// <summary>Requests in flight.</summary>
    public int InFlight => _exchanges.Waiting;

    /// <summary>Whether it takes another request, as far as can be told without its lock.</summary>
    internal bool HasRoom => _exchanges.HasRoom;

    /// <summary>Bytes that wait to be sent.</summary>
    internal long QueuedBytes => _queue.WaitingBytes;

    /// <summary>Whether the emulator has stopped answering while the connection stands.</summary>
    internal bool IsSilent => _receiver.IsSilent;

    /// <summary>Whether the connection has ended, known before what was in flight on it is told.</summary>
    internal bool IsBroken => Volatile.Read(ref _brokenBy) is not null;

    /// <summary>When something was last received, as a timestamp of the clock it was made with.</summary>
    internal long LastHeard => _receiver.LastHeard;

    /// <summary>Connects, without a hello.</summary>
    /// <param name="options">Where to, and the limits.</param>
    /// <param name="time">The clock of deadlines and stamps.</param>
    /// <param name="meters">What its requests and bytes are counted in.</param>
    /// <param name="onServerMessage">Told each message that answers no request.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="SocketException">Nothing listens there, or it can't be reached.</exception>
    /// <exception cref="TimeoutException"><see cref="EmulatorOptions.ConnectTimeout"/> passed.</exception>
    internal static async Task<ReusableSocket> ConnectAsync(
        EmulatorOptions options, TimeProvider time, EmulatorMeters meters, ServerMessageHandler onServerMessage,
        CancellationToken cancellationToken)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            TcpKeepAlive.Enable(socket);
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

        var connection = new ReusableSocket(socket, options, time, meters, onServerMessage);
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
    internal ValueTask<EmulatorReply> SendAsync(
        in EmulatorRequest request, long deadline, RetryRequest? retry, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var payloadLength = MessageWriter.PayloadLength(request);
        Exchange? exchange = null;
        var (sendInline, starts) = (false, false);
        lock (_gate)
        {
            if (_brokenBy is null)
            {
                exchange = Enqueue_NeedsLock(request, payloadLength, deadline, retry, cancellationToken);
                sendInline = _exchanges.Waiting <= InlineSendLimit;
                starts = _queue.TryStart_NeedsLock();
            }
        }

        // Broken since it was handed out. Said outside the lock, because another attempt takes another connection's.
        if (exchange is null)
            return retry is null ? throw NotApplied(request, _brokenBy) : retry(request, deadline, cancellationToken);

        // First of all, because from here on the others rely on it.
        if (starts)
            _queue.Run(sendInline);
        _sweep.Arm(deadline); // mutation: sweep
        exchange.ListenToToken();
        return exchange.Reply;
    }

    internal void Release(Exchange exchange)
    {
        lock (_gate)
            _exchanges.Release(exchange); // mutation: slot-release
    }

    private async Task ReceiveAsync() => Break(await _receiver.RunAsync(() => _exchanges.Waiting > 0).ConfigureAwait(false));

    private void Deliver(long id, ReadOnlySpan<byte> status, EmulatorReply reply)
    {
        Exchange? exchange;
        lock (_gate)
            exchange = _exchanges.Take(id, _receiver.LastHeard);

        if (exchange is not null && ReplyStatus.IsOk(status))
        {
            Count(exchange, _receiver.LastHeard, failure: null);
            exchange.Complete(reply);
            return;
        }

        // A reply that nobody waits for any more is dropped by its id, never taken for another's.
        if (exchange is not null)
            Fail(exchange, _receiver.LastHeard, exchange.ToException(ReplyStatus.ReadError(Encoding.ASCII.GetString(status), reply)));
        reply.Dispose(); // mutation: late-reply
    }

    private Exchange Enqueue_NeedsLock(
        in EmulatorRequest request, int payloadLength, long deadline, RetryRequest? retry, CancellationToken token)
    {
        if (_queue.QueuedBytes + payloadLength + WireLimits.HeaderBytes > _options.SendQueueBytes)
            throw Overloaded(request, $"{_queue.QueuedBytes} of {_options.SendQueueBytes} bytes of the send queue are in use");
        var now = _time.GetTimestamp();
        if (_exchanges.TryBegin(request, now, deadline, _queue.Offset, retry, token) is not { } exchange)
            throw Overloaded(request, $"{_exchanges.ConcurrencyLimit} requests are in flight");
        try
        {
            _queue.Write_NeedsLock(exchange.Id, request, payloadLength, now);
        }
        catch (ArgumentException)
        {
            _exchanges.TakeId(exchange);
            _exchanges.Release(exchange);
            throw;
        }

        return exchange;
    }

    private void QueueCancel_NeedsLock(long id)
    {
        if (_brokenBy is null) // mutation: cancel
            _queue.Write_NeedsLock(0, CommandTable.Cancel.Request(id), 0, _time.GetTimestamp());
    }

    private static EmulatorException Overloaded(in EmulatorRequest request, string detail) =>
        new(EmulatorFailure.Overloaded, $"The bridge can't accept the command: {detail}. The command did not run; try again in a moment.")
        {
            Command = request.Command,
            Category = request.Category,
        };

    private static EmulatorException NotApplied(in EmulatorRequest request, Exception? reason) =>
        new(EmulatorFailure.NotApplied, Sentences.NotApplied, reason) { Command = request.Command, Category = request.Category };
}
