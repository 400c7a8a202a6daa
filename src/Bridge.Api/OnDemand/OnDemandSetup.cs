namespace Bridge.Api.OnDemand;

/// <summary>Registers the services of created emulators.</summary>
internal static class OnDemandSetup
{
    public static void AddOnDemand(this IServiceCollection services)
    {
        services.AddSingleton<HostProgram>();
        services.AddSingleton<HostFolders>();
        services.AddSingleton<HostStarter>();
        services.AddSingleton<WarmHosts>();
        services.AddSingleton<CreationPlaces>();
        services.AddSingleton(new NewNames("e"));
        services.AddSingleton<EndedNames>();
        services.AddSingleton<EmulatorCreation>();
        services.AddSingleton<OnDemandEmulators>();
        services.AddSingleton<IdempotentCreations>();
        services.AddHostedService<HostAdoption>();
        services.AddSingleton<LeaseKeeper>();
        services.AddHostedService(static provider => provider.GetRequiredService<LeaseKeeper>());
    }
}
