using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace Bridge.LoadBench.Hook.InMemory;

/// <summary>Lets the bridge serve clients in memory as well, if <c>Bench:InMemory</c> is set.</summary>
internal static class InMemoryListener
{
    public static void Add(IConfiguration configuration, IServiceCollection services)
    {
        if (!configuration.GetValue<bool>("Bench:InMemory"))
            return;
        var transport = new MemoryTransport();
        // Kestrel offers an endpoint to the transport factory that was registered last first.
        services.AddSingleton<IConnectionListenerFactory>(transport);
        services.AddSingleton(provider => new InMemoryClients(transport, provider.GetRequiredService<IMemoryPoolFactory<byte>>().Create()));
        services.Configure<KestrelServerOptions>(kestrel =>
        {
            kestrel.Listen(transport.EndPoint, listen => listen.Protocols = HttpProtocols.Http1);
            // Kestrel uses either addresses or endpoints, not both.
            kestrel.Listen(IPAddress.Loopback, new Uri(configuration["Urls"]!).Port);
        });
    }

    /// <summary>Maps the paths that add clients and let them send requests.</summary>
    public static void MapPaths(IEndpointRouteBuilder routes)
    {
        routes.MapGet("/in-memory/add", (int clients, [FromServices] InMemoryClients inMemory) => inMemory.AddUpToAsync(clients));
        routes.MapGet("/in-memory/ask", (double seconds, [FromServices] InMemoryClients inMemory) => inMemory.AskAsync(seconds));
    }
}
