using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Hop;
using Bridge.Api.Fleet.Membership;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Fleet;

/// <summary>Adds the fleet to a bridge that belongs to one; does nothing for others.</summary>
internal static class FleetSetup
{
    public static void AddFleet(this WebApplicationBuilder builder)
    {
        if (builder.Configuration["Bridge:Fleet:Name"] is not { Length: > 0 })
            return;
        var services = builder.Services;
        services.AddSingleton<FleetDirectory>();
        services.AddSingleton<FleetMeters>();
        services.AddSingleton<FleetReading>(static provider => provider.GetRequiredService<FleetMeters>().Describe);
        services.AddSingleton(static provider => new NewNames(
            $"{provider.GetRequiredService<FleetOptions>().Host}-", provider.GetRequiredService<Random>()));
        services.AddHttpForwarder();
        services.AddSingleton<FleetHttp>();
        services.AddSingleton<HostContact>();
        services.AddSingleton<FleetHop>();
        services.AddSingleton<IOtherHosts, FleetListing>();
        services.AddSingleton<IOtherSteps, FleetSteps>();
        services.AddSingleton(static provider => OwnHostOf(provider.GetRequiredService<FleetOptions>()));
        services.AddSingleton<HopMeter>();
        services.AddSingleton<IsElsewhere>(static provider =>
            emulator => !provider.GetRequiredService<EmulatorDirectory>().Has(emulator));
        services.AddSingleton<EtcdContact>();
        services.AddSingleton(static provider => EtcdOf(provider.GetRequiredService<FleetOptions>()));
        services.AddSingleton<EtcdClient>();
        services.AddSingleton<IEtcd>(static provider => provider.GetRequiredService<EtcdClient>());
        services.AddSingleton(static provider => new FleetKeys(provider.GetRequiredService<FleetOptions>().Name!));
        services.AddSingleton<OwnLease>();
        services.AddSingleton<FleetStatus>();
        services.AddSingleton<FleetMembers>();
        services.AddSingleton<FleetNames>();
        services.AddSingleton<FleetRoms>();
        services.AddSingleton<FleetSelf>();
        services.AddSingleton<HostHeartbeat>();
        services.AddSingleton<FleetWatching>();
        services.AddHostedService<FleetMembership>();
        services.AddPlacing();
    }

    /// <summary>Adds the checks of where a request comes from, which requests of the fleet's other bridges skip.</summary>
    /// <param name="app">The program.</param>
    /// <param name="addChecks">Adds them.</param>
    public static void UseOriginChecks(this WebApplication app, Action<IApplicationBuilder> addChecks)
    {
        var options = app.Services.GetRequiredService<FleetOptions>();
        if (!options.IsOn)
        {
            addChecks(app);
            return;
        }

        app.Use(next =>
        {
            var checks = ((IApplicationBuilder)app).New();
            addChecks(checks);
            checks.Run(next);
            return new HopGuard(next, checks.Build(), options.Secret!).InvokeAsync;
        });
    }

    /// <summary>Adds what requests to other hosts' emulators need.</summary>
    public static void UseFleet(this WebApplication app)
    {
        if (!app.Services.GetRequiredService<FleetOptions>().IsOn)
            return;
        // Created here, so that they count from the start.
        app.Services.GetRequiredService<FleetMeters>();
        app.Services.GetRequiredService<FleetDirectory>().Changed += app.Services.GetRequiredService<HostContact>().Observe;
        app.UsePlacing();
        app.UseMiddleware<HopForwarding>();
        app.Use(static next => context => TicketRun.RefuseUncheckedAsync(context, next));
    }

    private static EtcdOptions EtcdOf(FleetOptions options) =>
        new([.. options.Etcd.Select(address => new Uri(address))], options.EtcdUser, options.EtcdPassword);

    private static OwnHost OwnHostOf(FleetOptions options) => new(options.Host, options.Address!.TrimEnd('/'));
}
