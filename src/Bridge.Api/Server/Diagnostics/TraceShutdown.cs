using OpenTelemetry.Trace;

namespace Bridge.Api.Server.Diagnostics;

/// <summary>
/// Limits how long an unresponsive collector may delay the shutdown to 1 s. Disposing the provider alone takes up to 5 s.
/// </summary>
internal sealed class TraceShutdown(TracerProvider traces) : IHostedService
{
    private const int MaxMilliseconds = 1000;

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) =>
        Task.Run(() => traces.Shutdown(MaxMilliseconds), CancellationToken.None);
}
