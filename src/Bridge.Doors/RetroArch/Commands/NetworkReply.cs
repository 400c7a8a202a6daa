using System.Globalization;
using System.Text;

namespace Bridge.Doors.RetroArch.Commands;

/// <summary>
/// Writes replies as RetroArch does (docs.libretro.com, "Network Control Interface"): clients parse addresses as %x, bytes as %02X, and
/// expect the line feed at the end.
/// </summary>
internal static class NetworkReply
{
    /// <summary>Returns the reply with bytes of memory.</summary>
    public static string Bytes(string word, uint address, ReadOnlySpan<byte> bytes)
    {
        var head = Head(word, address);
        var reply = new StringBuilder(head, head.Length + (3 * bytes.Length) + 1);
        foreach (var value in bytes)
            reply.Append(CultureInfo.InvariantCulture, $" {value:X2}");
        return reply.Append('\n').ToString();
    }

    /// <summary>Returns the reply with the number of bytes that were written.</summary>
    public static string Written(string word, uint address, int count) =>
        string.Create(CultureInfo.InvariantCulture, $"{Head(word, address)} {count}\n");

    /// <summary>Returns the reply of a command that failed.</summary>
    /// <param name="word">The command.</param>
    /// <param name="address">The address.</param>
    /// <param name="reason">Why it failed; empty for a command that gives no reason.</param>
    public static string Failed(string word, uint address, string reason) =>
        $"{Head(word, address)} -1{(reason.Length == 0 ? "" : " ")}{reason}\n";

    private static string Head(string word, uint address) => string.Create(CultureInfo.InvariantCulture, $"{word} {address:x}");
}
