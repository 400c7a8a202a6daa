namespace Bridge.Api.Server.Diagnostics;

/// <summary>
/// Exports telemetry if an endpoint is configured. Otherwise OpenTelemetry isn't even loaded, and no instrument has a listener.
/// </summary>
internal static class TelemetrySetup
{
    private const string EndpointSetting = "Bridge:Telemetry:Endpoint";

    /// <summary>OpenTelemetry's own variables, which its exporter reads.</summary>
    public static readonly IReadOnlyList<string> EndpointVariables =
        ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"];

    public static void AddBridgeTelemetry(this WebApplicationBuilder builder)
    {
        var settings = builder.Configuration;
        if (!EndpointVariables.Append(EndpointSetting).Any(name => settings[name] is { Length: > 0 })
            || IsTrue(settings["OTEL_SDK_DISABLED"]))
            return;
        // Without this switch, ASP.NET Core doesn't add method and path to its spans as OpenTelemetry's conventions require.
        AppContext.SetSwitch("Microsoft.AspNetCore.Hosting.SuppressActivityOpenTelemetryData", false);
        builder.Services.AddTelemetryExport();
    }

    private static bool IsTrue(string? setting) => string.Equals(setting, "true", StringComparison.OrdinalIgnoreCase);
}
