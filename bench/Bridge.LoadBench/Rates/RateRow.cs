namespace Bridge.LoadBench.Rates;

/// <summary>The results of one load. Times in ms; a request without a response counts with the time until its timeout.</summary>
/// <param name="System">The system under test.</param>
/// <param name="Load">The load in words.</param>
/// <param name="Size">Bytes of each message; 0: mixed commands.</param>
/// <param name="Asked">The target rate in requests a second.</param>
/// <param name="Generator">The load generator.</param>
/// <param name="Got">Finished requests a second, successful or not.</param>
/// <param name="Dropped">Requests that could not be sent in time.</param>
/// <param name="Success">The share of sent requests with the right response: 0 to 1.</param>
/// <param name="Foreign">Responses that belong to another request.</param>
/// <param name="Others">Cores that other programs kept busy during the run.</param>
internal sealed record RateRow(
    string System, string Load, int Size, double Asked, string Generator, double Got, long Dropped, double Success, long Foreign,
    double Mean, double P50, double P99, double Max, double Others)
{
    public const string Ours = "ours";
    public const string Old = "re-creation";

    public const string Steady = "steady";

    /// <summary>Gets whether every request was sent in time and answered correctly.</summary>
    public bool IsWhole => Success >= 1 && Dropped == 0;
}
