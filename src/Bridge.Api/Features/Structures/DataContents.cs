using System.Buffers.Binary;
using System.Text.Json;
using System.Text.Json.Serialization;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Structures;

/// <summary>Bytes of memory that are written as what they are by their type.</summary>
/// <param name="Bytes">The bytes, as many as <paramref name="Data"/> has.</param>
/// <param name="Data">What they are.</param>
[JsonConverter(typeof(Writer))]
internal readonly record struct DataContents(ReadOnlyMemory<byte> Bytes, TypedData Data)
{
    /// <summary>Writes numbers, addresses, lists and objects. Reading is not supported.</summary>
    internal sealed class Writer : JsonConverter<DataContents>
    {
        public override DataContents Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, DataContents value, JsonSerializerOptions options) =>
            Write(writer, value.Bytes.Span, value.Data);

        private static void Write(Utf8JsonWriter writer, ReadOnlySpan<byte> bytes, TypedData data)
        {
            if (data.Count is not { } count)
            {
                WriteOne(writer, bytes, data.Type);
                return;
            }

            writer.WriteStartArray();
            for (var i = 0; i < count; i++)
                WriteOne(writer, bytes[(int)(i * data.Type.Size)..], data.Type);
            writer.WriteEndArray();
        }

        private static void WriteOne(Utf8JsonWriter writer, ReadOnlySpan<byte> bytes, DataType type)
        {
            switch (type)
            {
                case NumberData number:
                    writer.WriteNumberValue(number.Number.FromWire(NumberIn(bytes, type.Size)));
                    break;
                case PointerData:
                    writer.WriteStringValue(Parameters.Hex(NumberIn(bytes, type.Size)));
                    break;
                case StructureData structure:
                    writer.WriteStartObject();
                    foreach (var field in structure.Fields)
                    {
                        writer.WritePropertyName(field.Name);
                        Write(writer, bytes[(int)field.At..], field.Data);
                    }

                    writer.WriteEndObject();
                    break;
            }
        }

        private static uint NumberIn(ReadOnlySpan<byte> bytes, uint size) => size switch
        {
            1 => bytes[0],
            2 => BinaryPrimitives.ReadUInt16LittleEndian(bytes),
            _ => BinaryPrimitives.ReadUInt32LittleEndian(bytes),
        };
    }
}
