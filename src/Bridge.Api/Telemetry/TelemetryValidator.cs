using Bridge.Api.Emulators;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Telemetry;

/// <summary>
/// Checks the section <c>Bridge:Telemetry</c>, and those variables of OpenTelemetry that it would otherwise stumble over.
/// </summary>
internal sealed class TelemetryValidator(IConfiguration settings, IReadOnlyList<string> endpointVariables) : IValidateOptions<BridgeOptions>
{
    public ValidateOptionsResult Validate(string? name, BridgeOptions options)
    {
        var failures = new List<string>();
        if (options.Telemetry.Endpoint is { } endpoint && !IsAddress(endpoint))
        {
            failures.Add($"Bridge:Telemetry:Endpoint is \"{endpoint.OriginalString}\"; it is the address of a collector, "
                + "like http://127.0.0.1:4318.");
        }

        if (options.Telemetry.Interval < TimeSpan.FromSeconds(1) || options.Telemetry.Interval > TimeSpan.FromHours(1))
            failures.Add($"Bridge:Telemetry:Interval is {options.Telemetry.Interval}; it is 00:00:01 to 01:00:00.");
        foreach (var variable in endpointVariables)
        {
            if (settings[variable] is { Length: > 0 } text
                && !(Uri.TryCreate(text, UriKind.Absolute, out var address) && IsAddress(address)))
                failures.Add($"{variable} is \"{text}\"; it is the address of a collector, like http://127.0.0.1:4317.");
        }

        return failures.Count == 0 ? ValidateOptionsResult.Success : ValidateOptionsResult.Fail(failures);
    }

    private static bool IsAddress(Uri address) => address is { IsAbsoluteUri: true, Scheme: "http" or "https" };
}
