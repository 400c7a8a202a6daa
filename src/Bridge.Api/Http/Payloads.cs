using System.Buffers;
using System.Globalization;
using Bridge.SocketPool;

namespace Bridge.Api.Http;

/// <summary>Writes the payload of a reply as the response, unchanged.</summary>
internal static class Payloads
{
    /// <summary>The response header that carries the frame number where there is no JSON for it.</summary>
    public const string FrameHeader = "Emulator-Frame";

    // Cached: many requests come within one frame (1/60 s), and its number as text takes 32 to 40 bytes.
    private static FrameText _latest = new(-1, "-1");

    /// <summary>Copies the payload into the response. The caller still owns the reply.</summary>
    public static void Write(HttpResponse response, EmulatorReply reply, string contentType) =>
        Write(response, reply.Payload.Span, reply.Frame, contentType);

    /// <summary>Copies a payload into the response.</summary>
    public static void Write(HttpResponse response, ReadOnlySpan<byte> payload, long frame, string contentType)
    {
        response.Headers[FrameHeader] = TextOf(frame);
        BufferedResponse.WriteBytes(response, payload, contentType);
    }

    private static string TextOf(long frame)
    {
        var latest = _latest;
        if (latest.Frame != frame)
            _latest = latest = new FrameText(frame, frame.ToString(CultureInfo.InvariantCulture));
        return latest.Text;
    }

    private sealed record FrameText(long Frame, string Text);
}
