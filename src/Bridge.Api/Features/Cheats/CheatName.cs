using System.Globalization;
using System.Text;

namespace Bridge.Api.Features.Cheats;

/// <summary>Checks the names of cheats, which are parts of paths.</summary>
internal static class CheatName
{
    private const char Replacement = '-';

    /// <summary>Returns whether a cheat may have this name.</summary>
    public static bool Fits(string name) => CheatRules.Name.HasLength(name) && !name.Any(IsRefused)
        && name[0] is not (' ' or '\u00A0' or '.') && name[^1] is not (' ' or '\u00A0');

    /// <summary>
    /// Returns the accepted name nearest to one in a cheat file; empty: that has only spaces, control characters and leading dots.
    /// </summary>
    public static string Of(string text)
    {
        var name = new StringBuilder();
        foreach (var letter in text)
            name.Append(char.IsControl(letter) ? ' ' : IsRefused(letter) ? Replacement : letter);
        return Cut(name.ToString().TrimStart(' ', '\u00A0', '.'), CheatRules.Name.Max!.Value);
    }

    /// <summary>Returns a name with a number behind it.</summary>
    public static string Numbered(string name, int number)
    {
        var end = string.Create(CultureInfo.InvariantCulture, $" ({number})");
        return Cut(name, CheatRules.Name.Max!.Value - end.Length) + end;
    }

    // Cuts no pair of surrogates in two.
    private static string Cut(string name, int max)
    {
        var length = name.Length <= max ? name.Length : char.IsHighSurrogate(name[max - 1]) ? max - 1 : max;
        return name[..length].TrimEnd(' ', '\u00A0');
    }

    private static bool IsRefused(char letter) => letter is '/' or '\\' || CharUnicodeInfo.GetUnicodeCategory(letter)
        is UnicodeCategory.Control or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator;
}
