using System.Text.Json;
using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Events;

/// <summary>The address that a watch reads; <paramref name="Text"/> is null while a pointer in its chain is invalid.</summary>
[JsonConverter(typeof(Writer))]
internal readonly record struct WatchedAddress(string? Text)
{
    /// <summary>Writes the text or null. Reading is not supported.</summary>
    internal sealed class Writer : JsonConverter<WatchedAddress>
    {
        public override WatchedAddress Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, WatchedAddress value, JsonSerializerOptions options) =>
            writer.WriteStringValue(value.Text);
    }
}
