using System.Runtime.CompilerServices;
using Bridge.SocketPool.Diagnostics;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;
using Bridge.SocketPool.Retries;
using Polly;

namespace Bridge.SocketPool.Connections;

/// <summary>Sends requests over the pool's connections, sets their deadlines, and retries those that did not run.</summary>
internal sealed class RequestSender
{
    // The slowest speed of a front end is a quarter of 59.7275 frames per second.
    private static readonly TimeSpan SlowestFrame = TimeSpan.FromSeconds(4 / 59.7275);

    private readonly ReusableSocketPool _pool;
    private readonly EmulatorOptions _options;
    private readonly TimeProvider _time;
    private readonly Random _random;
    private ResiliencePipeline? _retries;

    /// <summary>Creates a sender.</summary>
    /// <param name="pool">The pool of connections.</param>
    /// <param name="options">The deadline, and the number of retries.</param>
    /// <param name="time">The clock for deadlines and backoff.</param>
    /// <param name="random">Draws the jitter of backoff, on any thread.</param>
    public RequestSender(ReusableSocketPool pool, EmulatorOptions options, TimeProvider time, Random random) =>
        (_pool, _options, _time, _random) = (pool, options, time, random);

    /// <summary>Sends <paramref name="request"/> and waits for its reply.</summary>
    /// <returns>The reply. OWNED BY THE CALLER.</returns>
    /// <exception cref="EmulatorException">The emulator is not reachable, did not reply in time, or replied with an error.</exception>
    /// <exception cref="ArgumentException">The request is longer than the protocol allows; nothing was sent.</exception>
    public ValueTask<EmulatorReply> SendAsync(in EmulatorRequest request, CancellationToken cancellationToken) => request.IsBulk
        ? SendInTurnAsync(request, static reply => reply, cancellationToken)
        : SendOrRetryAsync(request, DeadlineFor(request), cancellationToken);

    /// <summary>
    /// Sends a bulk request in its turn, which ends when <paramref name="convert"/>, which OWNS the reply, has converted it.
    /// </summary>
    /// <exception cref="EmulatorException">As for <see cref="SendAsync"/>.</exception>
    public async ValueTask<T> SendInTurnAsync<T>(
        EmulatorRequest request, Func<EmulatorReply, T> convert, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var deadline = DeadlineFor(request);
        var (queue, turn) = (_pool.BulkQueue, EnterQueue(request, deadline));
        if (!turn.Begun.IsCompleted)
            await WaitForTurnAsync(turn, request, cancellationToken).ConfigureAwait(false);
        var isAnswered = false;
        try
        {
            if (TimeLeft(deadline) <= TimeSpan.Zero)
                throw MissedTurn(turn, request);
            var reply = await SendOrRetryAsync(request, deadline, cancellationToken).ConfigureAwait(false);
            isAnswered = true;
            return convert(reply);
        }
        finally
        {
            queue.End(turn, _time.GetTimestamp(), isAnswered);
        }
    }

    private BulkTurn EnterQueue(in EmulatorRequest request, long deadline)
    {
        try
        {
            // Throws if no connection is usable, for which a request must not wait.
            _pool.Get(request);
            return _pool.BulkQueue.TryEnter(
                RequestOrigin.Current, MessageWriter.PayloadLength(request), _time.GetTimestamp(), deadline, out var refusal)
                ?? throw ReusableSocket.Overloaded(request, refusal!);
        }
        catch (EmulatorException)
        {
            _pool.Meters.CountRefused();
            throw;
        }
    }

    private async Task WaitForTurnAsync(BulkTurn turn, EmulatorRequest request, CancellationToken cancellationToken)
    {
        if (TimeLeft(turn.Deadline) is var left && left > TimeSpan.Zero)
            await Delay.WaitAsync(turn.Begun, left, _time, cancellationToken).ConfigureAwait(false);
        if (!_pool.BulkQueue.TryLeave(turn, isLate: !cancellationToken.IsCancellationRequested))
            return;
        if (cancellationToken.IsCancellationRequested)
        {
            _pool.Meters.CountCancelled();
            throw new OperationCanceledException(cancellationToken);
        }

        throw MissedTurn(turn, request);
    }

    private EmulatorException MissedTurn(BulkTurn turn, in EmulatorRequest request)
    {
        var exception = DeadlinePassed(request);
        var reading = new ExchangeReading(request.Command, turn.EnteredAt, TakesFrames: false, ExchangeTrace.Caller);
        _pool.Meters.CountEnded(reading, _time.GetTimestamp(), exception.Failure);
        return exception;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private async ValueTask<EmulatorReply> SendOrRetryAsync(EmulatorRequest request, long deadline, CancellationToken cancellationToken)
    {
        try
        {
            return await SendOnce(request, deadline, cancellationToken).ConfigureAwait(false);
        }
        catch (EmulatorException exception)
            when (_options.Retries > 0 && RetryRules.MayRetry(exception.Failure, request.Category))
        {
            return await RetryAsync(request, deadline, cancellationToken).ConfigureAwait(false);
        }
    }

    // Only failed requests that may be repeated get here, so Polly costs the others nothing. The token cancels this wait and an attempt,
    // but not Polly's delay, after which .NET would continue in the thread pool, outside the simulation.
    private async ValueTask<EmulatorReply> RetryAsync(EmulatorRequest request, long deadline, CancellationToken cancellationToken)
    {
        var retrying = RunRetriesAsync(request, deadline, cancellationToken);
        await Delay.WaitAsync(retrying, Timeout.InfiniteTimeSpan, _time, cancellationToken).ConfigureAwait(false);
        if (retrying.IsCompleted)
            return await retrying.ConfigureAwait(false);
        _ = DiscardAsync(retrying);
        throw new OperationCanceledException(cancellationToken);
    }

    private async Task<EmulatorReply> RunRetriesAsync(EmulatorRequest request, long deadline, CancellationToken cancellationToken)
    {
        // Created by the first retry: Polly takes milliseconds to check its options.
        var retries = LazyInitializer.EnsureInitialized(ref _retries, () => RetryPipeline.Create(_options.Retries, _time, _random));
        var context = ResilienceContextPool.Shared.Get(CancellationToken.None);
        try
        {
            RetryPipeline.SetDeadline(context, deadline);
            return await retries.ExecuteAsync(
                static (context, call) => call.Sender.SendOnceMoreAsync(call.Request, call.Deadline, context, call.Token),
                context, (Sender: this, Request: request, Deadline: deadline, Token: cancellationToken))
                .ConfigureAwait(false);
        }
        finally
        {
            ResilienceContextPool.Shared.Return(context);
        }
    }

    private static async Task DiscardAsync(Task<EmulatorReply> reply)
    {
        try
        {
            (await reply.ConfigureAwait(false)).Dispose();
        }
        catch (Exception exception) when (exception is EmulatorException or OperationCanceledException)
        {
            // The caller has cancelled, so the error has no receiver.
        }
    }

    // The request's connection broke; a new one may be ready in a moment. A cancelled request is not sent.
    private async ValueTask<EmulatorReply> SendOnceMoreAsync(
        EmulatorRequest request, long deadline, ResilienceContext context, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var attempted = _pool.ConnectAttemptsCompletedAsync();
        RetryPipeline.SetHadConnection(context, attempted.IsCompleted);
        if (TimeLeft(deadline) is var left && left > TimeSpan.Zero)
            await Delay.WaitAsync(attempted, left, _time, cancellationToken).ConfigureAwait(false);
        if (TimeLeft(deadline) <= TimeSpan.Zero)
            throw DeadlinePassed(request);
        return await SendOnce(request, deadline, cancellationToken).ConfigureAwait(false);
    }

    private ValueTask<EmulatorReply> SendOnce(in EmulatorRequest request, long deadline, CancellationToken cancellationToken)
    {
        try
        {
            return SendOrOverflow(request, deadline, cancellationToken);
        }
        catch (EmulatorException)
        {
            _pool.Meters.CountRefused();
            throw;
        }
    }

    // A connection that had room when it was selected may be full by now, or may have replies that their callers have not taken yet.
    // Nothing was sent on it, so another one may be used.
    private ValueTask<EmulatorReply> SendOrOverflow(in EmulatorRequest request, long deadline, CancellationToken cancellationToken)
    {
        try
        {
            return _pool.Get(request).SendAsync(request, deadline, cancellationToken);
        }
        catch (EmulatorException exception)
            when (exception.Failure == EmulatorFailure.Overloaded && _pool.GetOverflowConnection(request) is { } other)
        {
            return other.SendAsync(request, deadline, cancellationToken);
        }
    }

    private TimeSpan TimeLeft(long deadline) => _time.GetElapsedTime(_time.GetTimestamp(), deadline);

    // Only requests that change nothing or were not sent are retried or queued.
    private static EmulatorException DeadlinePassed(in EmulatorRequest request)
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
