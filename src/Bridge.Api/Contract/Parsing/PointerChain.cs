using System.Globalization;
using System.Text;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Contract.Parsing;

/// <summary>
/// Parses chains of pointers, like <c>[[0x03005D8C]+0x34]-4</c>: the brackets enclose the address of a pointer. At most eight pointers;
/// every number has the form of an address.
/// </summary>
internal static class PointerChain
{
    // A number in a chain. The document shows decimal numbers of up to nine digits here, which reach any address of a game.
    private const string Number = "((0[xX]|\\$)[0-9A-Fa-f]{1,8}|[0-9]{1,9})";

    // A decimal number of ten digits, up to 4294967295.
    private const string TenDigits = "[1-3][0-9]{9}|4[01][0-9]{8}|42[0-8][0-9]{7}|429[0-3][0-9]{6}|4294[0-8][0-9]{5}"
        + "|42949[0-5][0-9]{4}|429496[0-6][0-9]{3}|4294967[01][0-9]{2}|42949672[0-8][0-9]|429496729[0-5]";

    /// <summary>Gets the rule for an address or a chain.</summary>
    public static TextRule AddressRule { get; } = new()
    {
        Schema = "Address",
            Description = "An address: hexadecimal with 0x, decimal, or a chain of up to 8 pointers like [0x02000008]+0x10.",
        Pattern = $"^({Number}|{TenDigits}|{string.Join('|', Enumerable.Range(1, WireLimits.ChainDepth).Select(ChainOf))})$",
    };

    /// <summary>Gets the rule for an address that can't be a chain.</summary>
    public static TextRule PlainAddressRule { get; } = new()
    {
        Schema = "PlainAddress",
        Description = "An address: hexadecimal with 0x, or decimal.",
        Pattern = $"^({Number}|{TenDigits})$",
    };

    /// <summary>Converts a chain to decimal numbers, its form on the wire; returns null if it is malformed.</summary>
    public static string? ToWire(string text)
    {
        var depth = text.AsSpan().IndexOfAnyExcept('[');
        var rest = text.AsSpan(Math.Max(depth, 0));
        var end = rest.IndexOf(']');
        if (depth is < 1 or > WireLimits.ChainDepth || end < 0 || !Parameters.TryNumber(rest[..end], out var number))
            return null;

        var wire = new StringBuilder().Append('[', depth).Append(CultureInfo.InvariantCulture, $"{number}");
        rest = rest[end..];
        for (var i = 0; i < depth; i++)
        {
            if (rest is not [']', ..])
                return null;
            wire.Append(']');
            rest = rest[1..];
            if (rest is not ['+' or '-', ..])
                continue;
            end = rest.IndexOf(']');
            if (!Parameters.TryNumber(end < 0 ? rest[1..] : rest[1..end], out var offset))
                return null;
            wire.Append(rest[0]).Append(CultureInfo.InvariantCulture, $"{offset}");
            rest = end < 0 ? [] : rest[end..];
        }

        return rest.IsEmpty ? wire.ToString() : null;
    }

    private static string ChainOf(int depth) => $"\\[{{{depth}}}{Number}(\\]([+-]{Number})?){{{depth}}}";
}
