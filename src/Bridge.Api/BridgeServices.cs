using Bridge.Api.Composition.Configuration;
using Bridge.Api.Composition.Raw;
using Bridge.Api.Features.Branches;
using Bridge.Api.Features.Clips;
using Bridge.Api.Features.Compat;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Events;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Doors;
using Bridge.Api.Features.Inspection;
using Bridge.Api.Features.Mcp;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Movies;
using Bridge.Api.Features.Notebook;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.Screen;
using Bridge.Api.Features.Sound;
using Bridge.Api.Features.States;
using Bridge.Api.Features.StateTree;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Features.Tickets;
using Bridge.Api.Features.Vectors;
using Bridge.Api.Features.Verifying;
using Bridge.Api.Fleet;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Hosting;
using Bridge.Api.Server.Limits;
using Bridge.Api.Server.Security;
using Bridge.SocketPool.Framing;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.Options;

namespace Bridge.Api;

/// <summary>Registers the services of the bridge.</summary>
internal static class BridgeServices
{
    public static void AddBridge(this WebApplicationBuilder builder)
    {
        var services = builder.Services;
        builder.AddFeatureOptions();
        services.AddSingleton(TimeProvider.System);
        services.AddSingleton(Random.Shared);
        services.AddSingleton<WorkGuard>();
        services.AddSingleton<EmulatorPoints>();
        services.AddSingleton<AccessTokens>();
        services.AddSingleton<TokenShares>();
        services.AddSingleton<TicketBook>();
        // In a fleet, AddFleet replaces this registration, and those of OwnHost, IOtherHosts and IOtherSteps below.
        services.AddSingleton<IsElsewhere>(static _ => false);
        services.AddSingleton<TicketCheck>();
        services.AddSingleton<EmulatorTickets>();
        services.AddOtherOrigins();
        services.AddSingleton<PeerAccounts>();
        services.AddEndpointRules();
        services.AddClientRate();
        services.AddSingleton<EmulatorDirectory>();
        services.AddHostedService<EmulatorDiscovery>();
        services.AddSingleton<PictureFeeds>();
        services.AddSingleton<EventFeeds>();
        services.AddSingleton<SearchStores>();
        services.AddSingleton<MemorySearches>();
        services.AddSingleton<StateFolder>();
        services.AddSingleton<NamedStates>();
        services.AddStateTree();
        services.AddNotebooks();
        services.AddSymbols();
        services.AddSingleton<RomFolder>();
        services.AddSingleton<RomLoader>();
        services.AddSingleton<FrameWaits>();
        services.AddSingleton<SpeedLeases>();
        services.AddSingleton<Turns>();
        services.AddOnDemand();
        services.AddVectors();
        services.AddMovies();
        services.AddVerification();
        services.AddInspection();
        services.AddDoors();
        services.AddBranches();
        services.AddClips();
        services.AddSingleton<SoundStreams>();
        services.AddSingleton(new OwnHost());
        services.AddSingleton<IOtherHosts, NoOtherHosts>();
        services.AddSingleton<IOtherSteps, NoOtherSteps>();
        builder.AddFleet();
        services.AddSingleton<StepMany>();
        services.AddMcp();
        services.AddSingleton<FileFolder>();
        services.AddSingleton<ProblemResponses>();
        services.AddSingleton<PrometheusMetrics>();
        services.AddSingleton<RequestLog>();
        services.AddSingleton<RequestStatistics>();
        services.AddHostedService(provider => provider.GetRequiredService<RequestStatistics>());
        services.AddHostedService<IdleMemoryTrimmer>();
        services.AddHostedService<SighupHandler>();
        SystemdReporter.Add(services);
        services.AddSingleton<ConnectedEmulators>(static provider => () => provider.GetRequiredService<EmulatorDirectory>().All);
        services.AddSingleton<GracefulShutdown>();
        services.AddHostedService(provider => provider.GetRequiredService<GracefulShutdown>());
        services.AddRawListener();
        services.ConfigureHttpJsonOptions(static json => BodyTypes.Add(json.SerializerOptions));
        services.Configure<HostOptions>(host => host.ShutdownTimeout = GracefulShutdown.MaxTime(builder.Configuration["Bridge:Drain"]));
        services.AddSingleton<IMemoryPoolFactory<byte>, SharedPool>();
        builder.AddUnixSocket();
        services.Configure<SocketTransportOptions>(transport =>
        {
            transport.Backlog = HttpLimits.WaitingConnections;
            transport.MaxReadBufferSize = HttpLimits.UnreadBytes;
        });
        builder.WebHost.UseKestrelHttpsConfiguration();
        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            HttpLimits.Set(kestrel.Limits, WireLimits.MemoryRangeBytes);
        });
    }
}
