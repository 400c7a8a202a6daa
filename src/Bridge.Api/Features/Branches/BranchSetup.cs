namespace Bridge.Api.Features.Branches;

/// <summary>Registers the services of branches.</summary>
internal static class BranchSetup
{
    public static void AddBranches(this IServiceCollection services)
    {
        services.AddSingleton<BranchNeeds>();
        services.AddSingleton<BranchQueue>();
        services.AddSingleton<BranchProcesses>();
        services.AddSingleton<BranchStarts>();
        services.AddSingleton<BranchRunner>();
        services.AddHostedService<BranchExpiry>();
    }
}
