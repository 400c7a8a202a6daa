namespace Bridge.SocketPool.Connections;

/// <summary>Provides waits that a token can cancel. A cancelled wait ends without an exception.</summary>
/// <remarks>
/// In a file of its own because the simulation replaces it: .NET's waits continue in the thread pool when their token is cancelled.
/// </remarks>
internal static class Delay
{
    /// <summary>Waits for a duration.</summary>
    public static async Task ForAsync(TimeSpan max, TimeProvider time, CancellationToken token) =>
        await Task.Delay(RoundUp(max), time, token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    /// <summary>Waits until <paramref name="task"/> has completed, but at most for a duration.</summary>
    public static async Task WaitAsync(Task task, TimeSpan max, TimeProvider time, CancellationToken token) =>
        await task.WaitAsync(RoundUp(max), time, token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    // .NET drops fractions of a millisecond. Just before a deadline only such a fraction is left, and the wait would return too early.
    private static TimeSpan RoundUp(TimeSpan max) => TimeSpan.FromMilliseconds(Math.Ceiling(max.TotalMilliseconds));
}
