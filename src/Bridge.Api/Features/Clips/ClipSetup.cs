using Bridge.Api.Features.Clips.Formats;

namespace Bridge.Api.Features.Clips;

/// <summary>Registers the services of clips.</summary>
internal static class ClipSetup
{
    public static void AddClips(this IServiceCollection services)
    {
        services.AddSingleton(provider => new Ffmpeg(provider.GetRequiredService<ClipOptions>().Ffmpeg));
        services.AddSingleton<ClipFile>();
        services.AddSingleton<ClipStore>();
        services.AddSingleton<ClipSources>();
        services.AddSingleton<ClipRenderer>();
        services.AddSingleton<RenderThreads>();
        services.AddSingleton<LiveRecorder>();
        services.AddSingleton<ClipMaker>();
        services.AddHostedService<ClipExpiry>();
    }
}
