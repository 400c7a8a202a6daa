namespace Bridge.Api.Features.Clips.Model;

/// <summary>A file format of clips.</summary>
/// <param name="Name">Its name in requests, and the ending of its files.</param>
/// <param name="MediaType">Its media type.</param>
internal sealed record ClipFormat(string Name, string MediaType)
{
    /// <summary>GIF, with colors of its own for each picture.</summary>
    public static readonly ClipFormat Gif = new("gif", "image/gif") { MaxFps = 30, DefaultFps = 30 };

    /// <summary>Animated PNG.</summary>
    public static readonly ClipFormat Apng = new("apng", "image/apng");

    /// <summary>Animated WebP without loss.</summary>
    public static readonly ClipFormat Webp = new("webp", "image/webp") { NeedsFfmpeg = true };

    /// <summary>MP4 with H.264 and AAC.</summary>
    public static readonly ClipFormat Mp4 = new("mp4", "video/mp4") { NeedsFfmpeg = true, HasSound = true, DefaultScale = 3 };

    /// <summary>WebM with VP9 and Opus.</summary>
    public static readonly ClipFormat Webm = new("webm", "video/webm") { NeedsFfmpeg = true, HasSound = true, DefaultScale = 3 };

    /// <summary>WAV: sound alone.</summary>
    public static readonly ClipFormat Wav = new("wav", "audio/wav") { HasSound = true, HasPictures = false };

    /// <summary>Gets all formats.</summary>
    public static IReadOnlyList<ClipFormat> All { get; } = [Gif, Apng, Webp, Mp4, Webm, Wav];

    /// <summary>Gets whether ffmpeg writes it.</summary>
    public bool NeedsFfmpeg { get; private init; }

    /// <summary>Gets whether it can have sound.</summary>
    public bool HasSound { get; private init; }

    /// <summary>Gets whether it has pictures.</summary>
    public bool HasPictures { get; private init; } = true;

    /// <summary>Gets the max pictures a second. Viewers show a GIF's picture for at least 0.02 s.</summary>
    public int MaxFps { get; private init; } = 60;

    /// <summary>Gets the pictures a second unless a request says others.</summary>
    public int DefaultFps { get; private init; } = 60;

    /// <summary>Gets the width and height of a pixel of the game unless a request says others.</summary>
    public int DefaultScale { get; private init; } = 1;
}
