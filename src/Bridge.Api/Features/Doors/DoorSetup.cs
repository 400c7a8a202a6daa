using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Doors;

/// <summary>Registers the services of the doors.</summary>
internal static class DoorSetup
{
    public static void AddDoors(this IServiceCollection services)
    {
        services.AddSingleton<TokenlessAccounts>();
        services.AddSingleton<OpenDoors>();
        services.AddSingleton<DoorReading>(provider => provider.GetRequiredService<OpenDoors>().DescribeAll);
        services.AddHostedService<DoorService>();
    }
}
