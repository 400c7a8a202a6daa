using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Mcp;

/// <summary>Reads a number of frames or a word as text.</summary>
internal sealed class FramesOrWord : JsonConverter<string>
{
    public override string? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        reader.TokenType == JsonTokenType.String ? reader.GetString()!.Trim()
            : reader.TokenType == JsonTokenType.Number && reader.GetDouble() is var frames && double.IsInteger(frames)
            ? frames.ToString(CultureInfo.InvariantCulture)
            : throw new JsonException();

    public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => throw new NotSupportedException();
}
