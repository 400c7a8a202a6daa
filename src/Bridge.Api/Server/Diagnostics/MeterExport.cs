using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;

namespace Bridge.Api.Server.Diagnostics;

/// <summary>Exports meters to a collector.</summary>
internal sealed class MeterExport(IConfiguration settings, TelemetryOptions options, EmulatorPoints points, WorkGuard guard)
    : IHostedService, IDisposable
{
    private const string Signal = "metrics";
    private const int MaxMilliseconds = 1000;

    private readonly SemaphoreSlim _turn = new(1); // Held while the provider is replaced or ended.
    private MeterProvider? _meters;
    private volatile bool _isStopping;

    public Task StartAsync(CancellationToken cancellationToken)
    {
        _meters = Build();
        points.Full += Replace;
        return Task.CompletedTask;
    }

    /// <summary>Sends what is left; an unresponsive collector delays the shutdown by a second at most.</summary>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        points.Full -= Replace;
        _isStopping = true;
        await _turn.WaitAsync(cancellationToken);
        await EndAsync();
        _turn.Release();
    }

    public void Dispose()
    {
        _meters?.Dispose();
        _turn.Dispose();
    }

    private void Replace() => _ = guard.RunAsync(nameof(MeterExport), ReplaceAsync, CancellationToken.None);

    private async Task ReplaceAsync(CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken);
        try
        {
            await EndAsync();
            if (!_isStopping)
                _meters = Build();
        }
        finally
        {
            _turn.Release();
        }
    }

    private Task EndAsync() => Task.Run(
        () =>
        {
            _meters?.Shutdown(MaxMilliseconds);
            _meters?.Dispose();
            _meters = null;
        },
        CancellationToken.None);

    private MeterProvider Build() => Sdk.CreateMeterProviderBuilder()
        .ConfigureServices(services =>
        {
            services.AddSingleton(settings);
            services.AddOptions<OtlpExporterOptions>(Signal).Configure(exporter => TelemetryExport.SendTo(exporter, options, Signal));
            services.AddOptions<MetricReaderOptions>(Signal).Configure(reader =>
            {
                if (settings["OTEL_METRIC_EXPORT_INTERVAL"] is null or "")
                {
                    reader.PeriodicExportingMetricReaderOptions.ExportIntervalMilliseconds =
                        (int)options.Interval.TotalMilliseconds;
                }
            });
        })
        .ConfigureResource(TelemetryExport.Describe)
        .AddMeter([.. MeterNames.Exported])
        .AddView(static instrument => instrument.Meter.Name == MeterNames.Emulators
            ? new MetricStreamConfiguration { CardinalityLimit = EmulatorPoints.MaxOf(instrument.Name) }
            : null)
        .AddOtlpExporter(Signal, configure: null)
        .Build();
}
