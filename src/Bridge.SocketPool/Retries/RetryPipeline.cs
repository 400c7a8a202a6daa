using Bridge.SocketPool.Model;
using Polly;
using Polly.Retry;

namespace Bridge.SocketPool.Retries;

/// <summary>
/// Makes the pipeline that sends failed requests again: exponential backoff with jitter, bounded by each request's deadline.
/// </summary>
internal static class RetryPipeline
{
    private static readonly TimeSpan FirstDelay = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan MaxDelay = TimeSpan.FromMilliseconds(500);
    private static readonly ResiliencePropertyKey<long> DeadlineKey = new("bridge.deadline");
    private static readonly ResiliencePropertyKey<bool> HadConnectionKey = new("bridge.had-connection");

    /// <summary>Makes the pipeline.</summary>
    /// <param name="retries">
    /// How often a request is sent again, 1 to 10. The first attempt is outside, so the pipeline's first is a retry.
    /// </param>
    /// <param name="time">The clock of delays and deadlines.</param>
    public static ResiliencePipeline Create(int retries, TimeProvider time) => retries == 1
        ? ResiliencePipeline.Empty
        : new ResiliencePipelineBuilder { TimeProvider = time }
            .AddRetry(new RetryStrategyOptions
            {
                MaxRetryAttempts = retries - 1,
                BackoffType = DelayBackoffType.Exponential,
                UseJitter = true,
                Delay = FirstDelay,
                MaxDelay = MaxDelay,
                // Polly's own would not be the simulation's.
                Randomizer = static () => Random.Shared.NextDouble(),
                DelayGenerator = arguments => new ValueTask<TimeSpan?>(LastDelay(arguments.Context, time)),
                ShouldHandle = static arguments => new ValueTask<bool>(IsWorthAnother(arguments.Context, arguments.Outcome.Exception)),
            })
            .Build();

    /// <summary>Tells the pipeline when a request must have ended, as a timestamp of its clock.</summary>
    public static void SetDeadline(ResilienceContext context, long deadline) => context.Properties.Set(DeadlineKey, deadline);

    /// <summary>Tells the pipeline whether an attempt began with a connection that could be used.</summary>
    public static void SetHadConnection(ResilienceContext context, bool had) => context.Properties.Set(HadConnectionKey, had);

    // Null, the pipeline's own delay, never passes a deadline that is farther away than the longest of them.
    private static TimeSpan? LastDelay(ResilienceContext context, TimeProvider time)
    {
        var left = time.GetElapsedTime(time.GetTimestamp(), context.Properties.GetValue(DeadlineKey, 0));
        if (left >= MaxDelay) // mutation: backoff
            return null;
        return left > FirstDelay ? FirstDelay : left > TimeSpan.Zero ? left : TimeSpan.Zero;
    }

    // A dying emulator's connections don't break at the same instant: one that could be used is gone before it is, and nothing was sent.
    private static bool IsWorthAnother(ResilienceContext context, Exception? exception) =>
        exception is EmulatorException { Failure: var failure } known
        && (RetryRules.MayRetry(failure, known.Category)
            || failure == EmulatorFailure.NoEmulator && context.Properties.GetValue(HadConnectionKey, false));
}
