namespace Bridge.SocketPool.Connections;

/// <summary>Waits that a token may end. Whichever way they end, they just end.</summary>
/// <remarks>
/// In a file of its own because the simulation has another: .NET's go on in the thread pool once their token is cancelled.
/// </remarks>
internal static class Delay
{
    /// <summary>Waits for so long.</summary>
    public static async Task ForAsync(TimeSpan max, TimeProvider time, CancellationToken token) =>
        await Task.Delay(Whole(max), time, token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    /// <summary>Waits until <paramref name="task"/> has ended, but only for so long.</summary>
    public static async Task UntilAsync(Task task, TimeSpan max, TimeProvider time, CancellationToken token) =>
        await task.WaitAsync(Whole(max), time, token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

    // .NET waits for whole milliseconds and leaves out what is beyond; at the end of a deadline that is the rest of it.
    private static TimeSpan Whole(TimeSpan max) => TimeSpan.FromMilliseconds(Math.Ceiling(max.TotalMilliseconds));
}
