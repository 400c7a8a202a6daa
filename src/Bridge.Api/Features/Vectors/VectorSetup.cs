using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Features.Vectors;

/// <summary>Registers the services of vectors.</summary>
internal static class VectorSetup
{
    public static void AddVectors(this IServiceCollection services)
    {
        services.AddSingleton<VectorNames>();
        services.AddSingleton<VectorStates>();
        services.AddSingleton<VectorCreation>();
        services.AddSingleton<RunningVectors>();
        services.AddSingleton(static provider => new IdempotentCreations<RunningVector>(
            provider.GetRequiredService<TimeProvider>(), static vector => !vector.IsEnding));
        services.AddSingleton<VectorAccess>();
        services.AddHostedService<VectorAdoption>();
    }
}
