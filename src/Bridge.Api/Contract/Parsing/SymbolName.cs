using System.Buffers;

namespace Bridge.Api.Contract.Parsing;

/// <summary>
/// Checks names of symbols: a letter or _ first, then letters, digits and <c>_ . @ # $</c>, as RGBDS, assemblers and C compilers write
/// them. Such a name can't be a number or a part of a chain of pointers.
/// </summary>
internal static class SymbolName
{
    /// <summary>Max characters of a name.</summary>
    public const int Max = 255;

    /// <summary>The form as a part of a regular expression.</summary>
    public const string Form = "[A-Za-z_][A-Za-z0-9_.@#$]{0,254}";

    private const string Letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";

    private static readonly SearchValues<char> Characters = SearchValues.Create($"{Letters}0123456789.@#$");

    private static readonly SearchValues<byte> Bytes = SearchValues.Create([.. $"{Letters}0123456789.@#$".Select(letter => (byte)letter)]);

    /// <summary>Returns whether a text begins like a name, and not like a number or a chain of pointers.</summary>
    public static bool Begins(ReadOnlySpan<char> text) => text is [(>= 'A' and <= 'Z') or (>= 'a' and <= 'z') or '_', ..];

    /// <summary>Returns whether a text is a name.</summary>
    public static bool Fits(ReadOnlySpan<char> text) => Begins(text) && text.Length <= Max && !text.ContainsAnyExcept(Characters);

    /// <summary>Returns whether the bytes of a text are a name.</summary>
    public static bool Fits(ReadOnlySpan<byte> text) =>
        text is [(>= (byte)'A' and <= (byte)'Z') or (>= (byte)'a' and <= (byte)'z') or (byte)'_', ..]
        && text.Length <= Max && !text.ContainsAnyExcept(Bytes);
}
