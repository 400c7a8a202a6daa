namespace Bridge.Api.Server.Diagnostics;

/// <summary>
/// Checks the section <c>Bridge:Telemetry</c>, and the addresses in OpenTelemetry's own variables.
/// </summary>
internal sealed class TelemetryValidator(IConfiguration settings)
{
    /// <summary>Returns a sentence for each mistake.</summary>
    public IReadOnlyList<string> FindFailures(TelemetryOptions options)
    {
        var failures = new List<string>();
        if (options.Endpoint is { } endpoint && !IsAddress(endpoint))
        {
            failures.Add("Bridge:Telemetry:Endpoint must be the address of a collector, like http://127.0.0.1:4318; "
                + $"got \"{endpoint.OriginalString}\".");
        }

        if (options.Interval < TimeSpan.FromSeconds(1) || options.Interval > TimeSpan.FromHours(1))
            failures.Add($"Bridge:Telemetry:Interval must be 00:00:01 to 01:00:00; got {options.Interval}.");
        foreach (var variable in TelemetrySetup.EndpointVariables)
        {
            if (settings[variable] is { Length: > 0 } text
                && !(Uri.TryCreate(text, UriKind.Absolute, out var address) && IsAddress(address)))
                failures.Add($"{variable} must be the address of a collector, like http://127.0.0.1:4317; got \"{text}\".");
        }

        return failures;
    }

    private static bool IsAddress(Uri address) => address is { IsAbsoluteUri: true, Scheme: "http" or "https" };
}
