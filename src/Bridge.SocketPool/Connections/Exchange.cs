using System.Diagnostics;
using System.Threading.Tasks.Sources;
using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Connections;

/// <summary>
/// Tracks one request until its reply. Belongs to a slot of a connection and is reused once its caller has taken the result, so an exchange
/// allocates nothing.
/// </summary>
/// <remarks>
/// A reply, the deadline, the caller's cancellation and a break of the connection compete to complete an exchange. The one that clears its
/// id under the connection's lock wins; the others find the id gone.
/// </remarks>
/// <param name="slot">Its index among the connection's exchanges.</param>
/// <param name="onCancelled">Called when the caller cancels the request. May be too late.</param>
/// <param name="onTaken">Called when the caller has taken the result, so that the slot is free.</param>
internal sealed class Exchange(int slot, Action<Exchange, CancellationToken> onCancelled, Action<Exchange> onTaken)
    : IValueTaskSource<EmulatorReply>
{
    // A longer reply takes too long to write on the receive thread.
    private const int MaxInlineBytes = 16 * 1024;

    private ManualResetValueTaskSourceCore<EmulatorReply> _completion;
    private CancellationTokenRegistration _cancellation;
    private CancellationToken _token;
    private EmulatorRequest _request;

    /// <summary>Gets its index among the connection's exchanges.</summary>
    public int Slot => slot;

    /// <summary>Gets the id on the wire; 0 once it is claimed for completion.</summary>
    public long Id { get; private set; }

    /// <summary>Gets the effect of a repetition.</summary>
    public ReplayCategory Category => _request.Category;

    /// <summary>Gets the data for the meters.</summary>
    public ExchangeReading Reading => new(_request.Command, StartedAt, TakesFrames, Caller);

    /// <summary>Gets whether the reply has to wait for frames.</summary>
    public bool TakesFrames => _request.FramesNeeded > 0;

    /// <summary>Gets when it started, as a timestamp of the clock.</summary>
    public long StartedAt { get; private set; }

    /// <summary>Gets the parent span; null if tracing is off.</summary>
    public Activity? Caller { get; private set; }

    /// <summary>Gets the deadline as a timestamp of the clock; <see cref="long.MaxValue"/> for none.</summary>
    public long Deadline { get; private set; }

    /// <summary>Gets whether it is a client's request. The bridge's own, like pings, have no deadline.</summary>
    public bool IsClientRequest => Deadline != long.MaxValue;

    /// <summary>
    /// Gets the offset of its message among all bytes ever queued on the connection. After a break it shows whether the message was sent.
    /// </summary>
    public long Offset { get; private set; }

    /// <summary>Gets how many exchanges were in flight on the connection when it started.</summary>
    public int QueuedAhead { get; private set; }

    /// <summary>Gets the task for the caller, which must be awaited exactly once.</summary>
    public ValueTask<EmulatorReply> Reply => new(this, _completion.Version);

    /// <summary>Starts an exchange.</summary>
    public void Start_NeedsLock(
        long id, in EmulatorRequest request, long now, long deadline, long offset, int queuedAhead, CancellationToken token)
    {
        Id = id;
        _request = request;
        StartedAt = now;
        Caller = ExchangeTrace.Caller;
        Deadline = deadline;
        Offset = offset;
        QueuedAhead = queuedAhead;
        _token = token;
        // By default, continuations don't run on the receive thread, where they would delay other replies. Complete may change that.
        _completion.RunContinuationsAsynchronously = true;
    }

    public void Claim_NeedsLock() => Id = 0;

    /// <summary>Registers the caller's token. Must be called without the lock, because the token may already be cancelled.</summary>
    public void RegisterCancellation()
    {
        if (_token.CanBeCanceled)
            _cancellation = _token.UnsafeRegister(static (state, token) => ((Exchange)state!).OnCancelled(token), this);
    }

    /// <summary>Completes with a reply.</summary>
    public void Complete(EmulatorReply reply)
    {
        _completion.RunContinuationsAsynchronously = !_request.ContinuesInline || reply.Payload.Length > MaxInlineBytes;
        _completion.SetResult(reply); // mutation: reply
    }

    /// <summary>Completes with an exception.</summary>
    public void Fail(Exception exception) => _completion.SetException(exception);

    /// <summary>Creates an exception for this exchange.</summary>
    public EmulatorException ToException(EmulatorFailure failure, string message, Exception? cause = null) =>
        new(failure, message, cause) { Command = _request.Command, Category = Category };

    /// <summary>Creates an exception from the script's error reply.</summary>
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
            // Waits for a cancellation that is running now, so that it can't hit the next exchange in this slot.
            _cancellation.Dispose(); // mutation: cancellation-end
            _cancellation = default;
            _token = default;
            _request = default;
            Caller = null;
            _completion.Reset();
            onTaken(this); // mutation: reply-read
        }
    }

    ValueTaskSourceStatus IValueTaskSource<EmulatorReply>.GetStatus(short token) => _completion.GetStatus(token);

    void IValueTaskSource<EmulatorReply>.OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _completion.OnCompleted(continuation, state, token, flags);

    private void OnCancelled(CancellationToken token) => onCancelled(this, token);
}
