using System.Buffers;
using System.Text;

namespace Bridge.SocketPool.Framing;

/// <summary>
/// Encodes and decodes arguments: bytes 0x21 to 0x7E stand for themselves; every other byte, <c>%</c> and a lone <c>-</c> are written as
/// <c>%XX</c>; a lone <c>-</c> is the empty argument (docs/protocol/wire.md, "Message").
/// </summary>
public static class WireArguments
{
    private static readonly SearchValues<byte> Plain = SearchValues.Create(
        Enumerable.Range(0x21, 0x7E - 0x21 + 1).Where(b => b != '%').Select(b => (byte)b).ToArray());

    /// <summary>Returns whether the rest of a header line is empty, or has up to 32 arguments with one space before each.</summary>
    public static bool AreValid(ReadOnlySpan<byte> line)
    {
        for (var count = 0; !line.IsEmpty; count++)
        {
            if (count == WireLimits.Arguments || line[0] != (byte)' ')
                return false;
            line = line[1..];
            var end = line.IndexOf((byte)' ');
            var argument = end < 0 ? line : line[..end];
            if (argument.IsEmpty || !IsValid(argument))
                return false;
            line = line[argument.Length..];
        }

        return true;
    }

    /// <summary>Removes the first of <paramref name="arguments"/> and returns it; returns the empty span if there is none.</summary>
    public static ReadOnlySpan<byte> TakeNext(scoped ref ReadOnlySpan<byte> arguments)
    {
        var end = arguments.IndexOf((byte)' ');
        var next = end < 0 ? arguments : arguments[..end];
        arguments = end < 0 ? default : arguments[(end + 1)..];
        return next;
    }

    /// <summary>Decodes an argument. Bytes that are not UTF-8 become U+FFFD.</summary>
    public static string Decode(ReadOnlySpan<byte> argument)
    {
        if (argument.SequenceEqual("-"u8))
            return "";
        if (!argument.Contains((byte)'%'))
            return Encoding.UTF8.GetString(argument);

        // An argument in a payload may be longer than a header.
        var bytes = argument.Length <= WireLimits.HeaderBytes ? stackalloc byte[WireLimits.HeaderBytes] : new byte[argument.Length];
        var length = 0;
        for (var i = 0; i < argument.Length; i++)
        {
            if (argument[i] == (byte)'%')
            {
                bytes[length++] = (byte)(HexDigit(argument[i + 1]) << 4 | HexDigit(argument[i + 2]));
                i += 2;
            }
            else
            {
                bytes[length++] = argument[i];
            }
        }

        return Encoding.UTF8.GetString(bytes[..length]);
    }

    /// <summary>Encodes <paramref name="text"/> as one argument; returns the number of bytes written, or -1 if it does not fit.</summary>
    public static int Encode(string text, Span<byte> destination)
    {
        if (text is "" or "-")
        {
            var written = text.Length == 0 ? "-"u8 : "%2D"u8;
            return written.TryCopyTo(destination) ? written.Length : -1;
        }

        var length = 0;
        Span<byte> rune = stackalloc byte[4];
        foreach (var character in text.EnumerateRunes())
        {
            foreach (var value in rune[..character.EncodeToUtf8(rune)])
            {
                var plain = Plain.Contains(value);
                if (length + (plain ? 1 : 3) > destination.Length)
                    return -1;
                if (plain)
                {
                    destination[length++] = value;
                    continue;
                }

                destination[length++] = (byte)'%';
                destination[length++] = "0123456789ABCDEF"u8[value >> 4];
                destination[length++] = "0123456789ABCDEF"u8[value & 15];
            }
        }

        return length;
    }

    /// <summary>Returns whether every byte is allowed in an argument and each <c>%</c> has two hexadecimal digits.</summary>
    internal static bool IsValid(ReadOnlySpan<byte> argument)
    {
        for (var special = argument.IndexOfAnyExcept(Plain); special >= 0; special = argument.IndexOfAnyExcept(Plain))
        {
            if (argument[special] != (byte)'%' || argument.Length < special + 3
                || HexDigit(argument[special + 1]) < 0 || HexDigit(argument[special + 2]) < 0)
                return false;
            argument = argument[(special + 3)..];
        }

        return true;
    }

    private static int HexDigit(byte digit) => "0123456789ABCDEF"u8.IndexOf(digit);
}
