using System.Buffers;
using System.Buffers.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Json;

namespace Bridge.Api.Events;

/// <summary>Writes events as text/event-stream (HTML Standard, 9.2.6).</summary>
/// <param name="instance">The prefix of the ids, which tells runs of the bridge apart.</param>
internal sealed class EventText(string instance)
{
    /// <summary>Gets a comment line, which clients ignore and which keeps the connection alive.</summary>
    public static ReadOnlySpan<byte> Comment => ":\n"u8;

    // Reused by each thread, because the length of an event is known only after it was written.
    [ThreadStatic]
    private static ArrayBufferWriter<byte>? _buffer;
    [ThreadStatic]
    private static Utf8JsonWriter? _json;

    private readonly byte[] _id = [.. "id: "u8, .. System.Text.Encoding.ASCII.GetBytes(instance), (byte)'-'];

    /// <summary>Writes all of an event except its id, to a buffer of this thread; the next call on the thread overwrites it.</summary>
    public static ReadOnlySpan<byte> WriteBody<T>(EventTopic topic, T data, JsonTypeInfo<T> type)
    {
        var buffer = _buffer ??= new ArrayBufferWriter<byte>(512);
        var json = _json ??= new Utf8JsonWriter(buffer, new JsonWriterOptions { Encoder = JsonRules.Encoder, SkipValidation = true });
        buffer.ResetWrittenCount();
        buffer.Write("event: "u8);
        buffer.Write(TopicNames.Of(topic));
        buffer.Write("\ndata: "u8);
        json.Reset(buffer);
        JsonSerializer.Serialize(json, data, type);
        json.Flush();
        buffer.Write("\n\n"u8);
        return buffer.WrittenSpan;
    }

    /// <summary>Returns the whole event with its id.</summary>
    public byte[] AddId(long number, ReadOnlySpan<byte> body)
    {
        Span<byte> digits = stackalloc byte[20];
        Utf8Formatter.TryFormat(number, digits, out var length);
        return [.. _id, .. digits[..length], (byte)'\n', .. body];
    }

    /// <summary>Returns the number in an id; null if the id is invalid or from another run.</summary>
    public long? NumberIn(string id) =>
        id.Length > instance.Length + 1 && id.StartsWith(instance, StringComparison.Ordinal) && id[instance.Length] == '-'
        && long.TryParse(id.AsSpan(instance.Length + 1), System.Globalization.NumberStyles.None, null, out var number)
            ? number
            : null;
}
