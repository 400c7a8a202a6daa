using Bridge.Api.Access;
using Bridge.Api.Accounts;
using Bridge.Api.Emulators;
using Bridge.Api.Ending;
using Bridge.Api.Errors;
using Bridge.Api.Events;
using Bridge.Api.Json;
using Bridge.Api.Listening;
using Bridge.Api.Logging;
using Bridge.Api.MemorySearch;
using Bridge.Api.Screens;
using Bridge.Api.Storage;
using Bridge.Api.Upkeep;
using Bridge.SocketPool.Framing;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Options;

namespace Bridge.Api;

/// <summary>What the bridge is made of.</summary>
internal static class BridgeServices
{
    public static void AddBridge(this WebApplicationBuilder builder)
    {
        var services = builder.Services;
        services.AddOptions<BridgeOptions>()
            .Bind(builder.Configuration.GetSection("Bridge"), binder => binder.ErrorOnUnknownConfiguration = true).ValidateOnStart();
        services.AddSingleton<IPostConfigureOptions<BridgeOptions>, TokenFiles>();
        services.AddSingleton<IValidateOptions<BridgeOptions>, BridgeOptionsValidator>();
        services.AddSingleton(TimeProvider.System);
        services.AddSingleton<AccessTokens>();
        services.AddSingleton<TokenShares>();
        services.AddOtherOrigins();
        services.AddSingleton<PeerAccounts>();
        services.AddEndpointRules();
        services.AddClientRate();
        services.AddSingleton<EmulatorDirectory>();
        services.AddSingleton<PictureFeeds>();
        services.AddSingleton<EventFeeds>();
        services.AddSingleton<SearchShelves>();
        services.AddSingleton<StateFolder>();
        services.AddSingleton<RomFolder>();
        services.AddSingleton<FileFolder>();
        services.AddSingleton<ProblemAnswers>();
        services.AddSingleton<RequestLog>();
        services.AddSingleton<RequestStatistics>();
        services.AddHostedService(provider => provider.GetRequiredService<RequestStatistics>());
        services.AddHostedService<IdleCollection>();
        services.AddHostedService<HangUpSignal>();
        services.AddSingleton<OrderlyStop>();
        services.AddHostedService(provider => provider.GetRequiredService<OrderlyStop>());
        services.AddRawListener();
        services.ConfigureHttpJsonOptions(json =>
        {
            json.SerializerOptions.TypeInfoResolverChain.Insert(0, BridgeJson.Readable);
            json.SerializerOptions.Encoder = BridgeJson.Readable.Options.Encoder;
        });
        services.Configure<HostOptions>(host => host.ShutdownTimeout = OrderlyStop.MostTime(builder.Configuration["Bridge:Drain"]));
        services.AddSingleton<IHttpContextFactory, LentContexts>();
        services.AddSingleton<BlockPool>();
        services.AddSingleton<IMemoryPoolFactory<byte>>(static provider => provider.GetRequiredService<BlockPool>());
        builder.AddUnixSocket();
        services.Configure<SocketTransportOptions>(transport =>
        {
            transport.Backlog = HttpLimits.WaitingConnections;
            transport.MaxReadBufferSize = HttpLimits.UnreadBytes;
            transport.ServeThere();
        });
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            HttpLimits.Set(kestrel.Limits, WireLimits.MemoryRangeBytes);
        });
    }
}
