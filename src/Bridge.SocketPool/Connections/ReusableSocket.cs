using System.Net.Sockets;
using System.Text;
using Bridge.SocketPool.Scheduling;
using Bridge.SocketPool.Secrets;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;
using Microsoft.Extensions.Logging;

namespace Bridge.SocketPool.Connections;

/// <summary>
/// Shares one connection to the script between all callers: many requests are in flight at once, identified by ids. All queued messages are
/// sent with one <c>send</c>; one receive loop gives each reply to its request.
/// </summary>
/// <remarks>
/// <para>It never reconnects: a broken socket stays broken, and <see cref="ReusableSocketPool"/> replaces it.</para>
/// <para>
/// <c>_gate</c> protects the send queue and the table of exchanges. Nothing waits, sends, receives or completes an exchange while it is
/// held.
/// </para>
/// </remarks>
internal sealed partial class ReusableSocket : IDisposable
{
    // A reply comes within 25 µs, or once the emulator has run a frame, which takes about this long with a simple game (bench/NOTES.md).
    private static readonly TimeSpan ReplyPoll = TimeSpan.FromMicroseconds(200);

    private readonly Lock _gate = new();
    private readonly Socket _socket;
    private readonly EmulatorOptions _options;
    private readonly TimeProvider _time;
    private readonly EmulatorMeters _meters;
    private readonly FaultLog _faults;
    private readonly ExchangeTable _exchanges;
    private readonly DeadlineSweep _sweep;
    private readonly SendQueue _queue;
    private readonly PromptAcks _acks;
    private readonly MessageReceiver _receiver;
    private readonly TaskCompletionSource<Exception> _closed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Exception? _brokenBy; // Null while the connection works.
    private BusyPoll _replies;

    private ReusableSocket(
        Socket socket, EmulatorOptions options, TimeProvider time, EmulatorMeters meters, ServerMessageHandler onServerMessage,
        FaultLog faults, ILogger logger)
    {
        _socket = socket;
        _options = options;
        _time = time;
        _meters = meters;
        _faults = faults;
        _exchanges = new ExchangeTable(options.InFlight, Cancel, Release);
        _sweep = new DeadlineSweep(time, Sweep);
        _queue = new SendQueue(socket, _gate, time, meters, Break);
        _acks = new PromptAcks(socket, options.SendsTicks ? _queue.SendTick : null, () => _exchanges.InFlight > 0, logger);
        Peer = new PeerAccount(socket);
        ScriptAddress = ScriptSocket.AddressOf(socket, options);
        _receiver = new MessageReceiver(socket, _acks, time, meters, Deliver, onServerMessage);
    }

    /// <summary>Gets a task that completes with the reason when the connection ends.</summary>
    public Task<Exception> Closed => _closed.Task;

    /// <summary>Gets the account of the program at the other end.</summary>
    internal PeerAccount Peer { get; }

    /// <summary>Gets where the script has to listen, see <see cref="ScriptSocket.AddressOf"/>; null if that is unknown.</summary>
    internal string? ScriptAddress { get; }

    /// <summary>Gets how many requests are in flight.</summary>
    public int InFlight => _exchanges.InFlight;

    /// <summary>Gets whether requests of callers are in flight. The bridge's own, like pings, don't count.</summary>
    internal bool HasRequests => _exchanges.HasClientRequests;

    /// <summary>Gets whether another request can start. Read without the lock, so the value may be slightly stale.</summary>
    internal bool HasRoom => _exchanges.HasRoom;

    /// <summary>Gets how many bytes are not sent yet.</summary>
    internal long QueuedBytes => _queue.WaitingBytes;

    /// <summary>Gets whether the emulator has stopped responding while the connection is open.</summary>
    internal bool IsSilent => _receiver.IsSilent;

    /// <summary>Gets whether the connection has ended. True even before its requests in flight fail.</summary>
    internal bool IsBroken => Volatile.Read(ref _brokenBy) is not null;

    /// <summary>Sets whether the script sends events over this connection.</summary>
    internal bool ExpectsEvents
    {
        set => _acks.ExpectsEvents = value;
    }

    /// <summary>Gets when something was last received, as a timestamp of the clock.</summary>
    internal long LastHeard => _receiver.LastHeard;

    /// <summary>Connects, without saying hello.</summary>
    /// <param name="options">The address, and the limits.</param>
    /// <param name="time">The clock for deadlines and timestamps.</param>
    /// <param name="meters">Counts requests and bytes.</param>
    /// <param name="onServerMessage">Called with each message that answers no request.</param>
    /// <param name="faults">Receives the exceptions that no code expects.</param>
    /// <param name="logger">Receives the socket options that the system refuses.</param>
    /// <param name="cancellationToken">Cancels the attempt.</param>
    /// <exception cref="SocketException">Nothing listens at the address, or the host is not reachable.</exception>
    /// <exception cref="TimeoutException"><see cref="EmulatorOptions.ConnectTimeout"/> passed.</exception>
    internal static async Task<ReusableSocket> ConnectAsync(
        EmulatorOptions options, TimeProvider time, EmulatorMeters meters, ServerMessageHandler onServerMessage, FaultLog faults,
        ILogger logger, CancellationToken cancellationToken)
    {
        var socket = await ScriptSocket.ConnectAsync(options, time, logger, cancellationToken).ConfigureAwait(false);
        try
        {
            var connection = new ReusableSocket(socket, options, time, meters, onServerMessage, faults, logger);
            _ = connection.ReceiveAsync();
            return connection;
        }
        catch
        {
            // The connection may have ended already; its addresses are unknown then.
            socket.Dispose();
            throw;
        }
    }

    /// <summary>Sends <paramref name="request"/> and waits for its reply.</summary>
    /// <param name="request">The request.</param>
    /// <param name="deadline">The deadline as a timestamp of the clock; <see cref="long.MaxValue"/> for none.</param>
    /// <param name="cancellationToken">Cancels the request, also in the script if it hasn't started there.</param>
    /// <returns>The reply. OWNED BY THE CALLER. Await it exactly once.</returns>
    /// <exception cref="EmulatorException">The request can't be queued, or failed.</exception>
    /// <exception cref="ArgumentException">The request is longer than the protocol allows; nothing was queued.</exception>
    internal ValueTask<EmulatorReply> SendAsync(in EmulatorRequest request, long deadline, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var payloadLength = MessageWriter.PayloadLength(request);
        Exchange? exchange = null;
        var turn = SendTurn.Claimed;
        lock (_gate)
        {
            if (_brokenBy is null)
            {
                exchange = Enqueue_NeedsLock(request, payloadLength, deadline, cancellationToken);
                turn = _queue.Claim_NeedsLock(_exchanges.InFlight);
            }
        }

        // The connection broke after the pool returned it.
        if (exchange is null)
            throw NotApplied(request, _brokenBy);

        // Comes first, because the other callers rely on this sender.
        _queue.Run(turn);
        _sweep.Arm(deadline); // mutation: sweep
        exchange.RegisterCancellation();
        if (SocketThread.HasLoneCaller && request.FramesNeeded == 0 && InFlight == 1)
            _replies.Wait(_socket, ReplyPoll, _time);
        return exchange.Reply;
    }

    private void Release(Exchange exchange)
    {
        lock (_gate)
            _exchanges.Release(exchange); // mutation: slot-release
    }

    private async Task ReceiveAsync() => Break(await _receiver.RunAsync().ConfigureAwait(false));

    private void Deliver(long id, ReadOnlySpan<byte> status, EmulatorReply reply)
    {
        Exchange? exchange;
        lock (_gate)
            exchange = _exchanges.TryClaim(id, _receiver.LastHeard);

        if (exchange is not null && ReplyStatus.IsOk(status))
        {
            Count(exchange, _receiver.LastHeard, failure: null);
            exchange.Complete(reply);
            return;
        }

        // A late reply is dropped: its id no longer belongs to an exchange.
        if (exchange is not null)
            Fail(exchange, _receiver.LastHeard, exchange.ToException(ReplyStatus.ReadError(Encoding.ASCII.GetString(status), reply)));
        reply.Dispose(); // mutation: late-reply
    }

    private Exchange Enqueue_NeedsLock(in EmulatorRequest request, int payloadLength, long deadline, CancellationToken token)
    {
        if (_queue.QueuedBytes + payloadLength + WireLimits.HeaderBytes > _options.SendQueueBytes)
            throw Overloaded(request, $"{_queue.QueuedBytes} of {_options.SendQueueBytes} bytes of the send queue are in use");
        var now = _time.GetTimestamp();
        if (_exchanges.TryStart(request, now, deadline, _queue.Offset, token) is not { } exchange)
            throw Overloaded(request, $"{_exchanges.ConcurrencyLimit} requests are in flight");
        try
        {
            _queue.Write_NeedsLock(exchange.Id, request, payloadLength, now);
        }
        catch (ArgumentException)
        {
            _exchanges.Claim(exchange);
            _exchanges.Release(exchange);
            throw;
        }

        return exchange;
    }

    private void QueueCancel_NeedsLock(long id)
    {
        if (_brokenBy is null) // mutation: cancel
            _queue.Write_NeedsLock(id: 0, CommandTable.Cancel.Request(id), payloadLength: 0, _time.GetTimestamp());
    }

    internal static EmulatorException Overloaded(in EmulatorRequest request, string detail) =>
        new(EmulatorFailure.Overloaded, $"The bridge can't accept the command: {detail}. The command did not run; try again in a moment.")
        {
            Command = request.Command,
            Category = request.Category,
        };

    private static EmulatorException NotApplied(in EmulatorRequest request, Exception? reason) =>
        new(EmulatorFailure.NotApplied, Sentences.NotApplied, reason) { Command = request.Command, Category = request.Category };
}
