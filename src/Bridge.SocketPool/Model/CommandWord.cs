using System.Buffers;

namespace Bridge.SocketPool.Model;

/// <summary>
/// Checks the word of a command or status: 1 to 32 characters of <c>a-z 0-9 . -</c>, starting with a letter (docs/protocol/wire.md,
/// "Message").
/// </summary>
internal static class CommandWord
{
    /// <summary>The length of the longest word in characters, each of which is one byte on the wire.</summary>
    public const int MaxLength = 32;

    private const string Characters = "abcdefghijklmnopqrstuvwxyz0123456789.-";

    private static readonly SearchValues<byte> ValidBytes = SearchValues.Create([.. Characters.Select(character => (byte)character)]);
    private static readonly SearchValues<char> ValidCharacters = SearchValues.Create(Characters);

    /// <summary>Returns whether these bytes are a valid word.</summary>
    public static bool IsValid(ReadOnlySpan<byte> word) =>
        word.Length is >= 1 and <= MaxLength && word[0] is >= (byte)'a' and <= (byte)'z' && word.IndexOfAnyExcept(ValidBytes) < 0;

    /// <summary>Returns whether this text is a valid word.</summary>
    public static bool IsValid(ReadOnlySpan<char> word) =>
        word.Length is >= 1 and <= MaxLength && word[0] is >= 'a' and <= 'z' && !word.ContainsAnyExcept(ValidCharacters);
}
