using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace Bridge.Bench.Hook.InMemory;

/// <summary>Has the bridge serve clients in memory, too, once <c>Bench:InMemory</c> says so.</summary>
internal static class MemoryDoor
{
    public static void Add(IConfiguration configuration, IServiceCollection services)
    {
        if (!configuration.GetValue<bool>("Bench:InMemory"))
            return;
        var transport = new MemoryTransport();
        // The last one is asked first whether it takes an endpoint.
        services.AddSingleton<IConnectionListenerFactory>(transport);
        services.AddSingleton(provider => new MemoryMultitude(transport, provider.GetRequiredService<IMemoryPoolFactory<byte>>().Create()));
        services.Configure<KestrelServerOptions>(kestrel =>
        {
            kestrel.Listen(transport.EndPoint, listen => listen.Protocols = HttpProtocols.Http1);
            // Kestrel takes either addresses or endpoints.
            kestrel.Listen(IPAddress.Loopback, new Uri(configuration["Urls"]!).Port);
        });
    }

    /// <summary>By which the multitude is told to come and to ask.</summary>
    public static void MapOrders(IEndpointRouteBuilder routes)
    {
        routes.MapGet("/multitude/come", (int clients, [FromServices] MemoryMultitude multitude) => multitude.ComeAsync(clients));
        routes.MapGet("/multitude/ask", (double seconds, [FromServices] MemoryMultitude multitude) => multitude.AskAsync(seconds));
    }
}
