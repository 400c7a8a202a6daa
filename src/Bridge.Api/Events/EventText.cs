using System.Buffers;
using System.Buffers.Text;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Json;

namespace Bridge.Api.Events;

/// <summary>Writes events as text/event-stream (HTML Standard, 9.2.6).</summary>
/// <param name="instance">What the ids begin with, so that those of another run of the bridge are told apart.</param>
internal sealed class EventText(string instance)
{
    /// <summary>A line that means nothing and keeps a connection from looking dead.</summary>
    public static ReadOnlySpan<byte> Comment => ":\n"u8;

    // Text and JSON of one event are written here before its length is known.
    [ThreadStatic]
    private static ArrayBufferWriter<byte>? _buffer;
    [ThreadStatic]
    private static Utf8JsonWriter? _json;

    private readonly byte[] _id = [.. "id: "u8, .. System.Text.Encoding.ASCII.GetBytes(instance), (byte)'-'];

    /// <summary>All of an event but its id, in a buffer that belongs to the thread and is used again by its next call.</summary>
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

    /// <summary>The whole event.</summary>
    public byte[] Number(long number, ReadOnlySpan<byte> body)
    {
        Span<byte> digits = stackalloc byte[20];
        Utf8Formatter.TryFormat(number, digits, out var length);
        return [.. _id, .. digits[..length], (byte)'\n', .. body];
    }

    /// <summary>The number in an id of ours; null when it is none, or one of another run.</summary>
    public long? NumberIn(string id) =>
        id.Length > instance.Length + 1 && id.StartsWith(instance, StringComparison.Ordinal) && id[instance.Length] == '-'
        && long.TryParse(id.AsSpan(instance.Length + 1), System.Globalization.NumberStyles.None, null, out var number)
            ? number
            : null;
}
