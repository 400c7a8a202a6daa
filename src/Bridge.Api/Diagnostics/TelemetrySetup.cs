
namespace Bridge.Api.Diagnostics;

/// <summary>
/// Sends telemetry where it is configured. Else nothing of OpenTelemetry is even loaded, and nobody listens to any instrument.
/// </summary>
internal static class TelemetrySetup
{
    private const string EndpointSetting = "Bridge:Telemetry:Endpoint";

    /// <summary>OpenTelemetry's own variables, which its exporter reads by itself.</summary>
    public static readonly IReadOnlyList<string> EndpointVariables =
        ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];

    public static void AddBridgeTelemetry(this WebApplicationBuilder builder)
    {
        var settings = builder.Configuration;
        if (!EndpointVariables.Append(EndpointSetting).Any(name => settings[name] is { Length: > 0 })
            || IsTrue(settings["OTEL_SDK_DISABLED"]))
            return;
        // ASP.NET Core describes its spans as OpenTelemetry's conventions say (method, path) only when it is told to.
        AppContext.SetSwitch("Microsoft.AspNetCore.Hosting.SuppressActivityOpenTelemetryData", false);
        builder.Services.AddTelemetryExport();
    }

    private static bool IsTrue(string? setting) => string.Equals(setting, "true", StringComparison.OrdinalIgnoreCase);
}
