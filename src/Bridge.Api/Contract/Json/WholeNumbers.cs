using System.Text.Json;
using System.Text.Json.Serialization;

namespace Bridge.Api.Contract.Json;

/// <summary>
/// Reads whole numbers in every spelling of JSON: <c>2.0</c> and <c>2e0</c> are integers by JSON Schema, and languages without integers
/// write them. Numbers with a fraction or an exponent may be up to 2^53, beyond which they are not exact.
/// </summary>
internal static class WholeNumbers
{
    private const double MaxExact = 1L << 53;

    /// <summary>Adds the converters to options.</summary>
    public static void AddTo(JsonSerializerOptions options)
    {
        options.Converters.Add(new OfInt());
        options.Converters.Add(new OfLong());
    }

    private static long Read(ref Utf8JsonReader reader)
    {
        if (reader.TokenType != JsonTokenType.Number)
            throw new JsonException();
        if (reader.TryGetInt64(out var number))
            return number;
        return reader.TryGetDouble(out var other) && double.IsInteger(other) && Math.Abs(other) <= MaxExact
            ? (long)other
            : throw new JsonException();
    }

    private sealed class OfInt : JsonConverter<int>
    {
        public override int Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            WholeNumbers.Read(ref reader) is >= int.MinValue and <= int.MaxValue and var number ? (int)number : throw new JsonException();

        public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) => writer.WriteNumberValue(value);
    }

    private sealed class OfLong : JsonConverter<long>
    {
        public override long Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            WholeNumbers.Read(ref reader);

        public override void Write(Utf8JsonWriter writer, long value, JsonSerializerOptions options) => writer.WriteNumberValue(value);
    }
}
