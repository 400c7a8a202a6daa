using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Hosting;
using Bridge.Api.Server.Security;
using Bridge.RawListener;

namespace Bridge.Api.Composition.Raw;

/// <summary>
/// Opens the raw listener if the settings enable it, and shuts it down gracefully at the same time as the HTTP connections.
/// </summary>
internal sealed class RawListenerService(
    RawSettings settings, SecurityOptions security, Func<RawServer> makeServer, GracefulShutdown stop, IHostApplicationLifetime lifetime,
    ILogger<RawListenerService> logger) : IHostedService, IAsyncDisposable
{
    private CancellationTokenRegistration _stopping;
    private RawServer? _server;
    private Task _running = Task.CompletedTask;

    /// <exception cref="StartException">An address is in use, or other machines could reach it while no token is required.</exception>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        if (settings.IsOn && OperatingSystem.IsLinux())
            Open(settings);
        return Task.CompletedTask;
    }

    /// <exception cref="RawListenerFailedException">The listener has failed too often, which stops the bridge.</exception>
    public async Task StopAsync(CancellationToken cancellationToken)
    {
        if (_server is not { } server)
            return;
        server.Stop();
        using (cancellationToken.UnsafeRegister(static server => ((RawServer)server!).Abort(), server))
            await _running;
    }

    public async ValueTask DisposeAsync()
    {
        await _stopping.DisposeAsync();
        if (_server is not { } server)
            return;
        _server = null;
        await server.DisposeAsync();
    }

    [SupportedOSPlatform("linux")]
    private void Open(RawSettings raw)
    {
        var server = _server = makeServer();
        if (raw.TryGetAddress(out var address))
        {
            ExposureCheck.Check(address, security);
            server.Listen(Bind(address), $"{address}");
        }

        if (raw.Unix.Path is { } path)
            server.Listen(SocketFile.Bind(path, raw.Unix.FileMode), path);
        _running = RunAsync(server);
        // The host itself stops this service only after Kestrel has stopped.
        _stopping = stop.StreamsEnd.UnsafeRegister(static server => ((RawServer)server!).Stop(), server);
    }

    private async Task RunAsync(RawServer server)
    {
        try
        {
            await server.RunAsync();
        }
        catch (RawListenerFailedException exception)
        {
            Log.RawGivenUp(logger, exception.Message);
            lifetime.StopApplication();
            throw;
        }
    }

    private static Socket Bind(IPEndPoint address)
    {
        var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            // A bridge that has just ended leaves connections behind that would block the port for a minute.
            socket.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
            socket.Bind(address);
            return socket;
        }
        catch (SocketException exception)
        {
            socket.Dispose();
            throw new StartException(
                $"The raw listener can't listen on {address}: {exception.Message}. Choose another address with "
                + $"Bridge:Raw:Address.", exception);
        }
    }
}
