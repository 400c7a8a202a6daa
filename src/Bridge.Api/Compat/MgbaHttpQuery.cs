using System.Globalization;
using Bridge.Api.Errors;
using Bridge.Api.Parsing;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Compat;

/// <summary>Parses the query parameters of mGBA-http's routes: accepts the same spellings, and refuses invalid values.</summary>
internal static class MgbaHttpQuery
{
    private const int Keys = 10;
    private const int AllKeys = (1 << Keys) - 1;

    /// <summary>Returns a required parameter; <paramref name="accepted"/> is passed to <see cref="Parameters.Missing"/>.</summary>
    public static string Required(string? text, string name, string accepted) => string.IsNullOrEmpty(text)
        ? throw Parameters.Missing(name, accepted)
        : text;

    /// <summary>
    /// Parses a bus address or an offset, in hexadecimal with <c>0x</c> or in decimal. A bus address may be a chain of pointers.
    /// </summary>
    public static MemoryAddress Address(string? text) =>
        Parameters.Address(Required(text, "address", "an address like 0x02000000 or 33554432"));

    /// <summary>Parses a decimal number, which may be negative.</summary>
    public static long Number(string? text, string name, long min, long max) =>
        long.TryParse(Required(text, name, $"{min} to {max}"), NumberStyles.AllowLeadingSign,
            CultureInfo.InvariantCulture, out var value)
        && value >= min && value <= max && !Parameters.EndsInNul(text)
            ? value
            : throw Parameters.Refuse(name, text!, $"{min} to {max}");

    /// <summary>Parses a length of 1 to <paramref name="max"/> bytes, in hexadecimal with <c>0x</c> or in decimal.</summary>
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

    /// <summary>Parses the parts of a save state: 0 to 31, as in mGBA's <c>C.SAVESTATE</c>.</summary>
    public static StateParts Flags(string? text, StateParts defaultParts) =>
        text is null ? defaultParts : (StateParts)Number(text, "flags", 0, (long)StateParts.All);

    /// <summary>Parses the number of a key: 0 (A) to 9 (L), or to 7 (Down) on a Game Boy.</summary>
    public static Buttons Key(string? text, string? platform) =>
        (Buttons)(1 << (int)Number(text, "key", 0, platform == "GB" ? Keys - 3 : Keys - 1));

    /// <summary>Parses a mask of keys, from bit 0 (A) to bit 9 (L).</summary>
    public static Buttons KeyMask(string? text, string name, string? platform) =>
        (Buttons)Number(text, name, 0, platform == "GB" ? AllKeys >> 2 : AllKeys);

    /// <summary>Parses a button: its name in any case, or its number as in mGBA-http.</summary>
    public static Buttons Button(string? text, string? platform) =>
        ButtonNames.ParseOne(NameOf(Required(text, "button", "a button like A")), "button", platform);

    /// <summary>Parses one or more buttons.</summary>
    public static Buttons ButtonList(string[] texts, string? platform) => texts.Length == 0
        ? throw Parameters.Missing("buttons", "a button like A; repeat the parameter for each further button")
        : ButtonNames.Parse([.. texts.Select(NameOf)], "buttons", platform);

    private static string NameOf(string text) =>
        text is [>= '0' and <= '9'] ? ButtonNames.Of((Buttons)(1 << (text[0] - '0')))[0] : text;
}
