using System.Globalization;
using System.Text;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Contract.Parsing;

/// <summary>A chain of pointers.</summary>
/// <param name="Text">Its form on the wire, with decimal numbers.</param>
/// <param name="Data">What is at its end; null: unknown.</param>
internal readonly record struct ReadChain(string Text, TypedData? Data)
{
    /// <summary>Reads a chain; returns null if it is malformed.</summary>
    /// <param name="text">The chain.</param>
    /// <param name="takesSymbol">Whether it may begin at a symbol.</param>
    /// <param name="symbols">The symbols of the game; null: no name is known.</param>
    /// <exception cref="Errors.RequestException">
    /// The symbol is unknown, or in a bank; or there is no such field where a pointer leads: 400.
    /// </exception>
    public static ReadChain? Of(string text, bool takesSymbol, SymbolsNow? symbols)
    {
        var depth = text.AsSpan().IndexOfAnyExcept('[');
        if (depth is < 1 or > WireLimits.ChainDepth)
            return null;
        var begin = UpToBracket(text.AsSpan(depth));
        var ends = text.AsSpan(depth + begin.Length);
        var isNamed = takesSymbol && SymbolName.Begins(begin);
        if (!AreEnds(ends, depth, isNamed))
            return null;

        // Looked up last, so that a malformed chain isn't reported as an unknown symbol.
        TypedData? data = null;
        if (!Parameters.TryNumber(begin, out var number))
        {
            if (!isNamed || SymbolPlace.FindOnBus(begin, symbols) is not { } found)
                return null;
            (number, data) = (found.Address, found.Data);
        }

        var wire = new StringBuilder().Append('[', depth).Append(CultureInfo.InvariantCulture, $"{number}");
        while (!ends.IsEmpty)
        {
            var end = UpToBracket(ends[1..]);
            (var offset, data) = Follow(end, data);
            wire.Append(']');
            if (!end.IsEmpty)
                wire.Append(offset < 0 ? '-' : '+').Append(CultureInfo.InvariantCulture, $"{Math.Abs(offset)}");
            ends = ends[(1 + end.Length)..];
        }

        return new ReadChain(wire.ToString(), data);
    }

    // Returns whether the text is a closing bracket for each pointer, each perhaps with fields of what it leads to, and an offset.
    private static bool AreEnds(ReadOnlySpan<char> ends, int depth, bool isNamed)
    {
        for (var i = 0; i < depth; i++)
        {
            if (ends is not [']', ..])
                return false;
            var end = UpToBracket(ends[1..]);
            // Only a chain that begins at a symbol may have fields.
            var path = PathOf(end);
            if (!path.IsEmpty && !(isNamed && DataPath.IsPath(path)))
                return false;
            var offset = OffsetOf(end);
            if (!offset.IsEmpty && !Parameters.TryNumber(offset[1..], out _))
                return false;
            ends = ends[(1 + end.Length)..];
        }

        return ends.IsEmpty;
    }

    private static (long Offset, TypedData? Data) Follow(ReadOnlySpan<char> end, TypedData? pointer)
    {
        var path = PathOf(end);
        var offset = OffsetOf(end);
        var number = 0u;
        if (!offset.IsEmpty)
            Parameters.TryNumber(offset[1..], out number);
        var distance = offset is ['-', ..] ? -(long)number : number;
        if (pointer is not { Type: PointerData { Target: { } target }, Count: null })
        {
            return path.IsEmpty
                ? (distance, null)
                : throw Parameters.Refuse("address", path.ToString(), "without fields where a pointer leads whose type is unknown");
        }

        var (inside, data) = DataPath.Follow(path, start: 0, new TypedData(target), isPointed: true);
        distance += inside;
        return Math.Abs(distance) <= uint.MaxValue
            // Beside a place whose type is known, anything may be.
            ? (distance, offset.IsEmpty ? data : null)
            : throw Parameters.Refuse("address", end.ToString(), "a chain of pointers whose offsets are at most 0xFFFFFFFF");
    }

    private static ReadOnlySpan<char> PathOf(ReadOnlySpan<char> end) => end.IndexOfAny('+', '-') is >= 0 and var sign ? end[..sign] : end;

    private static ReadOnlySpan<char> OffsetOf(ReadOnlySpan<char> end) => end.IndexOfAny('+', '-') is >= 0 and var sign ? end[sign..] : [];

    // Returns the text before the bracket that closes a pointer. The brackets of an index, like [3], are part of the text.
    private static ReadOnlySpan<char> UpToBracket(ReadOnlySpan<char> text)
    {
        for (var at = 0; at < text.Length; at++)
        {
            if (text[at] == ']')
                return text[..at];
            if (text[at] == '[' && text[at..].IndexOf(']') is >= 0 and var length)
                at += length;
        }

        return text;
    }
}
