namespace Bridge.Api.Screen;

/// <summary>The CRC-32 of PNG's chunks (RFC 2083, "CRC algorithm"); .NET's own is in a package that does not restore everywhere.</summary>
internal static class Checksum
{
    private static readonly uint[] Table = [.. Enumerable.Range(0, 256).Select(Entry)];

    public static uint Of(ReadOnlySpan<byte> bytes)
    {
        var crc = uint.MaxValue;
        foreach (var value in bytes)
            crc = Table[(byte)(crc ^ value)] ^ (crc >> 8);
        return ~crc;
    }

    private static uint Entry(int value)
    {
        var entry = (uint)value;
        for (var bit = 0; bit < 8; bit++)
            entry = (entry & 1) == 0 ? entry >> 1 : 0xEDB8_8320 ^ (entry >> 1);
        return entry;
    }
}
