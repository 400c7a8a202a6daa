using Bridge.Api.Access;
using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.Api.Events;
using Bridge.Api.Json;
using Bridge.Api.Logging;
using Bridge.Api.MemorySearch;
using Bridge.Api.Screens;
using Bridge.Api.Storage;
using Bridge.SocketPool.Framing;
using Microsoft.Extensions.Options;

namespace Bridge.Api;

/// <summary>What the bridge is made of, and the limits of its HTTP side.</summary>
internal static class BridgeServices
{
    // An echo of 1 MiB in the query, each byte of it written as %XX.
    private const int RequestLineBytes = 3 * 1024 * 1024 + 1024;

    public static void AddBridge(this WebApplicationBuilder builder)
    {
        var services = builder.Services;
        services.AddOptions<BridgeOptions>()
            .Bind(builder.Configuration.GetSection("Bridge"), binder => binder.ErrorOnUnknownConfiguration = true).ValidateOnStart();
        services.AddSingleton<IValidateOptions<BridgeOptions>, BridgeOptionsValidator>();
        services.AddSingleton(TimeProvider.System);
        services.AddSingleton<AccessTokens>();
        services.AddOtherOrigins();
        services.AddReach();
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
        services.AddHostedService<HangUpSignal>();
        services.ConfigureHttpJsonOptions(json =>
        {
            json.SerializerOptions.TypeInfoResolverChain.Insert(0, BridgeJson.Readable);
            json.SerializerOptions.Encoder = BridgeJson.Readable.Options.Encoder;
        });
        services.Configure<HostOptions>(host => host.ShutdownTimeout = TimeSpan.FromSeconds(5));
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            kestrel.Limits.MaxRequestBodySize = WireLimits.MemoryRangeBytes;
            kestrel.Limits.MaxRequestLineSize = RequestLineBytes;
            kestrel.Limits.MaxRequestBufferSize = RequestLineBytes + 64 * 1024;
            kestrel.Limits.RequestHeadersTimeout = TimeSpan.FromSeconds(10);
            kestrel.Limits.MaxConcurrentConnections = 10_000;
        });
    }
}
