namespace Bridge.Api.Features.Frames;

/// <summary>
/// The time of frames: a Game Boy Advance and a Game Boy have 262,144 in 4,389 seconds (GBATEK, "LCD Dimensions and Timings").
/// </summary>
internal static class FrameTime
{
    private const long Frames = 262144;
    private const long Seconds = 4389;

    /// <summary>The frames of a second, about 59.7275.</summary>
    public const double FramesPerSecond = Frames / (double)Seconds;

    /// <summary>Returns when a frame begins, in parts of a second, rounded.</summary>
    /// <param name="frame">The frames before it.</param>
    /// <param name="parts">The parts of a second.</param>
    public static long Of(long frame, long parts) => ((frame * Seconds * parts) + (Frames / 2)) / Frames;

    /// <summary>Returns the frames of some seconds, rounded, at least 1.</summary>
    public static int ToFrames(double seconds) => Math.Max(1, (int)Math.Round(seconds * FramesPerSecond));

    /// <summary>Returns the rate of one picture every <paramref name="every"/> frames, as a fraction.</summary>
    public static string RateOf(int every) => $"{Frames}/{Seconds * every}";
}
