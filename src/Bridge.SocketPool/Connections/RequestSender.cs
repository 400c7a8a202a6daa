using Bridge.SocketPool.Model;
using Bridge.SocketPool.Retries;
using Polly;

namespace Bridge.SocketPool.Connections;

/// <summary>Sends requests over the pool's connections: gives each its deadline, and sends again what is known not to have run.</summary>
internal sealed class RequestSender
{
    // The slowest speed a front end offers is a quarter of 59.7275 frames a second.
    private static readonly TimeSpan SlowestFrame = TimeSpan.FromSeconds(4 / 59.7275);

    private readonly ReusableSocketPool _pool;
    private readonly EmulatorOptions _options;
    private readonly TimeProvider _time;
    private readonly ResiliencePipeline? _retries;
    private readonly RetryRequest? _retry;

    /// <summary>Makes a sender.</summary>
    /// <param name="pool">Where the connections come from.</param>
    /// <param name="options">The deadline, and how often to retry.</param>
    /// <param name="time">The clock of deadlines and backoff.</param>
    public RequestSender(ReusableSocketPool pool, EmulatorOptions options, TimeProvider time)
    {
        (_pool, _options, _time) = (pool, options, time);
        _retries = options.Retries > 0 ? RetryPipeline.Create(options.Retries, time) : null;
        _retry = _retries is null ? null : RetryAsync;
    }

    /// <summary>Sends <paramref name="request"/> and waits for its reply.</summary>
    /// <returns>The reply, OWNED BY THE CALLER.</returns>
    /// <exception cref="EmulatorException">The emulator can't be asked, did not answer in time, or answered with an error.</exception>
    /// <exception cref="ArgumentException">The request is longer than the protocol allows; nothing was sent.</exception>
    public ValueTask<EmulatorReply> SendAsync(in EmulatorRequest request, CancellationToken cancellationToken) =>
        Send(request, DeadlineFor(request), _retry, cancellationToken);

    // A request gets here only when its first attempt has failed and may be repeated; Polly is not on anyone else's way. The token ends
    // this wait and an attempt, not a delay of Polly's: .NET goes on in the thread pool then, where the simulation can't follow.
    private async ValueTask<EmulatorReply> RetryAsync(EmulatorRequest request, long deadline, CancellationToken cancellationToken)
    {
        var retrying = RunRetriesAsync(request, deadline, cancellationToken);
        await Delay.UntilAsync(retrying, Timeout.InfiniteTimeSpan, _time, cancellationToken).ConfigureAwait(false);
        if (retrying.IsCompleted)
            return await retrying.ConfigureAwait(false);
        _ = DropAsync(retrying);
        throw new OperationCanceledException(cancellationToken);
    }

    private async Task<EmulatorReply> RunRetriesAsync(EmulatorRequest request, long deadline, CancellationToken cancellationToken)
    {
        var context = ResilienceContextPool.Shared.Get(CancellationToken.None);
        try
        {
            RetryPipeline.SetDeadline(context, deadline);
            return await _retries!.ExecuteAsync(
                static (context, call) => call.Sender.SendOnceMoreAsync(call.Request, call.Deadline, context, call.Token),
                context, (Sender: this, Request: request, Deadline: deadline, Token: cancellationToken)).ConfigureAwait(false);
        }
        finally
        {
            ResilienceContextPool.Shared.Return(context);
        }
    }

    private static async Task DropAsync(Task<EmulatorReply> unwanted)
    {
        try
        {
            (await unwanted.ConfigureAwait(false)).Dispose();
        }
        catch (Exception exception) when (exception is EmulatorException or OperationCanceledException)
        {
            // The caller has gone, so nobody is to be told.
        }
    }

    // Its connection has broken: there may be another one in a moment. What nobody waits for any more is not sent.
    private async ValueTask<EmulatorReply> SendOnceMoreAsync(
        EmulatorRequest request, long deadline, ResilienceContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var attempted = _pool.ConnectAttemptsCompletedAsync();
        RetryPipeline.SetHadConnection(context, attempted.IsCompleted);
        if (Left(deadline) is var left && left > TimeSpan.Zero)
            await Delay.UntilAsync(attempted, left, _time, cancellationToken).ConfigureAwait(false);
        if (Left(deadline) <= TimeSpan.Zero)
            throw OutOfTime(request);
        return await Send(request, deadline, retry: null, cancellationToken).ConfigureAwait(false);
    }

    private ValueTask<EmulatorReply> Send(
        in EmulatorRequest request, long deadline, RetryRequest? retry, CancellationToken cancellationToken)
    {
        try
        {
            return SendWhereThereIsRoom(request, deadline, retry, cancellationToken);
        }
        catch (EmulatorException)
        {
            _pool.Meters.Refused();
            throw;
        }
    }

    // A connection that had room when it was chosen may have filled up since, or have replies that nobody has taken yet.
    // Nothing has left it.
    private ValueTask<EmulatorReply> SendWhereThereIsRoom(
        in EmulatorRequest request, long deadline, RetryRequest? retry, CancellationToken cancellationToken)
    {
        try
        {
            return _pool.Get(request).SendAsync(request, deadline, retry, cancellationToken);
        }
        catch (EmulatorException exception)
            when (exception.Failure == EmulatorFailure.Overloaded && _pool.GetOverflowConnection(request) is { } other)
        {
            return other.SendAsync(request, deadline, retry, cancellationToken);
        }
    }

    private TimeSpan Left(long deadline) => _time.GetElapsedTime(_time.GetTimestamp(), deadline);

    // Only what changes nothing or has not left the bridge is sent again.
    private static EmulatorException OutOfTime(in EmulatorRequest request)
    {
        var (failure, sentence) = request.Category == ReplayCategory.ReadOnly
            ? (EmulatorFailure.TimedOut, Sentences.TimedOut)
            : (EmulatorFailure.NotApplied, Sentences.NotApplied);
        return new EmulatorException(failure, sentence) { Command = request.Command, Category = request.Category };
    }

    private long DeadlineFor(in EmulatorRequest request)
    {
        var allowed = _options.Deadline + SlowestFrame * request.FramesNeeded;
        return _time.GetTimestamp() + (long)(allowed.TotalSeconds * _time.TimestampFrequency);
    }
}
