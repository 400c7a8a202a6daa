namespace Bridge.Api.Server.Diagnostics;

/// <summary>Settings of the request log.</summary>
/// <param name="Slow">Requests that take longer are logged as slow.</param>
internal sealed record RequestLogOptions(TimeSpan Slow);
