using System.Globalization;
using System.Text;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Parsing;

/// <summary>
/// Chains of pointers as people write them, <c>[[0x03005D8C]+0x34]-4</c>: what stands in brackets is where a pointer lies. Up to
/// eight; every number is written like an address.
/// </summary>
internal static class PointerChain
{
    /// <summary>The same in decimal, as it goes over the wire; null when it is malformed.</summary>
    public static string? ToWire(string text)
    {
        var depth = text.AsSpan().IndexOfAnyExcept('[');
        var rest = text.AsSpan(Math.Max(depth, 0));
        var end = rest.IndexOf(']');
        if (depth is < 1 or > WireLimits.ChainDepth || end < 0 || !Parameters.TryNumber(rest[..end], out var place))
            return null;

        var wire = new StringBuilder().Append('[', depth).Append(CultureInfo.InvariantCulture, $"{place}");
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
