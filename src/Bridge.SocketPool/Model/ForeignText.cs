using System.Globalization;
using System.Text;

namespace Bridge.SocketPool.Model;

/// <summary>Makes text of other programs safe for logs and terminals.</summary>
public static class ForeignText
{
    /// <summary>
    /// Replaces with <c>?</c> the characters that could break a line, change a terminal or turn the direction of writing: control
    /// characters, line and paragraph separators, and Unicode's bidirectional controls (UAX #9).
    /// </summary>
    public static string Clean(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var first = 0;
        while (first < text.Length && !IsUnsafe(text[first]))
            first++;
        if (first == text.Length)
            return text;
        var clean = new StringBuilder(text, 0, first, text.Length);
        foreach (var character in text.AsSpan(first))
            clean.Append(IsUnsafe(character) ? '?' : character);
        return clean.ToString();
    }

    private static bool IsUnsafe(char character) =>
        character is >= '\u202A' and <= '\u202E' or >= '\u2066' and <= '\u2069' or '\u200E' or '\u200F' or '\u061C'
        || char.GetUnicodeCategory(character) is UnicodeCategory.Control or UnicodeCategory.LineSeparator
            or UnicodeCategory.ParagraphSeparator;
}
