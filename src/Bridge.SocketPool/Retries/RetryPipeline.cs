using Bridge.SocketPool.Model;
using Polly;
using Polly.Retry;

namespace Bridge.SocketPool.Retries;

/// <summary>
/// Creates the pipeline that retries failed requests: exponential backoff with jitter, limited by each request's deadline.
/// </summary>
internal static class RetryPipeline
{
    private static readonly TimeSpan FirstDelay = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan MaxDelay = TimeSpan.FromMilliseconds(500);
    private static readonly ResiliencePropertyKey<long> DeadlineKey = new("bridge.deadline");
    private static readonly ResiliencePropertyKey<bool> HadConnectionKey = new("bridge.had-connection");

    /// <summary>Creates the pipeline.</summary>
    /// <param name="retries">The number of retries, 1 to 10. The pipeline's own first attempt is already the first retry.</param>
    /// <param name="time">The clock of delays and deadlines.</param>
    /// <param name="random">Draws the jitter, on any thread.</param>
    public static ResiliencePipeline Create(int retries, TimeProvider time, Random random) => retries == 1
        ? ResiliencePipeline.Empty
        : new ResiliencePipelineBuilder { TimeProvider = time }
            .AddRetry(new RetryStrategyOptions
            {
                MaxRetryAttempts = retries - 1,
                BackoffType = DelayBackoffType.Exponential,
                UseJitter = true,
                Delay = FirstDelay,
                MaxDelay = MaxDelay,
                Randomizer = random.NextDouble,
                DelayGenerator = arguments => new ValueTask<TimeSpan?>(LimitDelay(arguments.Context, time)),
                ShouldHandle = static arguments => new ValueTask<bool>(ShouldRetry(arguments.Context, arguments.Outcome.Exception)),
            })
            .Build();

    /// <summary>Sets the deadline of a request, as a timestamp of the pipeline's clock.</summary>
    public static void SetDeadline(ResilienceContext context, long deadline) => context.Properties.Set(DeadlineKey, deadline);

    /// <summary>Sets whether there was a usable connection when an attempt started.</summary>
    public static void SetHadConnection(ResilienceContext context, bool had) => context.Properties.Set(HadConnectionKey, had);

    // Null means the pipeline's own delay, which is at most MaxDelay and so can't pass the deadline. Near the deadline, the delay is
    // FirstDelay, or all the time that is left.
    private static TimeSpan? LimitDelay(ResilienceContext context, TimeProvider time)
    {
        var left = time.GetElapsedTime(time.GetTimestamp(), context.Properties.GetValue(DeadlineKey, 0));
        if (left >= MaxDelay) // mutation: backoff
            return null;
        return left > FirstDelay ? FirstDelay : left > TimeSpan.Zero ? left : TimeSpan.Zero;
    }

    // The connections of a dying emulator break one after the other. An attempt may find a usable one that breaks before anything is sent.
    private static bool ShouldRetry(ResilienceContext context, Exception? exception) =>
        exception is EmulatorException { Failure: var failure } known
        && (RetryRules.MayRetry(failure, known.Category)
            || failure == EmulatorFailure.NoEmulator && context.Properties.GetValue(HadConnectionKey, false));
}
