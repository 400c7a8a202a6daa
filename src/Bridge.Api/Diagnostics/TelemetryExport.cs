using Bridge.SocketPool.Diagnostics;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace Bridge.Api.Diagnostics;

/// <summary>
/// Exports meters and traces to a collector. OpenTelemetry uses its own threads and bounded queues, so a slow or missing collector
/// delays no request.
/// </summary>
internal static class TelemetryExport
{
    private const string Metrics = "metrics";
    private const string Traces = "traces";

    /// <summary>
    /// Adds OpenTelemetry's providers, which the host starts. No other class uses its assemblies, so they are loaded only if this runs.
    /// </summary>
    public static void AddTelemetryExport(this IServiceCollection services)
    {
        services.AddOpenTelemetry()
            .ConfigureResource(Describe)
            .WithMetrics(meters => meters.AddMeter([.. MeterNames.Exported]).AddOtlpExporter(Metrics, configure: null))
            .WithTracing(traces => traces.AddSource("Microsoft.AspNetCore", EmulatorInstruments.MeterName)
                .AddOtlpExporter(Traces, configure: null));
        services.SendTo(Metrics).SendTo(Traces);
        services.AddOptions<MetricReaderOptions>(Metrics).Configure<TelemetryOptions, IConfiguration>((reader, options, settings) =>
        {
            if (settings["OTEL_METRIC_EXPORT_INTERVAL"] is null or "")
            {
                reader.PeriodicExportingMetricReaderOptions.ExportIntervalMilliseconds =
                    (int)options.Interval.TotalMilliseconds;
            }
        });
        services.AddHostedService<TelemetryShutdown>();
    }

    /// <summary>Describes the program, for a receiver of its telemetry.</summary>
    public static void Describe(ResourceBuilder resource) => resource.Clear()
        .AddService("bridge", serviceVersion: ProgramVersion.Number)
        .AddTelemetrySdk()
        .AddEnvironmentVariableDetector();

    // Without Bridge:Telemetry:Endpoint, OpenTelemetry's own variables name the endpoint.
    private static IServiceCollection SendTo(this IServiceCollection services, string signal)
    {
        services.AddOptions<OtlpExporterOptions>(signal).Configure<TelemetryOptions>((exporter, options) =>
        {
            if (options.Endpoint is not { } endpoint)
                return;
            exporter.Protocol = OtlpExportProtocol.HttpProtobuf;
            exporter.Endpoint = new Uri($"{endpoint.AbsoluteUri.TrimEnd('/')}/v1/{signal}");
        });
        return services;
    }
}
