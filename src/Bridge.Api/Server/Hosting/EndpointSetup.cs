using System.Net;
using System.Net.Sockets;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Inline;
using Bridge.Api.Server.Limits;
using Bridge.Api.Server.Security;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;

namespace Bridge.Api.Server.Hosting;

/// <summary>Sets the rules of each HTTP endpoint. Kestrel applies them before it binds the address, wherever that was configured.</summary>
internal static class EndpointSetup
{
    // In one function, because Kestrel keeps only the last callback.
    public static void AddEndpointRules(this IServiceCollection services)
    {
        services.AddSingleton<BufferBudget>();
        services.AddSingleton(static provider => new RequestBuffers(
            provider.GetRequiredService<BufferBudget>(),
            provider.GetRequiredService<AccessTokens>().AreNeeded,
            provider.GetRequiredService<TimeProvider>()));
        services.AddOptions<KestrelServerOptions>().Configure<SecurityOptions, ListeningOptions, PeerAccounts, RequestBuffers>((
            kestrel, security, listening, accounts, buffers) =>
        {
            kestrel.Limits.MaxConcurrentConnections = listening.MaxConnections;
            var latest = new TlsEndpoint();
            kestrel.ConfigureEndpointDefaults(endpoint =>
            {
                ExposureCheck.Check(endpoint.IPEndPoint, security);
                var tls = latest = new TlsEndpoint();
                endpoint.Use(accounts.Before);
                endpoint.Use(tls.Before);
                // Called once Kestrel knows whether the endpoint has TLS.
                endpoint.Use(next => buffers.Before(next, tls.IsOn));
            });
            // Kestrel calls this right after the defaults of the same endpoint, and only if the endpoint has TLS.
            kestrel.ConfigureHttpsDefaults(https => latest.TurnOn(https));
        });
        // On Windows a process doesn't run out of handles.
        if (!OperatingSystem.IsWindows())
        {
            services.AddSingleton<SocketTransportFactory>();
            services.AddSingleton<IConnectionListenerFactory, ConnectionListenerFactory>();
        }

        services.AddOptions<SocketTransportOptions>().Configure<ListeningOptions, InlineSchedulingOptions>((transport, listening, inline) =>
        {
            transport.CreateBoundListenSocket = address => Bind(address, listening);
            if (inline.IsOn)
                transport.UseInlineScheduling();
        });
    }

    private static Socket Bind(EndPoint address, ListeningOptions listening)
    {
        if (address is UnixDomainSocketEndPoint && OperatingSystem.IsLinux())
            return SocketFile.Bind(address.ToString()!, listening.Unix.FileMode);
        try
        {
            var socket = SocketTransportOptions.CreateDefaultBoundListenSocket(address);
            // Accepted connections inherit it.
            socket.ReceiveBufferSize = HttpLimits.KernelBytes;
            return socket;
        }
        // Kestrel itself handles an address that is in use.
        catch (SocketException exception) when (exception.SocketErrorCode != SocketError.AddressAlreadyInUse)
        {
            throw new StartException(Refusal(address, exception, OperatingSystem.IsWindows()), exception);
        }
    }

    /// <summary>Returns the sentence about an address that the system refuses.</summary>
    internal static string Refusal(EndPoint address, SocketException exception, bool isWindows)
    {
        var advice = (exception.SocketErrorCode, isWindows) switch
        {
            (SocketError.AccessDenied, true) =>
                " Windows may reserve this port (netsh int ipv4 show excludedportrange protocol=tcp); choose another with --urls.",
            (SocketError.AccessDenied, false) => " Choose a port above 1023 with --urls.",
            _ => "",
        };
        return $"Urls or Kestrel:Endpoints: the bridge can't listen on {address}: {exception.Message.TrimEnd('.')}.{advice}";
    }
}
