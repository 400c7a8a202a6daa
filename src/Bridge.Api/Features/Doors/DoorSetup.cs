using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Gdb;

/// <summary>Registers the services of the doors for GDB.</summary>
internal static class GdbSetup
{
    public static void AddGdb(this IServiceCollection services)
    {
        services.AddSingleton<TokenlessAccounts>();
        services.AddSingleton<GdbDoors>();
        services.AddHostedService<GdbService>();
    }
}
