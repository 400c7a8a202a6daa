using System.Text.Json;
using System.Text.Json.Serialization;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>Reads and writes a movie's clock: <c>"system"</c>, or seconds since 1970.</summary>
internal sealed class ClockConverter : JsonConverter<MovieClock>
{
    private const string System = "system";

    public override MovieClock Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => reader.TokenType switch
    {
        JsonTokenType.Number when reader.TryGetInt64(out var seconds) && seconds is >= 0 and <= MovieLimits.LastSecond =>
            new MovieClock(seconds),
        JsonTokenType.String when reader.ValueTextEquals(System) => new MovieClock(Seconds: null),
        _ => throw new JsonException(),
    };

    public override void Write(Utf8JsonWriter writer, MovieClock value, JsonSerializerOptions options)
    {
        if (value.Seconds is { } seconds)
            writer.WriteNumberValue(seconds);
        else
            writer.WriteStringValue(System);
    }
}
