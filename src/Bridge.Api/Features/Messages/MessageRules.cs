using System.Globalization;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Messages;

/// <summary>What requests about messages accept.</summary>
internal static class MessageRules
{
    /// <summary>The accepted texts, for sentences.</summary>
    public const string Accepted = "1 to 200 characters of one line";

    // The emulator limits the bytes of UTF-8, of which a UTF-16 character has at most three.
    private const int MaxLength = WireLimits.MessageBytes / 3;

    // About three seconds.
    private const int DefaultFrames = 180;

    /// <summary>Gets the rule for the text of a message.</summary>
    public static TextRule Text { get; } = new()
    {
        Pattern = @"^[^\u0000-\u001F\u007F-\u009F\u2028\u2029]*$", Min = 1, Max = MaxLength,
    };

    /// <summary>Gets the rule for how long a message stays.</summary>
    public static IntegerRule Frames { get; } = new("frames", 1, WireLimits.MessageFrames, DefaultFrames);

    /// <summary>Gets the rule for a message.</summary>
    public static ObjectRule Message { get; } = new(typeof(MessageRequest),
        new MemberRule("text", Text, IsRequired: true), new MemberRule("frames", Frames));

    /// <summary>Returns whether a text can be a message: it has one line, without control characters.</summary>
    public static bool IsText(string text) => Text.HasLength(text) && !text.Any(IsRefused);

    private static bool IsRefused(char letter) => CharUnicodeInfo.GetUnicodeCategory(letter)
        is UnicodeCategory.Control or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator;
}
