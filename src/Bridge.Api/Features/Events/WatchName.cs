using System.Text;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Events;

/// <summary>The names of watches: 1 to 64 letters, digits, spaces and . _ -.</summary>
internal static class WatchName
{
    private const int Max = 64;

    public static TextRule Rule { get; } = new() { Pattern = @"^[\p{L}\p{Nd} ._-]+$", Min = 1, Max = Max };

    public static bool IsValid(string text) => Rule.HasLength(text) && text.All(IsAllowed);

    /// <summary>Returns the name for a note: other characters become _, and the rest is cut off. Null for an empty note.</summary>
    public static string? OfNote(string note)
    {
        var name = new StringBuilder(Max);
        foreach (var rune in note.Trim().EnumerateRunes())
        {
            if (name.Length == Max)
                break;
            name.Append(rune.IsBmp && IsAllowed((char)rune.Value) ? (char)rune.Value : '_');
        }

        return name.Length == 0 ? null : name.ToString().TrimEnd();
    }

    private static bool IsAllowed(char letter) => char.IsLetterOrDigit(letter) || letter is ' ' or '.' or '_' or '-';
}
