using Bridge.SocketPool.Diagnostics;
using OpenTelemetry.Exporter;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace Bridge.Api.Server.Diagnostics;

/// <summary>
/// Exports meters and traces to a collector. OpenTelemetry uses its own threads and bounded queues, so a slow or missing collector
/// delays no request.
/// </summary>
internal static class TelemetryExport
{
    private const string Traces = "traces";

    /// <summary>
    /// Adds OpenTelemetry's providers, which the host starts. Call it only for an export, because it loads OpenTelemetry's assemblies.
    /// </summary>
    public static void AddTelemetryExport(this IServiceCollection services)
    {
        services.AddOpenTelemetry()
            .ConfigureResource(Describe)
            .WithTracing(traces => traces.AddSource("Microsoft.AspNetCore", EmulatorInstruments.MeterName)
                .AddOtlpExporter(Traces, configure: null));
        services.AddOptions<OtlpExporterOptions>(Traces)
            .Configure<TelemetryOptions>(static (exporter, options) => SendTo(exporter, options, Traces));
        services.AddHostedService<MeterExport>();
        services.AddHostedService<TraceShutdown>();
    }

    /// <summary>Describes the program, for a receiver of its telemetry.</summary>
    public static void Describe(ResourceBuilder resource) => resource.Clear()
        .AddService("bridge", serviceVersion: ProgramVersion.Number)
        .AddTelemetrySdk()
        .AddEnvironmentVariableDetector();

    /// <summary>
    /// Sets where a signal is sent. Without <c>Bridge:Telemetry:Endpoint</c>, OpenTelemetry's own variables name the endpoint.
    /// </summary>
    public static void SendTo(OtlpExporterOptions exporter, TelemetryOptions options, string signal)
    {
        if (options.Endpoint is not { } endpoint)
            return;
        exporter.Protocol = OtlpExportProtocol.HttpProtobuf;
        exporter.Endpoint = new Uri($"{endpoint.AbsoluteUri.TrimEnd('/')}/v1/{signal}");
    }
}
