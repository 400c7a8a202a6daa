using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace Bridge.Api.Diagnostics;

/// <summary>
/// Bounds how long a collector that doesn't answer may delay the end of the program. Disposing the providers alone takes up to 5 s each.
/// </summary>
internal sealed class TelemetryShutdown(MeterProvider meters, TracerProvider traces) : IHostedService
{
    private const int MaxMilliseconds = 1000;

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.WhenAll(
        Task.Run(() => meters.Shutdown(MaxMilliseconds), CancellationToken.None),
        Task.Run(() => traces.Shutdown(MaxMilliseconds), CancellationToken.None));
}
