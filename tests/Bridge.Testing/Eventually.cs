using System.Runtime.CompilerServices;

namespace Bridge.Testing;

/// <summary>Polls a condition, so that no test has to guess how long something takes.</summary>
public static class Eventually
{
    /// <summary>How long a condition may take to come true.</summary>
    public static TimeSpan Patience { get; } = TimeSpan.FromSeconds(30);

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(5);

    public static Task HoldsAsync(Func<bool> condition, [CallerArgumentExpression(nameof(condition))] string what = "") =>
        HoldsAsync(() => Task.FromResult(condition()), what);

    public static async Task HoldsAsync(Func<Task<bool>> condition, [CallerArgumentExpression(nameof(condition))] string what = "")
    {
        var start = TimeProvider.System.GetTimestamp();
        while (!await condition().ConfigureAwait(false))
        {
            if (TimeProvider.System.GetElapsedTime(start) > Patience)
                throw new TimeoutException($"Within {Patience.TotalSeconds} s this did not become true: {what}");
            await Task.Delay(Interval, TimeProvider.System).ConfigureAwait(false);
        }
    }
}
