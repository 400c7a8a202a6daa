using System.Text.Json;
using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Mcp;

/// <summary>Reads which pictures a turn shows: a word, or as in other tools true for the one at the end, and false for none.</summary>
internal sealed class ScreenWord : JsonConverter<string>
{
    public override string? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        var word = reader.TokenType is JsonTokenType.True or JsonTokenType.False ? reader.GetBoolean().ToString()
            : reader.TokenType == JsonTokenType.String ? reader.GetString()!
            : throw new JsonException();
        return !bool.TryParse(word, out var shows) ? word : shows ? "end" : "none";
    }

    public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => throw new NotSupportedException();
}
