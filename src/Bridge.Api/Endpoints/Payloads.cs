using System.Buffers;
using System.Globalization;
using Bridge.SocketPool;

namespace Bridge.Api.Endpoints;

/// <summary>Answers with the bytes of a reply as they came over the wire.</summary>
internal static class Payloads
{
    /// <summary>The response header that carries the frame number where there is no JSON for it.</summary>
    public const string FrameHeader = "Emulator-Frame";

    /// <summary>Copies the payload into the response. The reply stays the caller's.</summary>
    public static void Write(HttpResponse response, EmulatorReply reply, string contentType)
    {
        response.ContentType = contentType;
        response.ContentLength = reply.Payload.Length;
        response.Headers.CacheControl = "no-store";
        response.Headers[FrameHeader] = reply.Frame.ToString(CultureInfo.InvariantCulture);
        response.BodyWriter.Write(reply.Payload.Span);
    }
}
