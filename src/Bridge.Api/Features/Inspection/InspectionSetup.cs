namespace Bridge.Api.Features.Inspection;

/// <summary>Registers the services that look at what the game's code did.</summary>
internal static class InspectionSetup
{
    public static void AddInspection(this IServiceCollection services)
    {
        services.AddSingleton<PastRuns>();
        services.AddSingleton<PastInspector>();
    }
}
