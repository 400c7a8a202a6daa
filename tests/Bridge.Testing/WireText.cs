using System.Globalization;
using System.Text;

namespace Bridge.Testing;

/// <summary>
/// The protocol in its simplest form (docs/protocol/wire.md, "Message"), written independently of the bridge's code, to check it.
/// </summary>
public static class WireText
{
    public static ReadOnlySpan<byte> Terminator => "<|END|>"u8;

    /// <summary>Returns a whole message; <paramref name="arguments"/> are texts, which are escaped here.</summary>
    public static byte[] Message(long id, string word, long number, IEnumerable<string> arguments, ReadOnlySpan<byte> payload)
    {
        var header = string.Create(CultureInfo.InvariantCulture, $"{id} {word} {number} {payload.Length}");
        foreach (var argument in arguments)
            header += " " + Encode(argument);
        return [.. Encoding.ASCII.GetBytes(header + "\n"), .. payload, .. Terminator];
    }

    /// <summary>Returns the first message of <paramref name="bytes"/> and its length; null if it isn't whole.</summary>
    public static (string[] Header, byte[] Payload, int Length)? TryRead(ReadOnlySpan<byte> bytes)
    {
        var lineEnd = bytes.IndexOf((byte)'\n');
        if (lineEnd < 0)
            return null;
        var header = Encoding.ASCII.GetString(bytes[..lineEnd]).Split(' ');
        var payloadLength = int.Parse(header[3], CultureInfo.InvariantCulture);
        var length = lineEnd + 1 + payloadLength + Terminator.Length;
        if (bytes.Length < length)
            return null;
        if (!bytes[(length - Terminator.Length)..length].SequenceEqual(Terminator))
            throw new InvalidDataException("The bridge sent a message that does not end where its length says.");
        return (header, bytes.Slice(lineEnd + 1, payloadLength).ToArray(), length);
    }

    public static string Encode(string text)
    {
        if (text is "" or "-")
            return text.Length == 0 ? "-" : "%2D";
        var encoded = new StringBuilder();
        foreach (var value in Encoding.UTF8.GetBytes(text))
        {
            if (value is >= 0x21 and <= 0x7E and not (byte)'%')
                encoded.Append((char)value);
            else
                encoded.Append(CultureInfo.InvariantCulture, $"%{value:X2}");
        }

        return encoded.ToString();
    }

    public static string Decode(string argument) => argument == "-" ? "" : Uri.UnescapeDataString(argument);
}
