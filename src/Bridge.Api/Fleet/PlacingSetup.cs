using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Fencing;
using Bridge.Api.Fleet.Membership;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Fleet.Takeover;

namespace Bridge.Api.Fleet;

/// <summary>Adds the placement of new emulators, the chosen names, and the checkpoints.</summary>
internal static class PlacingSetup
{
    public static void AddPlacing(this IServiceCollection services)
    {
        services.AddSingleton<Placement>();
        services.AddSingleton<WaitingCreations>();
        services.AddSingleton<KeyTurns>();
        services.AddSingleton<CreationKeys>();
        services.AddSingleton(static provider => new KeyReservations<Creation>(
            HostOf(provider), provider.GetRequiredService<CreationKeys>(), provider.GetRequiredService<KeyTurns>(),
            provider.GetRequiredService<NewNames>().Next));
        services.AddSingleton(static provider => new HostSearch<Creation>(
            HostOf(provider), provider.GetRequiredService<FleetDirectory>(), provider.GetRequiredService<Placement>(),
            provider.GetRequiredService<CreationKeys>()));
        services.AddSingleton(static provider => new OwnCreations(
            provider.GetRequiredService<KeyReservations<Creation>>(), provider.GetRequiredService<ChosenNames>(),
            provider.GetRequiredService<LocalCreations>(), provider.GetRequiredService<EmulatorDirectory>()));
        services.AddSingleton<RemoteCreations>();
        services.AddSingleton<FleetCreations>();
        services.AddSingleton<ICreations>(static provider => provider.GetRequiredService<FleetCreations>());
        services.AddSingleton<ChosenNames>();
        services.AddSingleton<FleetDrain>();
        services.AddSingleton<CheckpointFiles>();
        services.AddSingleton<IFenceWorld, FenceWorld>();
        services.AddSingleton<Fence>();
        services.AddSingleton<FencedRequests>();
        services.AddSingleton<NameKeeper>();
        // Lazy, because the keeper needs the names, the names need the fence, and the fence needs the keeper.
        services.AddSingleton(static provider => new Lazy<NameKeeper>(provider.GetRequiredService<NameKeeper>));
        services.AddSingleton<FleetTakeover>();
        services.AddHostedService(static provider => provider.GetRequiredService<NameKeeper>());
        services.AddHostedService(static provider => provider.GetRequiredService<FleetTakeover>());
        services.AddHostedService<FenceKeeper>();
        services.AddHostedService<CheckpointKeeper>();
    }

    public static void UsePlacing(this WebApplication app)
    {
        // The raw listener and steps of several emulators ask the directory.
        var (fence, options) = (app.Services.GetRequiredService<Fence>(), app.Services.GetRequiredService<FleetOptions>());
        app.Services.GetRequiredService<EmulatorDirectory>().Refusal = name =>
            fence.MayServe(name) ? null : new RequestException(ProblemTypes.NotApplied, FleetGuard.Explain(name, options));
        var waiting = app.Services.GetRequiredService<WaitingCreations>();
        app.Services.GetRequiredService<FleetDirectory>().Changed += (_, after) => waiting.Wake(Placement.PlacesIn(after));
        app.UseMiddleware<FleetGuard>();
    }

    private static string HostOf(IServiceProvider services) => services.GetRequiredService<FleetOptions>().Host!;
}
