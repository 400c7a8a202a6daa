namespace Bridge.Api.Server.Diagnostics;

/// <summary>Settings of the export of meters and traces with OpenTelemetry's protocol (docs/telemetry.md).</summary>
internal sealed record TelemetryOptions
{
    /// <summary>
    /// The collector's address for OTLP over HTTP, like <c>http://127.0.0.1:4318</c>. Default none: nothing is sent, unless one of
    /// OpenTelemetry's variables names an address (<c>OTEL_EXPORTER_OTLP_ENDPOINT</c>).
    /// </summary>
    public Uri? Endpoint { get; set; }

    /// <summary>How often meters are sent, 1 s to 1 h. Default 10 s.</summary>
    public TimeSpan Interval { get; set; } = TimeSpan.FromSeconds(10);
}
