using System.Net;
using System.Net.Sockets;
using Bridge.Api.Access;
using Bridge.Api.Accounts;
using Bridge.Api.Emulators;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Listening;

/// <summary>What holds for each endpoint of HTTP. Wherever its address was configured, Kestrel comes by here before it binds it.</summary>
internal static class EndpointSetup
{
    // All in one function, because Kestrel keeps only the last that it is given.
    public static void AddEndpointRules(this IServiceCollection services)
    {
        services.AddSingleton<IValidateOptions<BridgeOptions>, ListeningSettings>();
        services.AddSingleton<BufferBudget>();
        services.AddSingleton<LongAddresses>();
        services.AddSingleton<RequestBuffers>();
        services.AddOptions<KestrelServerOptions>().Configure<IOptions<BridgeOptions>, PeerAccounts, RequestBuffers>((
            kestrel, bridge, accounts, buffers) =>
        {
            kestrel.Limits.MaxConcurrentConnections = bridge.Value.Connections;
            var latest = new TlsEndpoint();
            kestrel.ConfigureEndpointDefaults(endpoint =>
            {
                Reach.Check(endpoint.IPEndPoint, bridge.Value);
                var tls = latest = new TlsEndpoint();
                endpoint.Use(accounts.Before);
                endpoint.Use(tls.Before);
                // Called once it is known whether there is TLS.
                endpoint.Use(next => buffers.Before(next, tls.IsOn));
            });
            // Kestrel asks for these right after the defaults of the same endpoint, and only if that has TLS.
            kestrel.ConfigureHttpsDefaults(https => latest.TurnOn(https));
        });
        services.AddOptions<SocketTransportOptions>().Configure<IOptions<BridgeOptions>>((transport, bridge) =>
        {
            transport.CreateBoundListenSocket = address => Bind(address, bridge.Value);
            if (bridge.Value.InlineScheduling)
                transport.UseInlineScheduling();
        });
    }

    private static Socket Bind(EndPoint address, BridgeOptions bridge)
    {
        if (address is UnixDomainSocketEndPoint && OperatingSystem.IsLinux())
            return SocketFile.Bind(address.ToString()!, bridge.Unix.FileMode);
        try
        {
            var socket = SocketTransportOptions.CreateDefaultBoundListenSocket(address);
            // The connections that it accepts have the same.
            socket.ReceiveBufferSize = HttpLimits.KernelBytes;
            return socket;
        }
        // Kestrel knows itself what to do about an address that is taken.
        catch (SocketException exception) when (exception.SocketErrorCode != SocketError.AddressAlreadyInUse)
        {
            throw new StartException(
                $"Urls or Kestrel:Endpoints has {address}, where the bridge can't listen: {exception.Message}.", exception);
        }
    }
}
