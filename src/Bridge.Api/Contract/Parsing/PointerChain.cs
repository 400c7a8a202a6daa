using System.Globalization;
using System.Text;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Contract.Parsing;

/// <summary>
/// Parses chains of pointers, like <c>[[0x03005D8C]+0x34]-4</c>: the brackets enclose the address of a pointer. At most eight pointers;
/// every number has the form of an address, and the innermost one may be a symbol with or without an offset.
/// </summary>
internal static class PointerChain
{
    // A number in a chain. The document shows decimal numbers of up to nine digits here, which reach any address of a game.
    private const string Number = "((0[xX]|\\$)[0-9A-Fa-f]{1,8}|[0-9]{1,9})";

    // A decimal number of ten digits, up to 4294967295.
    private const string TenDigits = "[1-3][0-9]{9}|4[01][0-9]{8}|42[0-8][0-9]{7}|429[0-3][0-9]{6}|4294[0-8][0-9]{5}"
        + "|42949[0-5][0-9]{4}|429496[0-6][0-9]{3}|4294967[01][0-9]{2}|42949672[0-8][0-9]|429496729[0-5]";

    private const string Named = $"{SymbolName.Form}([+-]{Number})?";

    /// <summary>Gets the rule for an address or a chain, either of which may have a symbol.</summary>
    public static TextRule AddressRule { get; } = new()
    {
        Schema = "Address",
        Description = "An address: hexadecimal with 0x, decimal, a symbol like gPlayer+4, or a chain of up to 8 pointers like "
            + "[0x02000008]+0x10.",
        Pattern = $"^({Number}|{TenDigits}|{Named}|{Chains($"({Number}|{Named})")})$",
    };

    /// <summary>Gets the rule for an address or a chain without symbols.</summary>
    public static TextRule NumberRule { get; } = new()
    {
        Schema = "NumericAddress",
        Description = "An address: hexadecimal with 0x, decimal, or a chain of up to 8 pointers like [0x02000008]+0x10.",
        Pattern = $"^({Number}|{TenDigits}|{Chains(Number)})$",
    };

    /// <summary>Gets the rule for an address that can't be a chain.</summary>
    public static TextRule PlainAddressRule { get; } = new()
    {
        Schema = "PlainAddress",
        Description = "An address: hexadecimal with 0x, decimal, or a symbol like gPlayer+4.",
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
    public static string? ToWire(string text) => ToWire(text, takesSymbol: false, null);

    /// <summary>Converts a chain, which may begin at a symbol, to its form on the wire; returns null if it is malformed.</summary>
    /// <exception cref="Errors.RequestException">The symbol is unknown, or in a bank: 400.</exception>
    public static string? ToWire(string text, SymbolsNow? symbols) => ToWire(text, takesSymbol: true, symbols);

    private static string? ToWire(string text, bool takesSymbol, SymbolsNow? symbols)
    {
        var depth = text.AsSpan().IndexOfAnyExcept('[');
        var rest = text.AsSpan(Math.Max(depth, 0));
        var end = rest.IndexOf(']');
        if (depth is < 1 or > WireLimits.ChainDepth || end < 0)
            return null;

        var begin = rest[..end];
        var offsets = new StringBuilder();
        rest = rest[end..];
        for (var i = 0; i < depth; i++)
        {
            if (rest is not [']', ..])
                return null;
            offsets.Append(']');
            rest = rest[1..];
            if (rest is not ['+' or '-', ..])
                continue;
            end = rest.IndexOf(']');
            if (!Parameters.TryNumber(end < 0 ? rest[1..] : rest[1..end], out var offset))
                return null;
            offsets.Append(rest[0]).Append(CultureInfo.InvariantCulture, $"{offset}");
            rest = end < 0 ? [] : rest[end..];
        }

        if (!rest.IsEmpty)
            return null;
        // Last, because a malformed chain has no symbol that could be unknown.
        if (!Parameters.TryNumber(begin, out var number))
        {
            if (!takesSymbol || SymbolPlace.FindOnBus(begin, symbols) is not { } found)
                return null;
            number = found;
        }

        return string.Create(CultureInfo.InvariantCulture, $"{new string('[', depth)}{number}{offsets}");
    }

    private static string Chains(string begin) => string.Join('|', Enumerable.Range(1, WireLimits.ChainDepth)
        .Select(depth => $"\\[{{{depth}}}{begin}(\\]([+-]{Number})?){{{depth}}}"));
}
