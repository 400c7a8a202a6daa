using System.Net.Sockets;
using Bridge.Api.Emulators;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Listening;

/// <summary>Has HTTP spoken on a socket in the file system, too, where <c>Bridge:Unix:Path</c> says so.</summary>
internal static class UnixSocketSetup
{
    private const string Addresses = "urls";

    public static void AddUnixSocket(this WebApplicationBuilder builder)
    {
        if (builder.Configuration[$"{UnixOptions.HttpSection}:Path"] is not { Length: > 0 } path || !OperatingSystem.IsLinux())
            return;
        var place = Path.GetFullPath(path);
        // Kestrel takes either addresses or endpoints, and passes over the addresses where there are both.
        if (builder.Configuration.GetSection("Kestrel:Endpoints").GetChildren().Any())
            builder.Services.Configure<KestrelServerOptions>(kestrel => kestrel.ListenUnixSocket(place));
        else
            builder.Configuration[Addresses] = $"{builder.Configuration[Addresses]};http://unix:{place}";
        builder.Services.AddOptions<SocketTransportOptions>().Configure<IOptions<BridgeOptions>>((transport, bridge) =>
            transport.CreateBoundListenSocket = address => address is UnixDomainSocketEndPoint && OperatingSystem.IsLinux()
                ? SocketFile.Bind(address.ToString()!, bridge.Value.Unix.FileMode)
                : SocketTransportOptions.CreateDefaultBoundListenSocket(address));
    }
}
