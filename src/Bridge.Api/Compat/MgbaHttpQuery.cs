using System.Globalization;
using Bridge.Api.Errors;
using Bridge.Api.Parsing;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Compat;

/// <summary>Reads the query parameters of mGBA-http's routes: the same spellings, but what doesn't fit is refused.</summary>
internal static class MgbaHttpQuery
{
    private const int Keys = 10;
    private const int AllKeys = (1 << Keys) - 1;

    /// <summary>Returns a required parameter; <paramref name="accepted"/> is what <see cref="Parameters.Missing"/> takes.</summary>
    public static string Required(string? text, string name, string accepted) => string.IsNullOrEmpty(text)
        ? throw Parameters.Missing(name, accepted)
        : text;

    /// <summary>
    /// An address of the bus, or an offset: hexadecimal behind <c>0x</c>, or decimal; on the bus a chain of pointers, too.
    /// </summary>
    public static MemoryAddress Address(string? text) =>
        Parameters.Address(Required(text, "address", "an address like 0x02000000 or 33554432"));

    /// <summary>A decimal number, negative ones too.</summary>
    public static long Number(string? text, string name, long min, long max) =>
        long.TryParse(Required(text, name, $"{min} to {max}"), NumberStyles.AllowLeadingSign,
            CultureInfo.InvariantCulture, out var value)
        && value >= min && value <= max && !Parameters.EndsInNul(text)
            ? value
            : throw Parameters.Refuse(name, text!, $"{min} to {max}");

    /// <summary>A length in bytes; like an address it may be hexadecimal.</summary>
    public static int Length(string? text, int max)
    {
        var got = Required(text, "length", $"1 to {max} bytes");
        return got is ['0', 'x' or 'X', .. var digits]
            ? int.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var hexadecimal)
                && hexadecimal >= 1 && hexadecimal <= max
                && !Parameters.EndsInNul(digits)
                ? hexadecimal
                : throw Parameters.Refuse("length", got, $"1 to {max}")
            : Parameters.Integer(got, "length", 1, max);
    }

    /// <summary>What of a save state is meant: 0 to 31, mGBA's <c>C.SAVESTATE</c>.</summary>
    public static StateParts Flags(string? text, StateParts otherwise) =>
        text is null ? otherwise : (StateParts)Number(text, "flags", 0, (long)StateParts.All);

    /// <summary>The key of this number: 0 is A, 9 is L, or 7 the last one on a Game Boy.</summary>
    public static Buttons Key(string? text, string? platform) =>
        (Buttons)(1 << (int)Number(text, "key", 0, platform == "GB" ? Keys - 3 : Keys - 1));

    /// <summary>Keys as a mask, bit 0 for A to bit 9 for L.</summary>
    public static Buttons KeyMask(string? text, string name, string? platform) =>
        (Buttons)Number(text, name, 0, platform == "GB" ? AllKeys >> 2 : AllKeys);

    /// <summary>A button by its name in any case, or by its number as mGBA-http takes it, too.</summary>
    public static Buttons Button(string? text, string? platform) =>
        ButtonNames.ParseOne(NameOf(Required(text, "button", "a button like A")), "button", platform);

    /// <summary>Several of them, at least one.</summary>
    public static Buttons ButtonList(string[] texts, string? platform) => texts.Length == 0
        ? throw Parameters.Missing("buttons", "a button like A; repeat the parameter for each further button")
        : ButtonNames.Parse([.. texts.Select(NameOf)], "buttons", platform);

    private static string NameOf(string text) =>
        text is [>= '0' and <= '9'] ? ButtonNames.Of((Buttons)(1 << (text[0] - '0')))[0] : text;
}
