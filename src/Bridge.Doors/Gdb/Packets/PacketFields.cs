using System.Buffers;
using System.Buffers.Binary;
using System.Globalization;
using System.Text;

namespace Bridge.Doors.Gdb.Packets;

/// <summary>Reads and writes the fields of packets. Numbers are hexadecimal, and values of registers and memory are bytes of two digits.
/// </summary>
internal static class PacketFields
{
    /// <summary>Takes a number and the character behind it.</summary>
    /// <param name="text">The fields, which are shortened by it.</param>
    /// <param name="end">The character; <c>\0</c>: it is the last field.</param>
    /// <param name="number">The number.</param>
    /// <returns>False if there is no such number of 32 bits.</returns>
    public static bool TryTakeNumber(ref ReadOnlySpan<char> text, char end, out uint number)
    {
        var length = end == '\0' ? text.Length : text.IndexOf(end);
        if (length < 0)
        {
            number = 0;
            return false;
        }

        var isNumber = TryReadNumber(text[..length], out number);
        text = text[Math.Min(text.Length, length + 1)..];
        return isNumber;
    }

    /// <summary>Reads a number of 32 bits.</summary>
    public static bool TryReadNumber(ReadOnlySpan<char> text, out uint number) =>
        uint.TryParse(text, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out number);

    /// <summary>Reads a range of memory, <c>ADDRESS,LENGTH</c>.</summary>
    public static bool TryReadRange(ReadOnlySpan<char> text, out uint address, out uint length)
    {
        length = 0;
        return TryTakeNumber(ref text, ',', out address) && TryTakeNumber(ref text, '\0', out length);
    }

    /// <summary>Reads bytes of two digits each.</summary>
    /// <returns>Null if it isn't that.</returns>
    public static byte[]? ReadBytes(ReadOnlySpan<char> text)
    {
        var bytes = new byte[text.Length / 2];
        return Convert.FromHexString(text, bytes, out _, out var written) == OperationStatus.Done && written == bytes.Length
            ? bytes
            : null;
    }

    /// <summary>Reads bytes that a packet has as they are.</summary>
    public static byte[] ReadBinary(ReadOnlySpan<char> text)
    {
        var bytes = new byte[text.Length];
        Encoding.Latin1.GetBytes(text, bytes);
        return bytes;
    }

    /// <summary>Returns bytes as two digits each.</summary>
    public static string Write(ReadOnlySpan<byte> bytes) => Convert.ToHexStringLower(bytes);

    /// <summary>Returns a text as two digits for each byte.</summary>
    public static string Write(string text) => Write(Encoding.UTF8.GetBytes(text));

    /// <summary>Returns the value of a register: its bytes, the lowest first.</summary>
    public static string Write(uint value)
    {
        Span<byte> bytes = stackalloc byte[sizeof(uint)];
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, value);
        return Write(bytes);
    }

    /// <summary>Reads values of registers.</summary>
    /// <returns>Null if it isn't whole ones.</returns>
    public static uint[]? ReadValues(ReadOnlySpan<char> text)
    {
        if (ReadBytes(text) is not { } bytes || bytes.Length % sizeof(uint) != 0)
            return null;
        var values = new uint[bytes.Length / sizeof(uint)];
        for (var i = 0; i < values.Length; i++)
            values[i] = BinaryPrimitives.ReadUInt32LittleEndian(bytes.AsSpan(i * sizeof(uint)));
        return values;
    }
}
