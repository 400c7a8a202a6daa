namespace Bridge.LoadBench;

/// <summary>Wall time, and waiting for conditions.</summary>
internal static class Clock
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
    private static readonly long Began = TimeProvider.System.GetTimestamp();

    /// <summary>Gets the seconds since the program began.</summary>
    public static double Now => TimeProvider.System.GetElapsedTime(Began).TotalSeconds;

    public static Task WaitAsync(double seconds) =>
        seconds > 0 ? Task.Delay(TimeSpan.FromSeconds(seconds), TimeProvider.System) : Task.CompletedTask;

    /// <summary>Waits until the condition holds; <paramref name="what"/> describes it in the error.</summary>
    /// <exception cref="TimeoutException">The condition did not hold within half a minute.</exception>
    public static async Task UntilAsync(string what, Func<Task<bool>> condition)
    {
        for (var end = Now + Patience.TotalSeconds; !await condition(); await WaitAsync(0.05))
        {
            if (Now > end)
                throw new TimeoutException($"Waited {Patience.TotalSeconds} s in vain: {what}. The logs are in artifacts/bench.");
        }
    }
}
