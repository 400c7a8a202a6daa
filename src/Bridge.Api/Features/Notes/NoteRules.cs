using System.Globalization;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Notes;

/// <summary>What requests about notes accept.</summary>
internal static class NoteRules
{
    /// <summary>The accepted texts, for sentences.</summary>
    public const string Accepted = "1 to 200 characters of one line";

    /// <summary>The form of a text of one line as a regular expression.</summary>
    public const string OneLine = @"^[^\u0000-\u001F\u007F-\u009F\u2028\u2029]*$";

    // The emulator limits the bytes of UTF-8, of which a UTF-16 character has at most three.
    private const int MaxLength = WireLimits.NoteBytes / 3;

    /// <summary>Gets the rule for the text of a note.</summary>
    public static TextRule Text { get; } = new() { Pattern = OneLine, Min = 1, Max = MaxLength };

    /// <summary>Gets the rule for a number of notes.</summary>
    public static IntegerRule Limit { get; } = new("limit", 1, WireLimits.Notes, 100);

    /// <summary>Gets the rule for a note.</summary>
    public static ObjectRule Note { get; } = new(typeof(NoteRequest), new MemberRule("text", Text, IsRequired: true));

    /// <summary>Returns whether a text can be a note: it has one line, without control characters.</summary>
    public static bool IsText(string text) => IsOneLine(text, Text);

    /// <summary>Returns whether a text has the length of a rule and one line, without control characters.</summary>
    public static bool IsOneLine(string text, TextRule rule) => rule.HasLength(text) && !text.Any(IsRefused);

    private static bool IsRefused(char letter) => CharUnicodeInfo.GetUnicodeCategory(letter)
        is UnicodeCategory.Control or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator;
}
