using Bridge.Api.Server.Hosting;
using Bridge.Api.Server.Security;
using Bridge.RawListener;

namespace Bridge.Api.Composition.Raw;

/// <summary>
/// Opens the raw listener if the settings enable it, and shuts it down gracefully at the same time as the HTTP connections.
/// </summary>
/// <remarks>A listener that fails stops the bridge, because a dead one would go unnoticed.</remarks>
internal sealed class RawListenerService(
    RawSettings settings, SecurityOptions security, RawServer server, RawTransport transport, GracefulShutdown stop) : BackgroundService
{
    /// <exception cref="StartException">An address is in use, or other machines could reach it while no token is required.</exception>
    public override async Task StartAsync(CancellationToken cancellationToken)
    {
        if (settings.TryGetAddress(out var address))
        {
            ExposureCheck.Check(address, security);
            server.Add(await transport.ListenAsync(address), $"{address}");
        }

        if (settings.Unix.Path is { } path)
            server.Add(await transport.ListenAsync(path, settings.Unix.FileMode), path);
        if (settings.IsOn)
            await base.StartAsync(cancellationToken);
    }

    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        if (ExecuteTask is not { } running)
            return;
        server.Stop();
        using (cancellationToken.UnsafeRegister(static server => ((RawServer)server!).Abort(), server))
            await running.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        // The host itself stops this service only after Kestrel has stopped.
        await using (stop.StreamsEnd.UnsafeRegister(static server => ((RawServer)server!).Stop(), server))
            await server.RunAsync();
    }
}
