using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Bridge.Api.Contract.Json;
using Microsoft.Extensions.ObjectPool;

namespace Bridge.Api.Features.Events;

/// <summary>Writes an event without its id. Pooled, because the length of an event is known only after it was written.</summary>
internal sealed class EventWriter : IResettable, IDisposable
{
    private readonly ArrayBufferWriter<byte> _buffer = new(512);
    private readonly Utf8JsonWriter _json;

    public EventWriter() =>
        _json = new Utf8JsonWriter(_buffer, new JsonWriterOptions { Encoder = JsonRules.Encoder, SkipValidation = true });

    /// <summary>Gets the pool that all feeds share.</summary>
    public static ObjectPool<EventWriter> Pool { get; } = ObjectPool.Create<EventWriter>();

    /// <summary>Writes an event to a buffer, which is valid until the writer is returned to its pool.</summary>
    public ReadOnlySpan<byte> Write<T>(EventTopic topic, T data, JsonTypeInfo<T> type)
    {
        _buffer.Write("event: "u8);
        _buffer.Write(TopicNames.Of(topic));
        _buffer.Write("\ndata: "u8);
        JsonSerializer.Serialize(_json, data, type);
        _json.Flush();
        _buffer.Write("\n\n"u8);
        return _buffer.WrittenSpan;
    }

    public bool TryReset()
    {
        _json.Reset();
        _buffer.ResetWrittenCount();
        return true;
    }

    public void Dispose() => _json.Dispose();
}
