namespace Bridge.Api.Diagnostics;

/// <summary>The log of requests, as the settings say.</summary>
/// <param name="Slow">A request that takes longer is logged.</param>
internal sealed record RequestLogOptions(TimeSpan Slow);
