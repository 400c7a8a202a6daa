using Bridge.SocketPool.Framing;

namespace Bridge.Api.Contract.Parsing;

/// <summary>
/// Parses chains of pointers, like <c>[[0x03005D8C]+0x34]-4</c>: the brackets enclose the address of a pointer. At most eight pointers;
/// every number has the form of an address, and the innermost one may be a symbol with or without fields and an offset. Then fields may
/// follow each pointer whose type is known: <c>[gParty[3].next].level</c>.
/// </summary>
internal static class PointerChain
{
    // A number in a chain. The document shows decimal numbers of up to nine digits here, which reach any address of a game.
    private const string Number = "((0[xX]|\\$)[0-9A-Fa-f]{1,8}|[0-9]{1,9})";

    // A decimal number of ten digits, up to 4294967295.
    private const string TenDigits = "[1-3][0-9]{9}|4[01][0-9]{8}|42[0-8][0-9]{7}|429[0-3][0-9]{6}|4294[0-8][0-9]{5}"
        + "|42949[0-5][0-9]{4}|429496[0-6][0-9]{3}|4294967[01][0-9]{2}|42949672[0-8][0-9]|429496729[0-5]";

    private const string Offset = $"([+-]{Number})?";

    private const string Elements = $"({DataPath.Index}({DataPath.Fields})?)*";

    // A name has dots itself, so that fields may follow it only after an index.
    private const string Named = $"{SymbolName.Form}{Elements}{Offset}";

    private const string Inside = $"({DataPath.Fields})?{Elements}{Offset}";

    /// <summary>Gets the rule for an address or a chain, either of which may have a symbol.</summary>
    public static TextRule AddressRule { get; } = new()
    {
        Schema = "Address",
        Description = "An address: hexadecimal with 0x, decimal, a symbol like gPlayer+4 or gParty[3].level, or a chain of up to 8 "
            + "pointers like [0x02000008]+0x10 or [gParty[3].next].level.",
        Pattern = $"^({Number}|{TenDigits}|{Named}|{Chains(Number, Offset)}|{Chains(Named, Inside)})$",
    };

    /// <summary>Gets the rule for an address or a chain without symbols.</summary>
    public static TextRule NumberRule { get; } = new()
    {
        Schema = "NumericAddress",
        Description = "An address: hexadecimal with 0x, decimal, or a chain of up to 8 pointers like [0x02000008]+0x10.",
        Pattern = $"^({Number}|{TenDigits}|{Chains(Number, Offset)})$",
    };

    /// <summary>Gets the rule for an address that can't be a chain.</summary>
    public static TextRule PlainAddressRule { get; } = new()
    {
        Schema = "PlainAddress",
        Description = "An address: hexadecimal with 0x, decimal, or a symbol like gPlayer+4 or gParty[3].level.",
        Pattern = $"^({Number}|{TenDigits}|{Named})$",
    };

    /// <summary>Gets the rule for an offset in a domain.</summary>
    public static TextRule OffsetRule { get; } = new()
    {
        Schema = "Offset",
        Description = "An offset or an address: hexadecimal with 0x, or decimal.",
        Pattern = $"^({Number}|{TenDigits})$",
    };

    /// <summary>Converts a chain of numbers to decimal numbers, its form on the wire; returns null if it is malformed.</summary>
    public static string? ToWire(string text) => ReadChain.Of(text, takesSymbol: false, symbols: null)?.Text;

    private static string Chains(string begin, string end) => string.Join('|', Enumerable.Range(1, WireLimits.ChainDepth)
        .Select(depth => $"\\[{{{depth}}}{begin}(\\]{end}){{{depth}}}"));
}
