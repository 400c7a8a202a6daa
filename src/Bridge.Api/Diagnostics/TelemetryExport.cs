using Bridge.SocketPool;
using Bridge.SocketPool.Diagnostics;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace Bridge.Api.Diagnostics;

/// <summary>
/// Sends meters and traces to a collector, for as long as the program runs. All of it on threads of its own with queues that drop what
/// doesn't fit, so a collector that is gone or slow costs nobody anything.
/// </summary>
internal sealed class TelemetryExport(TelemetryOptions options, IConfiguration settings) : IHostedService, IDisposable
{
    // What a collector that doesn't answer may hold up the end of the program.
    private const int FarewellMilliseconds = 1000;

    private static readonly string[] Meters =
        [EmulatorInstruments.MeterName, "Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Server.Kestrel", "System.Runtime"];

    private MeterProvider? _meters;
    private TracerProvider? _traces;

    public Task StartAsync(CancellationToken cancellationToken)
    {
        var bridge = ResourceBuilder.CreateEmpty()
            .AddService("bridge", serviceVersion: typeof(TelemetryExport).Assembly.GetName().Version?.ToString(3))
            .AddTelemetrySdk()
            .AddEnvironmentVariableDetector();
        _meters = Sdk.CreateMeterProviderBuilder().SetResourceBuilder(bridge).AddMeter(Meters)
            .AddOtlpExporter((exporter, reader) =>
            {
                Send(exporter, "v1/metrics");
                if (settings["OTEL_METRIC_EXPORT_INTERVAL"] is null or "")
                    reader.PeriodicExportingMetricReaderOptions.ExportIntervalMilliseconds = (int)options.Interval.TotalMilliseconds;
            })
            .Build();
        _traces = Sdk.CreateTracerProviderBuilder().SetResourceBuilder(bridge)
            .AddSource("Microsoft.AspNetCore", EmulatorInstruments.MeterName)
            .AddOtlpExporter(exporter => Send(exporter, "v1/traces"))
            .Build();
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.WhenAll(
        Task.Run(() => _meters?.Shutdown(FarewellMilliseconds), CancellationToken.None),
        Task.Run(() => _traces?.Shutdown(FarewellMilliseconds), CancellationToken.None));

    public void Dispose()
    {
        _meters?.Dispose();
        _traces?.Dispose();
    }

    // Otherwise its own variables say where.
    private void Send(OtlpExporterOptions exporter, string path)
    {
        if (options.Endpoint is not { } endpoint)
            return;
        exporter.Protocol = OtlpExportProtocol.HttpProtobuf;
        exporter.Endpoint = new Uri($"{endpoint.AbsoluteUri.TrimEnd('/')}/{path}");
    }
}
