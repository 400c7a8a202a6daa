using System.Diagnostics;
using System.Threading.Tasks.Sources;
using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;
using Bridge.SocketPool.Retries;

namespace Bridge.SocketPool.Connections;

/// <summary>Sends a request once more, over whatever connection there is.</summary>
internal delegate ValueTask<EmulatorReply> RetryRequest(EmulatorRequest request, long deadline, CancellationToken cancellationToken);

/// <summary>
/// One request and its reply. Belongs to a slot of its <see cref="ReusableSocket"/> and is used again as soon as its
/// caller has taken the result, so an exchange allocates nothing.
/// </summary>
/// <remarks>
/// A reply, the deadline, the caller's cancellation and a broken connection all compete to complete it. The one that takes its
/// id away under the socket's lock wins; the others find the id gone.
/// </remarks>
internal sealed class Exchange : IValueTaskSource<EmulatorReply>
{
    // A reply with more bytes takes too long to be written where others wait.
    private const int MaxInlineBytes = 16 * 1024;

    private readonly ReusableSocket _socket;
    private ManualResetValueTaskSourceCore<EmulatorReply> _completion;
    private CancellationTokenRegistration _cancellation;
    private CancellationToken _token;
    private EmulatorRequest _request;
    private RetryRequest? _retry;

    public Exchange(ReusableSocket socket, int slot)
    {
        _socket = socket;
        Slot = slot;
    }

    /// <summary>Its place among the socket's exchanges.</summary>
    public int Slot { get; }

    /// <summary>The id on the wire; 0 once somebody has taken the right to complete it.</summary>
    public long Id { get; private set; }

    /// <summary>What executing it twice would do.</summary>
    public ReplayCategory Category => _request.Category;

    /// <summary>What the meters are told of it.</summary>
    public ExchangeReading Reading => new(_request.Command, Began, TakesFrames, Caller);

    /// <summary>Whether its command waits for frames before it is answered.</summary>
    public bool TakesFrames => _request.FramesNeeded > 0;

    /// <summary>When it began, as a timestamp of the socket's clock.</summary>
    public long Began { get; private set; }

    /// <summary>What it is traced under; null when it isn't.</summary>
    public Activity? Caller { get; private set; }

    /// <summary>When it must have ended, as a timestamp of the socket's clock; <see cref="long.MaxValue"/>: never.</summary>
    public long Deadline { get; private set; }

    /// <summary>Whether somebody has asked for it; what keeps a connection up has no deadline.</summary>
    public bool IsForSomebody => Deadline != long.MaxValue;

    /// <summary>
    /// Where its message begins in all that was ever queued on the connection: what is known to be unsent has a higher one.
    /// </summary>
    public long Offset { get; private set; }

    /// <summary>How many were in flight on the connection when it began.</summary>
    public int QueuedAhead { get; private set; }

    /// <summary>What its caller awaits; exactly once.</summary>
    public ValueTask<EmulatorReply> Reply => new(this, _completion.Version);

    /// <summary>Takes all that a retry needs at once, because the connection may break as soon as the lock is let go.</summary>
    public void Begin_NeedsLock(
        long id, in EmulatorRequest request, long now, long deadline, long offset, int ahead, RetryRequest? retry, CancellationToken token)
    {
        Id = id;
        _request = request;
        Began = now;
        Caller = ExchangeTrace.Caller;
        Deadline = deadline;
        Offset = offset;
        QueuedAhead = ahead;
        _retry = retry;
        _token = token;
        // Unless a good reply decides otherwise: the reader must not run a caller's code that hasn't asked for it,
        // which would hold up everyone else's replies.
        _completion.RunContinuationsAsynchronously = true;
    }

    public void TakeId_NeedsLock() => Id = 0;

    /// <summary>Lets its caller's token end it. Not under the lock: the token may be cancelled already.</summary>
    public void ListenToToken()
    {
        if (_token.CanBeCanceled)
            _cancellation = _token.UnsafeRegister(static (state, token) => ((Exchange)state!).OnCancelled(token), this);
    }

    public void Complete(EmulatorReply reply)
    {
        _completion.RunContinuationsAsynchronously = !_request.ContinuesInline || reply.Payload.Length > MaxInlineBytes;
        _completion.SetResult(reply); // mutation: reply
    }

    /// <summary>Ends without a good reply, or begins anew over another connection if the command may be sent again.</summary>
    public void Fail(Exception exception)
    {
        if (_retry is { } retry && exception is EmulatorException { Failure: var failure } && RetryRules.MayRetry(failure, Category))
            _ = CompleteByAsync(retry);
        else
            _completion.SetException(exception);
    }

    /// <summary>The exception that says how this exchange ended.</summary>
    public EmulatorException ToException(EmulatorFailure failure, string message, Exception? cause = null) =>
        new(failure, message, cause) { Command = _request.Command, Category = Category };

    /// <summary>The exception that says what the script answered instead of a good reply.</summary>
    public EmulatorException ToException(in ReplyError error) => new(error.Failure, error.Message)
    {
        RetryAfter = error.RetryAfter,
        Command = _request.Command,
        Parameter = error.Parameter,
        OperationsRun = error.OperationsRun,
        Category = Category,
    };

    EmulatorReply IValueTaskSource<EmulatorReply>.GetResult(short token)
    {
        try
        {
            return _completion.GetResult(token);
        }
        finally
        {
            // Waits for a cancellation that is running right now, so that it can't hit the slot's next user.
            _cancellation.Dispose(); // mutation: cancellation-end
            _cancellation = default;
            _token = default;
            _request = default;
            Caller = null;
            _retry = null;
            _completion.Reset();
            _socket.Release(this); // mutation: reply-read
        }
    }

    ValueTaskSourceStatus IValueTaskSource<EmulatorReply>.GetStatus(short token) => _completion.GetStatus(token);

    void IValueTaskSource<EmulatorReply>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _completion.OnCompleted(continuation, state, token, flags);

    // Only now does anything asynchronous of a retry begin: an exchange that succeeds at once pays for none of it.
    private async Task CompleteByAsync(RetryRequest retry)
    {
        try
        {
            Complete(await retry(_request, Deadline, _token).ConfigureAwait(false));
        }
        catch (Exception exception)
        {
            _completion.SetException(exception);
        }
    }

    private void OnCancelled(CancellationToken token)
    {
        if (_socket.TryAbandon(this))
            Fail(new OperationCanceledException(token));
    }
}
