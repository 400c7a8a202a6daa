namespace Bridge.Bench.Rates;

/// <summary>One row to be measured: who is asked, for what, how often.</summary>
/// <param name="System">Who is asked.</param>
/// <param name="Load">In words.</param>
/// <param name="Script">What k6 runs; null: <see cref="OpenLoop"/> asks.</param>
/// <param name="Rate">Requests a second; at the end of a ramp.</param>
/// <param name="Size">Bytes of each message; 0: mixed commands.</param>
internal sealed record RateLoad(string System, string Load, string? Script, int Rate, int Size)
{
    private const int Small = 36;
    private const int Large = 5000;
    // k6 runs a JavaScript engine for each request that is open; beyond this it would measure itself.
    private const int MaxRateForK6 = 1000;
    // Here the re-creation has failed for long; it only opens more and more sockets.
    private const int MaxRateForOld = 1000;
    private const int Overload = 30_000;

    private static readonly int[] Rates = [1, 5, 10, 15, 20, 40, 80, 160, 340, 500, 1000, 3000, 10_000];

    public static IEnumerable<RateLoad> All => [
        .. Steady(RateRow.Ours, Small, Rates.Length), .. Steady(RateRow.Old, Small, Array.IndexOf(Rates, MaxRateForOld) + 1),
        .. Steady(RateRow.Ours, Large, Rates.Length), .. Steady(RateRow.Old, Large, Array.IndexOf(Rates, MaxRateForOld) + 1),
        new(RateRow.Ours, "ramp from 1", "ramp.js", MaxRateForK6, Small), new(RateRow.Old, "ramp from 1", "ramp.js", MaxRateForK6, Small),
        new(RateRow.Ours, "mixed commands", "soak.js", 331, 0), new(RateRow.Ours, "overload", null, Overload, Small)];

    /// <summary>What it is called on the command line, and its file.</summary>
    public string Name => $"{(System == RateRow.Ours ? "ours" : "old")}-{(Size == 0 ? "mixed" : Size)}-{Load.Split(' ')[0]}-{Rate}";

    /// <summary>How long it takes; longer where a goal is set, so that the first second weighs less.</summary>
    public int Seconds => Rate is 5 or 340 ? 30 : 6;

    private static IEnumerable<RateLoad> Steady(string system, int size, int count) =>
        Rates.Take(count).Select(rate => new RateLoad(system, RateRow.Steady, rate > MaxRateForK6 ? null : "echo.js", rate, size));
}
