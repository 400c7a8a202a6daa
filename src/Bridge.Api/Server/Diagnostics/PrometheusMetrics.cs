using System.Diagnostics.Metrics;
using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace Bridge.Api.Server.Diagnostics;

/// <summary>
/// Writes the meters in Prometheus's text format. Before the first request, OpenTelemetry isn't even loaded, and no instrument has a
/// listener.
/// </summary>
internal sealed class PrometheusMetrics : IDisposable
{
    private const string Count = ".count";

    private readonly IServiceProvider _services;
    private readonly EmulatorPoints _points;
    private readonly Lock _gate = new();
    private Exporter? _exporter;

    public PrometheusMetrics(IServiceProvider services, EmulatorPoints points)
    {
        (_services, _points) = (services, points);
        points.Full += End;
    }

    /// <summary>Writes all meters to the response.</summary>
    public async Task WriteAsync(HttpContext context)
    {
        Exporter exporter;
        lock (_gate)
        {
            exporter = _exporter ??= Start();
            exporter.Users++;
        }

        try
        {
            await exporter.Write(context);
        }
        finally
        {
            Release(exporter);
        }
    }

    public void Dispose()
    {
        _points.Full -= End;
        End();
    }

    // The next request starts another one.
    private void End()
    {
        Exporter? ended;
        lock (_gate)
            (ended, _exporter) = (_exporter, null);
        if (ended is not null)
            Release(ended);
    }

    private void Release(Exporter exporter)
    {
        lock (_gate)
        {
            if (--exporter.Users > 0)
                return;
        }

        exporter.Meters.Dispose();
    }

    // No method that runs before names OpenTelemetry's types, so its assemblies are loaded only when this one runs.
    private Exporter Start()
    {
        var meters = Sdk.CreateMeterProviderBuilder()
            .ConfigureResource(TelemetryExport.Describe)
            .AddMeter([.. MeterNames.Exported])
            .AddView(Choose)
            .AddPrometheusExporter(static exporter => exporter.ScrapeResponseCacheDurationMilliseconds = 0)
            .Build();
        var requests = new ApplicationBuilder(_services);
        requests.UseOpenTelemetryPrometheusScrapingEndpoint(
            meters, static _ => true, path: null, configureBranchedPipeline: null, optionsName: null);
        return new Exporter(meters, requests.Build());
    }

    private static MetricStreamConfiguration? Choose(Instrument instrument)
    {
        var name = instrument.Name;
        // .NET calls the thread pool's length and threads counters, although they fall; the others tell nothing about a bridge.
        if (name is "dotnet.thread_pool.queue.length" or "dotnet.thread_pool.thread.count" or "dotnet.assembly.count"
            or "dotnet.timer.count")
            return MetricStreamConfiguration.Drop;
        // Without the emulator's tag, because each emulator would have histograms of its own.
        if (name == "bridge.exchange.duration")
            return new MetricStreamConfiguration { TagKeys = ["bridge.command", "error.type"] };
        // In Prometheus, _count is a part of a histogram.
        var shown = name.EndsWith(Count, StringComparison.Ordinal) ? $"{name[..^Count.Length]}s" : null;
        if (instrument.Meter.Name == MeterNames.Emulators)
            return new MetricStreamConfiguration { Name = shown, CardinalityLimit = EmulatorPoints.MaxOf(name) };
        return shown is null ? null : new MetricStreamConfiguration { Name = shown };
    }

    /// <param name="meters">The provider. OWNED BY THIS.</param>
    /// <param name="write">Writes its meters to a response.</param>
    private sealed class Exporter(IDisposable meters, RequestDelegate write)
    {
        public IDisposable Meters => meters;

        public RequestDelegate Write => write;

        /// <summary>Gets or sets the number of requests that use it, and one more until it is replaced.</summary>
        public int Users { get; set; } = 1;
    }
}
