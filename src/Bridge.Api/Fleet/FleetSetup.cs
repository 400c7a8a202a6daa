using Bridge.Api.Emulators;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.OnDemand;

namespace Bridge.Api.Fleet;

/// <summary>Adds the fleet to a bridge that belongs to one; to others nothing.</summary>
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
        services.AddSingleton(static provider => new NewNames($"{provider.GetRequiredService<FleetOptions>().Host}-"));
        services.AddSingleton<EtcdClient>();
        services.AddSingleton(static provider => new FleetKeys(provider.GetRequiredService<FleetOptions>().Name!));
        services.AddSingleton<OwnLease>();
        services.AddSingleton<FleetStatus>();
        services.AddSingleton<FleetNames>();
        services.AddSingleton<FleetCreations>();
        services.AddSingleton<FleetRoms>();
        services.AddSingleton<FleetSelf>();
        services.AddSingleton<FleetBeat>();
        services.AddSingleton<FleetWatching>();
        services.AddHostedService<FleetMembership>();
    }
}
