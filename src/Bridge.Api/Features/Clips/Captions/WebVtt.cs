using System.Globalization;
using System.Text;
using Bridge.Api.Features.Frames;

namespace Bridge.Api.Features.Clips.Captions;

/// <summary>Writes captions as WebVTT (https://www.w3.org/TR/webvtt1/).</summary>
internal static class WebVtt
{
    /// <summary>The media type.</summary>
    public const string MediaType = "text/vtt";

    /// <summary>Returns the file. Its times are those of the frames, rounded to milliseconds.</summary>
    public static string Write(IEnumerable<Caption> captions)
    {
        var text = new StringBuilder("WEBVTT\n");
        foreach (var caption in captions)
        {
            text.Append(CultureInfo.InvariantCulture, $"\n{TimeOf(caption.Begin)} --> {TimeOf(caption.End)}\n");
            text.Append(Escape(caption.Text)).Append('\n');
        }

        return text.ToString();
    }

    // Without these a text could end its caption, or have tags.
    private static string Escape(string text) => text.Replace("&", "&amp;", StringComparison.Ordinal)
        .Replace("<", "&lt;", StringComparison.Ordinal).Replace(">", "&gt;", StringComparison.Ordinal);

    private static string TimeOf(long frames) =>
        TimeSpan.FromMilliseconds(FrameTime.Of(frames, 1000)).ToString(@"hh\:mm\:ss\.fff", CultureInfo.InvariantCulture);
}
