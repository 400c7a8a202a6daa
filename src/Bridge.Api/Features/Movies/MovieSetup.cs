namespace Bridge.Api.Features.Movies;

/// <summary>Registers the services of movies.</summary>
internal static class MovieSetup
{
    public static void AddMovies(this IServiceCollection services)
    {
        services.AddSingleton<MovieFolder>();
        services.AddSingleton<MovieWork>();
        services.AddSingleton<MovieTransfer>();
        services.AddSingleton<HistoryMovies>();
        services.AddSingleton<MovieRecordings>();
        services.AddSingleton<NamedMovies>();
        services.AddSingleton<MovieRecorder>();
        services.AddSingleton<MoviePlayer>();
    }
}
