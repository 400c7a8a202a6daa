using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.Clips;

/// <summary>Settings of clips.</summary>
internal sealed record ClipOptions
{
    private static readonly TimeSpan MaxKept = TimeSpan.FromDays(365);

    /// <summary>The folder of the clips. Default: <c>Bridge/clips</c> below the account's local application data.</summary>
    public string? Folder { get; set; }

    /// <summary>How long a clip is kept, 1 min to 365 days. Default one day.</summary>
    public TimeSpan Kept { get; set; } = TimeSpan.FromDays(1);

    /// <summary>Max clips, of all emulators, 1 to 10,000. Default 100.</summary>
    public int Number { get; set; } = 100;

    /// <summary>Max bytes of all clips, 1 MiB to 1 TiB. Default 4 GiB.</summary>
    public long Bytes { get; set; } = 4L << 30;

    /// <summary>Max clips that are rendered at the same time, each in processes of its own, 1 to 64. Default 2.</summary>
    public int Renders { get; set; } = 2;

    /// <summary>Max time to render one, 1 s to 1 h. Default 10 min.</summary>
    public TimeSpan RenderTime { get; set; } = TimeSpan.FromMinutes(10);

    /// <summary>The program ffmpeg, which writes MP4, WebM and WebP. Default: the one on the PATH.</summary>
    public string? Ffmpeg { get; set; }

    /// <summary>Gets the full path of the folder; null if none is configured and the account has no data folder.</summary>
    public string? Root => Folder is { Length: > 0 } configured ? Path.GetFullPath(configured) : DataFolder.Of("clips");

    /// <summary>Returns a sentence for each setting that is out of range.</summary>
    public IEnumerable<string> FindFailures()
    {
        if (Folder is { Length: > 0 } folder && File.Exists(folder))
            yield return $"Bridge:Clips:Folder must be a folder, which the bridge creates if needed; got the file \"{folder}\".";
        if (Kept < TimeSpan.FromMinutes(1) || Kept > MaxKept)
            yield return $"Bridge:Clips:Kept must be 00:01:00 to 365.00:00:00; got {Kept}.";
        if (Number is < 1 or > 10_000)
            yield return $"Bridge:Clips:Number must be 1 to 10000; got {Number}.";
        if (Bytes is < 1 << 20 or > 1L << 40)
            yield return $"Bridge:Clips:Bytes must be 1048576 to 1099511627776; got {Bytes}.";
        if (Renders is < 1 or > 64)
            yield return $"Bridge:Clips:Renders must be 1 to 64; got {Renders}.";
        if (RenderTime < TimeSpan.FromSeconds(1) || RenderTime > TimeSpan.FromHours(1))
            yield return $"Bridge:Clips:RenderTime must be 00:00:01 to 01:00:00; got {RenderTime}.";
    }
}
