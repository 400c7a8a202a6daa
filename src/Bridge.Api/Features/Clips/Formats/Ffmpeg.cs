using System.Diagnostics;
using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Clips.Model;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Verifying;
using Bridge.Api.Server.Files;

namespace Bridge.Api.Features.Clips.Formats;

/// <summary>The program <c>ffmpeg</c>: finds it, and starts it on pictures and sound of clips.</summary>
/// <param name="program">The path of the program; null: the one on the PATH.</param>
internal sealed class Ffmpeg(string? program)
{
    private const string Name = "ffmpeg";

    private static readonly string[] Common = ["-hide_banner", "-loglevel", "error", "-y"];
    private static readonly string[] Aac = ["-c:a", "aac", "-b:a", "160k"];
    private static readonly string[] Opus = ["-c:a", "libopus", "-b:a", "96k"];

    /// <summary>Returns its path.</summary>
    /// <exception cref="RequestException">It isn't there: 501.</exception>
    public string Find(ClipFormat format) => Look() ?? throw new RequestException(ProblemTypes.Unsupported,
        $"The bridge needs {Name} to write {format.Name}: install it (Debian: apt install ffmpeg), or set Bridge:Clips:Ffmpeg. "
        + "The formats gif, apng and wav need none.");

    /// <summary>Starts to write a video of pictures from its standard input, four bytes per pixel.</summary>
    /// <param name="plan">How the clip is made.</param>
    /// <param name="width">The width of the pictures.</param>
    /// <param name="height">The height of the pictures.</param>
    /// <param name="path">The file to write.</param>
    public ChildProcess WriteVideo(ClipPlan plan, int width, int height, string path) => Start(plan.Format,
    [
        .. Common, "-probesize", "32", "-f", "rawvideo", "-pix_fmt", "rgb0",
        "-s", string.Create(CultureInfo.InvariantCulture, $"{width}x{height}"), "-r", FrameTime.RateOf(plan.Every), "-i", "pipe:0",
        "-vf", FilterOf(plan), .. CodecOf(plan.Format), path,
    ]);

    /// <summary>Starts to join a video and its sound.</summary>
    public ChildProcess AddSound(ClipPlan plan, string video, string sound, string path) => Start(plan.Format,
    [
        .. Common, "-i", video, "-i", sound, "-c:v", "copy",
        .. plan.Format == ClipFormat.Webm ? Opus : Aac,
        .. ContainerOf(plan.Format), path,
    ]);

    // Each pixel becomes a square of equal ones. H.264 and VP9 here need an even width and height.
    private static string FilterOf(ClipPlan plan)
    {
        var enlarged = string.Create(CultureInfo.InvariantCulture, $"scale=iw*{plan.Scale}:ih*{plan.Scale}:flags=neighbor");
        return plan.Format == ClipFormat.Webp ? enlarged : enlarged + ",pad=ceil(iw/2)*2:ceil(ih/2)*2";
    }

    private static string[] CodecOf(ClipFormat format) =>
    [
        .. format.Name switch
        {
            "mp4" => ["-c:v", "libx264", "-preset", "veryfast", "-crf", "18", "-pix_fmt", "yuv420p"],
            "webm" => ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-row-mt", "1", "-crf", "24", "-b:v", "0",
                "-pix_fmt", "yuv420p"],
            _ => new[] { "-c:v", "libwebp_anim", "-lossless", "1", "-loop", "0" },
        },
        .. ContainerOf(format),
    ];

    private static string[] ContainerOf(ClipFormat format) => format.Name switch
    {
        "mp4" => ["-movflags", "+faststart", "-f", "mp4"],
        "webm" => ["-f", "webm"],
        _ => ["-f", "webp"],
    };

    private ChildProcess Start(ClipFormat format, IEnumerable<string> arguments)
    {
        var start = new ProcessStartInfo(Find(format), arguments);
        HostEnvironment.Reduce(start.Environment);
        var process = new ChildProcess(start);
        process.LowerPriority();
        return process;
    }

    private string? Look() => program is { Length: > 0 } configured
        ? File.Exists(configured) ? Path.GetFullPath(configured) : null
        : ProgramPath.Find(OperatingSystem.IsWindows() ? Name + ".exe" : Name);
}
