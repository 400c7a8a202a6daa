namespace Bridge.Api.Server.Security;

/// <summary>Settings of the rate limit of each client, in the section <c>Bridge:Rate</c>.</summary>
internal sealed record RateOptions
{
    /// <summary>Max requests in each period, even all at once, 1 to 1,000,000. Default none: no limit.</summary>
    public int? Requests { get; set; }

    /// <summary>The period, 1 s to 1 h. Default 1 s.</summary>
    public TimeSpan Period { get; set; } = TimeSpan.FromSeconds(1);

    /// <summary>Returns a sentence for each mistake.</summary>
    public static IEnumerable<string> FailuresOf(RateOptions rate)
    {
        if (rate.Requests is < 1 or > 1_000_000)
            yield return $"Bridge:Rate:Requests must be 1 to 1000000, or left out for no limit; got {rate.Requests}.";
        if (rate.Period < TimeSpan.FromSeconds(1) || rate.Period > TimeSpan.FromHours(1))
            yield return $"Bridge:Rate:Period must be 00:00:01 to 01:00:00; got {rate.Period}.";
    }
}
