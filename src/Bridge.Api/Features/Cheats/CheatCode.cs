using System.Text.RegularExpressions;

namespace Bridge.Api.Features.Cheats;

/// <summary>
/// The forms of codes: those of a GBA (<c>82000300 0063</c>, <c>94A0C1F9 3D8B7E41</c>, <c>02000300:63</c>), then those of a Game Boy
/// (<c>01630AC3</c>, <c>00C30A-63</c>, <c>00A-17B-C49</c>, <c>C30A:63</c>). The emulator decides which of them its console has.
/// </summary>
internal static partial class CheatCode
{
    /// <summary>All forms, as a regular expression.</summary>
    public const string Pattern = "^(" + Gba + "|" + GameBoy + ")$";

    /// <summary>The accepted forms, for sentences.</summary>
    public const string Accepted = "a code like 82000300 0063, 02000300:63, 01630AC3 or 00A-17B";

    /// <summary>Max characters of a code.</summary>
    public const int MaxLength = 17;

    private const string Digit = "[0-9A-Fa-f]";
    private const string Gba = Digit + "{8} ?" + Digit + "{4}|" + Digit + "{8} ?" + Digit + "{8}|"
        + Digit + "{8}:(" + Digit + "{2}|" + Digit + "{4}|" + Digit + "{8})";
    private const string GameBoy = Digit + "{8}|" + Digit + "{6}-" + Digit + "{2}|"
        + Digit + "{3}-" + Digit + "{3}(-" + Digit + "{3})?|" + Digit + "{4}:" + Digit + "{2}";

    // Digits of the first part of a code that has two.
    private const int FirstPart = 8;

    /// <summary>Returns a code as the emulator takes it, with capital letters and one space; null: it has no known form.</summary>
    public static string? Normalize(string text)
    {
        if (text.Length > MaxLength || !Form().IsMatch(text))
            return null;
        var code = text.ToUpperInvariant();
        return code.Length > FirstPart && code.All(char.IsAsciiHexDigit) ? code.Insert(FirstPart, " ") : code;
    }

    [GeneratedRegex(@"\A(" + Gba + "|" + GameBoy + @")\z")]
    private static partial Regex Form();
}
