using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// Reads arguments that are written as a line instead of an object: places like <c>0x02000020 u16</c>, conditions like
/// <c>0x02000020 u16 &gt;= 40</c>, writes like <c>0x02000020 u16 = 5</c>. They need fewer tokens, and schemas of strings load everywhere.
/// </summary>
internal static partial class TextForms
{
    private const string Hex = "hex";

    private static readonly Dictionary<string, string> Comparisons = new(StringComparer.OrdinalIgnoreCase)
    {
        ["="] = "eq", ["=="] = "eq", ["!="] = "ne", ["<"] = "lt", ["<="] = "le", [">"] = "gt", [">="] = "ge", ["&"] = "mask",
        ["eq"] = "eq", ["ne"] = "ne", ["lt"] = "lt", ["le"] = "le", ["gt"] = "gt", ["ge"] = "ge", ["mask"] = "mask",
    };

    private static readonly HashSet<string> Changes =
        new(["changed", "unchanged", "same", "increased", "decreased", "any"], StringComparer.OrdinalIgnoreCase);

    /// <summary>Returns whether objects of this type can be written as a line.</summary>
    public static bool IsFor(Type type) => type == typeof(PlaceToRead) || type == typeof(Until) || type == typeof(PlaceToWrite)
        || type == typeof(ExpectedValue) || type == typeof(Crop) || type == typeof(SearchInTurn);

    /// <summary>Writes the object of a line.</summary>
    /// <param name="output">Gets the object.</param>
    /// <param name="text">The line.</param>
    /// <param name="type">The type of the object.</param>
    /// <param name="name">The argument, for sentences.</param>
    /// <exception cref="RequestException">The line has another form.</exception>
    public static void Write(Utf8JsonWriter output, string text, Type type, string name)
    {
        // Makes each sign of a comparison a word of its own, but keeps the sums of an address together.
        var words = Sums().Replace(Signs().Replace(text, " $1 "), "+").Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
        output.WriteStartObject();
        var isRead = type == typeof(PlaceToRead) ? WritePlace(output, words)
            : type == typeof(Until) ? WriteCondition(output, words)
            : type == typeof(PlaceToWrite) ? WriteWrite(output, words)
            : type == typeof(ExpectedValue) ? WriteExpected(output, words)
            : type == typeof(Crop) ? WriteArea(output, text)
            : WriteSearch(output, words);
        if (!isRead)
            throw Parameters.Refuse(name, text, FormOf(type));
        output.WriteEndObject();
    }

    private static string FormOf(Type type) => type == typeof(PlaceToRead) ? "like 0x02000020 u16, 0x02000100 16 bytes, or a name"
        : type == typeof(Until) ? "like 0x02000020 u16 >= 40, 0x02000020 changed, or screen still 20"
        : type == typeof(PlaceToWrite) ? "like 0x02000020 u16 = 5, or 0x02000100 hex 0a0b"
        : type == typeof(ExpectedValue) ? "like 0x02000020 u16 == 5"
        : type == typeof(Crop) ? "like 0,96,64,32: left, top, width and height"
        : "like 1 increased, or 1 eq 5, with the id of the search first";

    private static bool WriteCondition(Utf8JsonWriter output, ReadOnlySpan<string> words)
    {
        if (words is ["screen", var what, .. var rest])
        {
            output.WriteString("screen", what);
            return WriteFrames(output, rest);
        }

        for (var i = 1; i < words.Length; i++)
        {
            if (Changes.Contains(words[i]))
                return WritePlace(output, words[..i]) && WriteIs(output, words[i]) && WriteFrames(output, words[(i + 1)..]);
            if (Comparisons.TryGetValue(words[i], out var comparison))
            {
                return WritePlace(output, words[..i]) && WriteIs(output, comparison) && i + 1 < words.Length
                    && WriteNumber(output, "value", words[i + 1]) && WriteFrames(output, words[(i + 2)..]);
            }
        }

        return false;
    }

    private static bool WriteIs(Utf8JsonWriter output, string comparison)
    {
        output.WriteString("is", comparison.ToLowerInvariant());
        return true;
    }

    // How long it holds: 20, 20 frames or for 20 frames.
    private static bool WriteFrames(Utf8JsonWriter output, ReadOnlySpan<string> words)
    {
        if (words is ["for", .. var rest])
            words = rest;
        if (words is [.. var number, "frames" or "frame"])
            words = number;
        return words.IsEmpty || (words.Length == 1 && WriteNumber(output, "frames", words[0]));
    }

    private static bool WriteWrite(Utf8JsonWriter output, ReadOnlySpan<string> words)
    {
        if (words is [.. var place, "=", var value])
            return WritePlace(output, place) && WriteNumber(output, "value", value);
        if (words is not [.. var start, Hex or "bytes", var bytes] || !WritePlace(output, start))
            return false;
        output.WriteString(Hex, bytes);
        return true;
    }

    private static bool WriteExpected(Utf8JsonWriter output, ReadOnlySpan<string> words) =>
        words is [.. var place, "=" or "==", var value] && WritePlace(output, place) && WriteNumber(output, "equals", value);

    private static bool WriteArea(Utf8JsonWriter output, string text)
    {
        var numbers = text.Split([',', ' '], StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return numbers is [var x, var y, var width, var height] && WriteNumber(output, "x", x) && WriteNumber(output, "y", y)
            && WriteNumber(output, "width", width) && WriteNumber(output, "height", height);
    }

    private static bool WriteSearch(Utf8JsonWriter output, ReadOnlySpan<string> words) => words switch
    {
        [var id, var change] when Changes.Contains(change) => WriteNumber(output, "id", id) && WriteIs(output, change),
        [var id, var comparison, var value] when Comparisons.TryGetValue(comparison, out var name) =>
            WriteNumber(output, "id", id) && WriteIs(output, name) && WriteNumber(output, "value", value),
        _ => false,
    };

    // An address or a name, and behind it, or after a colon, its type or a number of bytes.
    private static bool WritePlace(Utf8JsonWriter output, ReadOnlySpan<string> words)
    {
        if (words is [var only] && only.LastIndexOf(':') is > 0 and var colon && IsTypeOrLength(only[(colon + 1)..]))
            words = (string[])[only[..colon], only[(colon + 1)..]];
        if (words is [.. var counted, "bytes" or "byte"])
            words = counted;
        if (words.Length is < 1 or > 2)
            return false;
        output.WriteString("address", words[0]);
        if (words.Length == 1)
            return true;
        if (IsLength(words[1]))
            return WriteNumber(output, "length", words[1]);
        output.WriteString("type", words[1]);
        return true;
    }

    private static bool IsTypeOrLength(string text) => IsLength(text) || MemoryType.Rule.Accepts(text);

    private static bool IsLength(string text) => text.Length is > 0 and <= 9 && text.All(char.IsAsciiDigit);

    private static bool WriteNumber(Utf8JsonWriter output, string name, string text)
    {
        var isHex = text.StartsWith("0x", StringComparison.OrdinalIgnoreCase);
        var isNumber = isHex
            ? long.TryParse(text.AsSpan(2), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var number)
            : long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out number);
        if (!isNumber)
            return false;
        output.WriteNumber(name, number);
        return true;
    }

    [GeneratedRegex(@"\s*([<>=!]=|[<>=&])\s*")]
    private static partial Regex Signs();

    [GeneratedRegex(@"\s*\+\s*")]
    private static partial Regex Sums();
}
