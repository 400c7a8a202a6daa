using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Bridge.Api.Contract.Json;

/// <summary>Writes bytes as lower-case hexadecimal digits, two each, without creating a string. Reading is not supported.</summary>
internal sealed class HexBytes : JsonConverter<ReadOnlyMemory<byte>>
{
    public override ReadOnlyMemory<byte> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException();

    public override void Write(Utf8JsonWriter writer, ReadOnlyMemory<byte> value, JsonSerializerOptions options)
    {
        var digits = ArrayPool<byte>.Shared.Rent(2 * value.Length);
        Convert.TryToHexStringLower(value.Span, digits, out var written);
        writer.WriteStringValue(digits.AsSpan(0, written));
        ArrayPool<byte>.Shared.Return(digits);
    }
}
