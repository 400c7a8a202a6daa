using System.Globalization;
using System.Text;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Parsing;

/// <summary>
/// Parses chains of pointers, like <c>[[0x03005D8C]+0x34]-4</c>: the brackets enclose the address of a pointer. At most eight pointers;
/// every number has the form of an address.
/// </summary>
internal static class PointerChain
{
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
}
