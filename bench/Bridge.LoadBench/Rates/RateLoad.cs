namespace Bridge.LoadBench.Rates;

/// <summary>One row to measure: the system, the load and the rate.</summary>
/// <param name="System">The system under test.</param>
/// <param name="Load">The load in words.</param>
/// <param name="Script">The k6 script; null: <see cref="OpenLoop"/> sends the requests.</param>
/// <param name="Rate">Requests a second; at the end of a ramp.</param>
/// <param name="Size">Bytes of each message; 0: mixed commands.</param>
internal sealed record RateLoad(string System, string Load, string? Script, int Rate, int Size)
{
    private const int Small = 36;
    private const int Large = 5000;
    // k6 runs a JavaScript engine for each open request; beyond this rate it would measure itself.
    private const int MaxRateForK6 = 1000;
    // The exclusive-socket pattern fails far below this rate; beyond it, it only opens more sockets.
    private const int MaxRateForOld = 1000;
    private const int Overload = 30_000;

    private static readonly int[] Rates = [1, 5, 10, 15, 20, 40, 80, 160, 340, 500, 1000, 3000, 10_000];

    public static IEnumerable<RateLoad> All => [
        .. Steady(RateRow.Ours, Small, Rates.Length), .. Steady(RateRow.Old, Small, Array.IndexOf(Rates, MaxRateForOld) + 1),
        .. Steady(RateRow.Ours, Large, Rates.Length), .. Steady(RateRow.Old, Large, Array.IndexOf(Rates, MaxRateForOld) + 1),
        new(RateRow.Ours, "ramp from 1", "ramp.js", MaxRateForK6, Small), new(RateRow.Old, "ramp from 1", "ramp.js", MaxRateForK6, Small),
        new(RateRow.Ours, "mixed commands", "soak.js", 331, Size: 0), new(RateRow.Ours, "overload", null, Overload, Small)];

    /// <summary>Gets the name on the command line, which is also the file name.</summary>
    public string Name => $"{(System == RateRow.Ours ? "ours" : "old")}-{(Size == 0 ? "mixed" : Size)}-{Load.Split(' ')[0]}-{Rate}";

    /// <summary>Gets the duration; longer where a goal is set, so that the first second weighs less.</summary>
    public int Seconds => Rate is 5 or 340 ? 30 : 6;

    private static IEnumerable<RateLoad> Steady(string system, int size, int count) =>
        Rates.Take(count).Select(rate => new RateLoad(system, RateRow.Steady, rate > MaxRateForK6 ? null : "echo.js", rate, size));
}
