using System.Globalization;
using System.Text;

namespace Bridge.Api.Server.Files;

/// <summary>
/// Compares names regardless of their Unicode form, NFC or NFD. The runtime's own normalization does nothing without ICU, and the bridge
/// runs without it.
/// </summary>
internal static class CanonicalName
{
    // Korean syllables: a lead, a vowel and perhaps a trail, in this order (The Unicode Standard, 3.12, "Conjoining Jamo Behavior").
    private const char FirstSyllable = '\uAC00', LastSyllable = '\uD7A3', FirstLead = '\u1100',
        FirstVowel = '\u1161', BeforeTrail = '\u11A7';
    private const int Vowels = 21, Trails = 28;

    /// <summary>Returns whether both names are equal except for their Unicode form.</summary>
    public static bool AreSame(string one, string other) =>
        one == other || (!Ascii.IsValid(one) && !Ascii.IsValid(other) && Decompose(one) == Decompose(other));

    private static string Decompose(string name)
    {
        var text = new List<char>(name.Length * 2);
        foreach (var character in name)
            Decompose(character, text);
        SortMarks(text);
        return new string([.. text]);
    }

    private static void Decompose(char character, List<char> text)
    {
        if (character is >= FirstSyllable and <= LastSyllable)
        {
            var (rest, trail) = int.DivRem(character - FirstSyllable, Trails);
            var (lead, vowel) = int.DivRem(rest, Vowels);
            text.Add((char)(FirstLead + lead));
            text.Add((char)(FirstVowel + vowel));
            if (trail > 0)
                text.Add((char)(BeforeTrail + trail));
        }
        else if (CanonicalLetters.Parts.TryGetValue(character, out var parts))
        {
            Decompose(parts.Letter, text);
            text.Add(parts.Mark);
        }
        else
        {
            text.Add(character);
        }
    }

    // Marks above a letter and marks below it may come in any order. Marks on the same side may not, but names that differ only in
    // that are rare, so they count as equal.
    private static void SortMarks(List<char> text)
    {
        for (var start = 0; start < text.Count; start++)
        {
            var end = start;
            while (end < text.Count && CharUnicodeInfo.GetUnicodeCategory(text[end]) == UnicodeCategory.NonSpacingMark)
                end++;
            if (end - start > 1)
                text.Sort(start, end - start, comparer: null);
            start = end;
        }
    }
}
