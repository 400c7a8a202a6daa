namespace Bridge.Api.Features.Verifying;

/// <summary>Registers the services that verify movies.</summary>
internal static class VerifySetup
{
    public static void AddVerification(this IServiceCollection services)
    {
        services.AddSingleton<MovieRoms>();
        services.AddSingleton<MovieProcesses>();
        services.AddSingleton<MovieRun>();
        services.AddSingleton<MovieVerifier>();
    }
}
