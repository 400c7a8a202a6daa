namespace Bridge.Api.Features.Notebook;

/// <summary>Registers what notebooks need.</summary>
internal static class NotebookSetup
{
    public static void AddNotebooks(this IServiceCollection services)
    {
        services.AddSingleton(static provider => new NotebookFolder(
            provider.GetRequiredService<NotebookOptions>().Root, provider.GetRequiredService<TimeProvider>(),
            provider.GetRequiredService<ILogger<NotebookFolder>>()));
        services.AddSingleton<Notebooks>();
    }
}
