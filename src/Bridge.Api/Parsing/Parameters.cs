using System.Globalization;
using Bridge.Api.Errors;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Parsing;

/// <summary>Reads numbers and addresses from a request; what doesn't fit is refused with what it got and what it accepts.</summary>
internal static class Parameters
{
    /// <summary>A whole number from <paramref name="min"/> to <paramref name="max"/>.</summary>
    public static int Integer(string text, string name, int min, int max) =>
        !EndsInNul(text)
            && int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value) && value >= min && value <= max
            ? value
            : throw Refuse(name, text, $"{min} to {max}");

    /// <summary>The same for a number that is one already.</summary>
    public static int InRange(int value, string name, int min, int max) =>
        value >= min && value <= max ? value : throw Refuse(name, value.ToString(CultureInfo.InvariantCulture), $"{min} to {max}");

    /// <summary>
    /// An address: hexadecimal behind <c>0x</c> or <c>$</c>, or decimal; 32 bits. Or a chain of pointers at such addresses.
    /// </summary>
    public static MemoryAddress Address(string text)
    {
        if (TryNumber(text, out var number))
            return number;
        return PointerChain.ToWire(text) is { } chain
            ? MemoryAddress.FromChain(chain)
            : throw Refuse("address", text, string.Create(CultureInfo.InvariantCulture,
                $"an address like 0x02000000, $02000000 or 33554432, up to 0xFFFFFFFF, or a chain of up to {WireLimits.ChainDepth} "
                + $"pointers like [0x02000008]+0x10"));
    }

    /// <summary>The same where it is a member of a body, which may lack it.</summary>
    public static MemoryAddress NeededAddress(string? text) =>
        Address(text ?? throw Missing("address", "an address or a chain of pointers"));

    /// <summary>Hexadecimal behind <c>0x</c> or <c>$</c>, or decimal; 32 bits.</summary>
    public static bool TryNumber(ReadOnlySpan<char> text, out uint number)
    {
        number = 0;
        return !EndsInNul(text) && text switch
        {
            ['0', 'x' or 'X', .. var hex] => uint.TryParse(hex, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out number),
            ['$', .. var hex] => uint.TryParse(hex, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out number),
            _ => uint.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out number),
        };
    }

    /// <summary>Whether .NET would read a number and pass over what is behind it.</summary>
    public static bool EndsInNul(ReadOnlySpan<char> text) => text is [.., '\0'];

    /// <summary>The name of a memory domain; null stays null: the bus.</summary>
    public static string? Domain(string? domain, MemoryAddress address)
    {
        if (domain is null)
            return null;
        if (domain.Length is 0 or > 32 || !domain.All(char.IsAsciiLetterOrDigit))
            throw Refuse("domain", domain, "a domain that GET …/memory lists, up to 32 letters and digits");
        return address.Chain is null ? domain : throw Refuse("domain", domain, "left out for a chain of pointers, which starts on the bus");
    }

    /// <summary>true or false, in any case.</summary>
    public static bool Flag(string text, string name) =>
        text.Equals("true", StringComparison.OrdinalIgnoreCase)
        || (text.Equals("false", StringComparison.OrdinalIgnoreCase) ? false : throw Refuse(name, text, "true or false"));

    /// <summary>Says that a parameter is required; <paramref name="accepted"/> follows a colon, like "1 to 3600".</summary>
    public static RequestException Missing(string name, string accepted) =>
        new(ProblemTypes.MissingParameter, $"{name} is required: {accepted}.", name);

    /// <summary>Refuses a value; <paramref name="accepted"/> follows "must be", like "1 to 3600".</summary>
    public static RequestException Refuse(string name, string got, string accepted) =>
        new(ProblemTypes.InvalidParameter, $"{name} must be {accepted}; got \"{Shorten(got)}\".", name);

    /// <summary>How addresses are written in answers.</summary>
    public static string Hex(uint number) => string.Create(CultureInfo.InvariantCulture, $"0x{number:X8}");

    /// <summary>Returns as much of a text as a sentence repeats, cut between two characters.</summary>
    public static string Shorten(string text) => text.Length <= 64 ? text : $"{text[..(char.IsHighSurrogate(text[63]) ? 63 : 64)]}…";
}
