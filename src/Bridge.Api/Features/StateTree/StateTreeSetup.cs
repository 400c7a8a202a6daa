namespace Bridge.Api.Features.StateTree;

/// <summary>Registers the services of the tree of states.</summary>
internal static class StateTreeSetup
{
    public static void AddStateTree(this IServiceCollection services)
    {
        services.AddSingleton<AboutFolder>();
        services.AddSingleton<PictureFolder>();
        services.AddSingleton<InputFolder>();
        services.AddSingleton<StateFamily>();
        services.AddSingleton<StateAncestry>();
        services.AddSingleton<StateTrees>();
        services.AddSingleton<StateReplay>();
    }
}
