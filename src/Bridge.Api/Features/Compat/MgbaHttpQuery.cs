using System.Globalization;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool.Commands;

namespace Bridge.Api.Features.Compat;

/// <summary>Parses the query parameters of mGBA-http's routes: accepts the same spellings, and refuses invalid values.</summary>
internal static class MgbaHttpQuery
{
    // R and L, the highest numbers, which a Game Boy doesn't have.
    private const int ShoulderKeys = 2;

    /// <summary>Gets the rule for the number of a key; a Game Boy has no R and L.</summary>
    public static IntegerRule KeyRule { get; } = new("key", 0, 9);

    /// <summary>Gets the rule for a button: its name in any case, or its number.</summary>
    public static ChoiceRule ButtonRule { get; } =
        new([.. ButtonNames.Rule.Choices, .. Enumerable.Range(0, 10).Select(key => $"{key}")], IgnoresCase: true)
        {
            Schema = "ButtonOrKey",
            Description = "A button by its name, or by its bit in the key register.",
        };

    /// <summary>Gets the rule for a list of one or more buttons.</summary>
    public static ListRule ButtonsRule { get; } = new(ButtonRule, Min: 1);

    /// <summary>Returns the rule for a mask of keys, from bit 0 (A) to bit 9 (L).</summary>
    public static IntegerRule MaskRule(string name) => new(name, 0, (1 << (int)(KeyRule.Max + 1)) - 1);

    /// <summary>Returns the rule for the parts of a save state: 0 to 31, as in mGBA's <c>C.SAVESTATE</c>.</summary>
    public static IntegerRule FlagsRule(StateParts defaultParts) => new("flags", 0, (long)StateParts.All, (long)defaultParts);

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
    public static long Number(string? text, IntegerRule rule) =>
        long.TryParse(Required(text, rule.Name, $"{rule.Min} to {rule.Max}"), NumberStyles.AllowLeadingSign,
            CultureInfo.InvariantCulture, out var value)
        && value >= rule.Min && value <= rule.Max && !Parameters.EndsInNul(text)
            ? value
            : throw Parameters.Refuse(rule.Name, text!, $"{rule.Min} to {rule.Max}");

    /// <summary>Parses a length in bytes, in hexadecimal with <c>0x</c> or in decimal.</summary>
    public static int Length(string? text, IntegerRule rule)
    {
        var max = rule.Max;
        var got = Required(text, "length", $"1 to {max} bytes");
        return got is ['0', 'x' or 'X', .. var digits]
            ? int.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var hexadecimal)
                && hexadecimal >= 1 && hexadecimal <= max
                && !Parameters.EndsInNul(digits)
                ? hexadecimal
                : throw Parameters.Refuse("length", got, $"1 to {max}")
            : rule.Parse(got);
    }

    /// <summary>Parses the parts of a save state.</summary>
    public static StateParts Flags(string? text, StateParts defaultParts) =>
        text is null ? defaultParts : (StateParts)Number(text, FlagsRule(defaultParts));

    /// <summary>Parses the number of a key: 0 (A) to 9 (L), or to 7 (Down) on a Game Boy.</summary>
    public static Buttons Key(string? text, string? platform) =>
        (Buttons)(1 << (int)Number(text, platform == "GB" ? KeyRule with { Max = KeyRule.Max - ShoulderKeys } : KeyRule));

    /// <summary>Parses a mask of keys, from bit 0 (A) to bit 9 (L).</summary>
    public static Buttons KeyMask(string? text, IntegerRule rule, string? platform) =>
        (Buttons)Number(text, platform == "GB" ? rule with { Max = rule.Max >> ShoulderKeys } : rule);

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
