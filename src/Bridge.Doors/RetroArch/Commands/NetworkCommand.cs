using System.Globalization;
using System.Text;

namespace Bridge.Doors.RetroArch.Commands;

/// <summary>A command of RetroArch's network control interface: a word, and what follows after a blank.</summary>
/// <param name="Word">The command, in capitals.</param>
/// <param name="Rest">What follows; empty: nothing.</param>
internal readonly record struct NetworkCommand(string Word, string Rest)
{
    private const string HexPrefix = "0x";

    /// <summary>Reads the commands of a datagram: one on each line, at most <see cref="NetworkLimits.Lines"/>.</summary>
    public static IReadOnlyList<NetworkCommand> ReadAll(ReadOnlySpan<byte> datagram)
    {
        var commands = new List<NetworkCommand>();
        // A client in C may send the zero at the end of its text.
        var all = Encoding.UTF8.GetString(datagram.TrimEnd((byte)0));
        foreach (var line in all.Split('\n', NetworkLimits.Lines + 1).Take(NetworkLimits.Lines))
        {
            var text = line.TrimEnd('\r').TrimStart(' ');
            var blank = text.IndexOf(' ', StringComparison.Ordinal);
            if (text.Length > 0)
                commands.Add(blank < 0 ? new NetworkCommand(text, "") : new NetworkCommand(text[..blank], text[(blank + 1)..]));
        }

        return commands;
    }

    /// <summary>Reads an address and a decimal number; null: it is something else.</summary>
    public (uint Address, uint Count)? ReadRange() =>
        SplitRest() is [var first, var second] && ReadHex(first) is { } address
        && uint.TryParse(second, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && count > 0
            ? (address, count)
            : null;

    /// <summary>Reads an address and bytes; null: it is something else.</summary>
    public (uint Address, byte[] Bytes)? ReadWrite()
    {
        if (SplitRest() is not [var first, .. { Length: > 0 and <= NetworkLimits.Bytes } rest] || ReadHex(first) is not { } address)
            return null;
        var bytes = new byte[rest.Length];
        for (var i = 0; i < rest.Length; i++)
        {
            if (ReadHex(rest[i]) is not (<= byte.MaxValue and var value))
                return null;
            bytes[i] = (byte)value;
        }

        return (address, bytes);
    }

    /// <summary>Reads the number of a slot, 0 to 9; null: it is something else.</summary>
    public int? ReadSlot() =>
        int.TryParse(Rest.Trim(' '), NumberStyles.None, CultureInfo.InvariantCulture, out var slot) && slot <= NetworkLimits.LastSlot
            ? slot
            : null;

    private string[] SplitRest() => Rest.Split(' ', StringSplitOptions.RemoveEmptyEntries);

    private static uint? ReadHex(string text)
    {
        var digits = text.StartsWith(HexPrefix, StringComparison.OrdinalIgnoreCase) ? text.AsSpan(HexPrefix.Length) : text;
        return uint.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var value) ? value : null;
    }
}
