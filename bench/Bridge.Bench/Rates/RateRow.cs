namespace Bridge.Bench.Rates;

/// <summary>What one load has shown. Times in ms; a request that got no answer counts with the time that was waited for it.</summary>
/// <param name="System">Who was asked.</param>
/// <param name="Load">What was sent, in words.</param>
/// <param name="Size">Bytes of each message; 0: mixed commands.</param>
/// <param name="Asked">Requests a second.</param>
/// <param name="Generator">What sent them.</param>
/// <param name="Got">Requests a second that were ended, well or not.</param>
/// <param name="Dropped">Requests that could not be sent in time.</param>
/// <param name="Success">Share of those that were sent whose answer is right: 0 to 1.</param>
/// <param name="Foreign">Answers that belong to another request.</param>
/// <param name="Others">Cores that other programs kept busy meanwhile.</param>
internal sealed record RateRow(
    string System, string Load, int Size, double Asked, string Generator, double Got, long Dropped, double Success, long Foreign,
    double Mean, double P50, double P99, double Max, double Others)
{
    public const string Ours = "ours";
    public const string Old = "re-creation";

    public const string Steady = "steady";

    /// <summary>Whether every request was sent in time and answered right.</summary>
    public bool IsWhole => Success >= 1 && Dropped == 0;
}
