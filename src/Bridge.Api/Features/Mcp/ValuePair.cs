using System.Text.Json;
using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// Writes a value as <c>["0x02000020",1]</c>, bytes as <c>["0x02000020","0a0b"]</c>, and what can't be read as null: with member names, 64
/// values would not fit into 2 KB. Reading is not supported.
/// </summary>
internal sealed class ValuePair : JsonConverter<ValueSeen>
{
    public override ValueSeen Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException();

    public override void Write(Utf8JsonWriter writer, ValueSeen value, JsonSerializerOptions options)
    {
        writer.WriteStartArray();
        writer.WriteStringValue(value.Address);
        if (value.Value is { } number)
            writer.WriteNumberValue(number);
        else if (value.Hex is { } bytes)
            writer.WriteStringValue(Convert.ToHexStringLower(bytes.Span));
        else
            writer.WriteNullValue();
        writer.WriteEndArray();
    }
}
