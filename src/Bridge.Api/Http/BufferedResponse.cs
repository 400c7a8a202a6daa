using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Bridge.Api.Http;

/// <summary>
/// Writes whole responses with a Content-Length: they leave in one write when the request ends, and the client needs one read.
/// </summary>
internal static class BufferedResponse
{
    /// <summary>Writes <paramref name="value"/> as JSON.</summary>
    public static void Write(HttpResponse response, object value, JsonTypeInfo type) =>
        WriteBytes(response, JsonSerializer.SerializeToUtf8Bytes(value, type), "application/json; charset=utf-8");

    /// <summary>Writes <paramref name="body"/> unchanged.</summary>
    public static void WriteBytes(HttpResponse response, ReadOnlySpan<byte> body, string contentType)
    {
        response.ContentType = contentType;
        response.ContentLength = body.Length;
        response.BodyWriter.Write(body);
    }
}
