using System.Text.Json;
using System.Text.Json.Serialization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Screen;
using Bridge.Api.Server.Bodies;

namespace Bridge.Api.Features.Frames;

/// <summary>Reads the picture that a turn requests: true for <see cref="ScreenRequest.Plain"/>, false for none, or an object.</summary>
internal sealed class ScreenOrTrue : JsonConverter<ScreenRequest?>
{
    public override ScreenRequest? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        switch (reader.TokenType)
        {
            case JsonTokenType.True:
                return ScreenRequest.Plain;
            case JsonTokenType.False:
                return null;
            case JsonTokenType.StartObject:
                using (var document = JsonDocument.ParseValue(ref reader))
                    return JsonBody.ReadMember(document.RootElement, FrameJson.Context.ScreenRequest, "screen");
            default:
                using (var document = JsonDocument.ParseValue(ref reader))
                {
                    throw new RequestException(ProblemTypes.InvalidBody,
                        "screen must be true, false, or an object with scale, width, height, gray, format; got "
                        + $"{Parameters.Shorten(document.RootElement.GetRawText())}.", "screen");
                }
        }
    }

    public override void Write(Utf8JsonWriter writer, ScreenRequest? value, JsonSerializerOptions options) =>
        throw new NotSupportedException();
}
