using Bridge.Api.Access;
using Bridge.Api.Emulators;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Listening;

/// <summary>What holds for each endpoint of HTTP. Wherever its address was configured, Kestrel comes by here before it binds it.</summary>
internal static class EndpointSetup
{
    // All in one function, because Kestrel keeps only the last that it is given.
    public static void AddEndpointRules(this IServiceCollection services)
    {
        services.AddSingleton<ConnectionLimit>();
        services.AddOptions<KestrelServerOptions>().Configure<IOptions<BridgeOptions>, ConnectionLimit>(
            (kestrel, bridge, limit) => kestrel.ConfigureEndpointDefaults(endpoint =>
            {
                Reach.Check(endpoint.IPEndPoint, bridge.Value);
                endpoint.Use(limit.Before);
            }));
    }
}
