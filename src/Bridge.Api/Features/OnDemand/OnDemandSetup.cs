using Bridge.Api.Features.Emulators;

namespace Bridge.Api.Features.OnDemand;

/// <summary>Registers the services of created emulators.</summary>
internal static class OnDemandSetup
{
    public static void AddOnDemand(this IServiceCollection services)
    {
        services.AddSingleton<HostProgram>();
        services.AddSingleton<HostFolders>();
        services.AddSingleton<HostStarter>();
        services.AddSingleton<WarmHosts>();
        services.AddSingleton(static provider => new CreationPlaces(
            provider.GetRequiredService<OnDemandOptions>(), provider.GetRequiredService<EmulatorDirectory>().Has,
            provider.GetRequiredService<NewNames>()));
        services.AddSingleton(static provider => new NewNames(prefix: "e", provider.GetRequiredService<Random>()));
        services.AddSingleton<EndedNames>();
        services.AddSingleton<EmulatorCreation>();
        services.AddSingleton<OnDemandEmulators>();
        services.AddSingleton<LocalCreations>();
        services.AddSingleton(static provider => new IdempotentCreations<Creation>(
            provider.GetRequiredService<TimeProvider>(), provider.GetRequiredService<OnDemandEmulators>().IsThere));
        services.AddSingleton<ICreations, SingleHostCreations>();
        services.AddHostedService<HostAdoption>();
        services.AddSingleton<LeaseKeeper>();
        services.AddHostedService(static provider => provider.GetRequiredService<LeaseKeeper>());
    }
}
