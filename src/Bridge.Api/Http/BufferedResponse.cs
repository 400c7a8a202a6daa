using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Bridge.Api.Http;

/// <summary>
/// Answers as a whole, with the length before it: it leaves in one write when the request ends, and its client reads once.
/// </summary>
internal static class BufferedResponse
{
    /// <summary>Answers with <paramref name="value"/>.</summary>
    public static void Write(HttpResponse response, object value, JsonTypeInfo type) =>
        WriteBytes(response, JsonSerializer.SerializeToUtf8Bytes(value, type), "application/json; charset=utf-8");

    /// <summary>Answers with <paramref name="body"/> as it is.</summary>
    public static void WriteBytes(HttpResponse response, ReadOnlySpan<byte> body, string contentType)
    {
        response.ContentType = contentType;
        response.ContentLength = body.Length;
        response.BodyWriter.Write(body);
    }
}
