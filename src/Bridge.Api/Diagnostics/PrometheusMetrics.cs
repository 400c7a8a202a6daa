using System.Diagnostics.Metrics;
using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace Bridge.Api.Diagnostics;

/// <summary>
/// Writes the meters in Prometheus's text format. Before the first request, OpenTelemetry isn't even loaded, and no instrument has a
/// listener.
/// </summary>
internal sealed class PrometheusMetrics(IServiceProvider services) : IDisposable
{
    private const string Count = ".count";

    private readonly Lock _starting = new();
    private MeterProvider? _meters;
    private RequestDelegate? _write;

    /// <summary>Writes all meters to the response.</summary>
    public Task WriteAsync(HttpContext context) => (Volatile.Read(ref _write) ?? Start())(context);

    public void Dispose() => _meters?.Dispose();

    private RequestDelegate Start()
    {
        lock (_starting)
            return _write ??= Listen();
    }

    // No method that runs before names OpenTelemetry's types, so its assemblies are loaded only when this one runs.
    private RequestDelegate Listen()
    {
        var meters = Sdk.CreateMeterProviderBuilder()
            .ConfigureResource(TelemetryExport.Describe)
            .AddMeter([.. MeterNames.Exported])
            .AddView(Choose)
            .AddPrometheusExporter(static exporter => exporter.ScrapeResponseCacheDurationMilliseconds = 0)
            .Build();
        _meters = meters;
        var requests = new ApplicationBuilder(services);
        requests.UseOpenTelemetryPrometheusScrapingEndpoint(
            meters, static _ => true, path: null, configureBranchedPipeline: null, optionsName: null);
        return requests.Build();
    }

    private static MetricStreamConfiguration? Choose(Instrument instrument) => instrument.Name switch
    {
        // Emulators come and go, and each would leave its histograms.
        "bridge.exchange.duration" => new MetricStreamConfiguration { TagKeys = ["bridge.command", "error.type"] },
        // .NET calls the thread pool's length and threads counters, although they fall; the others tell nothing about a bridge.
        "dotnet.thread_pool.queue.length" or "dotnet.thread_pool.thread.count" or "dotnet.assembly.count" or "dotnet.timer.count"
            => MetricStreamConfiguration.Drop,
        // In Prometheus, _count is a part of a histogram.
        var name when name.EndsWith(Count, StringComparison.Ordinal) =>
            new MetricStreamConfiguration { Name = $"{name[..^Count.Length]}s" },
        _ => null,
    };
}
