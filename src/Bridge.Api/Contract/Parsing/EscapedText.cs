using System.Buffers;
using System.Text.Json;

namespace Bridge.Api.Contract.Parsing;

/// <summary>Finds strings in JSON whose escapes are no text: half of a surrogate pair, like <c>\ud800</c>.</summary>
internal static class EscapedText
{
    public static bool IsBrokenIn(in ReadOnlySequence<byte> json)
    {
        var reader = new Utf8JsonReader(json);
        try
        {
            while (reader.Read())
            {
                if (reader.ValueIsEscaped)
                    reader.GetString();
            }

            return false;
        }
        catch (InvalidOperationException)
        {
            return true;
        }
        catch (JsonException)
        {
            // Malformed JSON, which is reported elsewhere.
            return false;
        }
    }
}
