using System.Text;

namespace Bridge.Doors.Gdb.Packets;

/// <summary>Writes packets to a debugger.</summary>
internal static class PacketWriter
{
    /// <summary>An escaped byte comes after <c>}</c>, and differs in this bit.</summary>
    public const int EscapeBit = 0x20;

    private const string Digits = "0123456789abcdef";

    /// <summary>Returns the bytes of a packet.</summary>
    /// <param name="text">What is in it, each byte as one character.</param>
    public static byte[] Write(string text)
    {
        var packet = new StringBuilder("$", text.Length + 4);
        foreach (var character in text)
        {
            // An asterisk would begin a repetition.
            if (character is '$' or '#' or '}' or '*')
                packet.Append('}').Append((char)(character ^ EscapeBit));
            else
                packet.Append(character);
        }

        var sum = 0;
        for (var i = 1; i < packet.Length; i++)
            sum += packet[i];
        packet.Append('#').Append(Digits[(sum >> 4) & 0xF]).Append(Digits[sum & 0xF]);
        return Encoding.Latin1.GetBytes(packet.ToString());
    }
}
