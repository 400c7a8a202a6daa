using System.Buffers;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Contract.OpenApi;
using Bridge.SocketPool;

namespace Bridge.Api.Server.Responses;

/// <summary>
/// Writes whole responses with a Content-Length: they leave in one write when the request ends, and the client needs one read.
/// </summary>
internal static class BufferedResponse
{
    // Cached: many requests come within one frame (1/60 s), and its number as text takes 32 to 40 bytes.
    private static FrameText _latest = new(-1, "-1");

    /// <summary>Writes <paramref name="value"/> as JSON.</summary>
    public static void Write(HttpResponse response, object value, JsonTypeInfo type) =>
        WriteBytes(response, JsonSerializer.SerializeToUtf8Bytes(value, type), "application/json; charset=utf-8");

    /// <summary>Copies the payload of a reply into the response, and sends its frame number. The caller still owns the reply.</summary>
    public static void Write(HttpResponse response, EmulatorReply reply, string contentType) =>
        Write(response, reply.Payload.Span, reply.Frame, contentType);

    /// <summary>Copies a payload into the response, and sends its frame number.</summary>
    public static void Write(HttpResponse response, ReadOnlySpan<byte> payload, long frame, string contentType)
    {
        response.Headers[ResponseHeader.FrameName] = TextOf(frame);
        WriteBytes(response, payload, contentType);
    }

    /// <summary>Writes <paramref name="body"/> unchanged.</summary>
    public static void WriteBytes(HttpResponse response, ReadOnlySpan<byte> body, string contentType)
    {
        response.ContentType = contentType;
        response.ContentLength = body.Length;
        response.BodyWriter.Write(body);
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
