using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace Bridge.Api.Diagnostics;

/// <summary>
/// Limits how long an unresponsive collector may delay the shutdown to 1 s. Disposing the providers alone takes up to 5 s each.
/// </summary>
internal sealed class TelemetryShutdown(MeterProvider meters, TracerProvider traces) : IHostedService
{
    private const int MaxMilliseconds = 1000;

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.WhenAll(
        Task.Run(() => meters.Shutdown(MaxMilliseconds), CancellationToken.None),
        Task.Run(() => traces.Shutdown(MaxMilliseconds), CancellationToken.None));
}
