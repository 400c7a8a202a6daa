namespace Bridge.Testing.Zoo.Headers;

/// <summary>Changes the header of a Game Boy Advance ROM (GBATEK, "GBA Cartridge Header"). Each method returns a changed copy.</summary>
public static class GbaHeader
{
    private const int TitleAt = 0xA0;
    private const int TitleLength = 12;
    private const int CodeAt = 0xAC;
    private const int CodeLength = 4;
    private const int ChecksumAt = 0xBD;

    /// <summary>
    /// Returns the ROM with this title of up to 12 bytes, this code of up to 4 bytes, and the matching checksum.
    /// </summary>
    public static byte[] Label(ReadOnlySpan<byte> rom, ReadOnlySpan<byte> title, ReadOnlySpan<byte> code)
    {
        var labeled = rom.ToArray();
        HeaderField.Write(labeled.AsSpan(TitleAt, TitleLength), title);
        HeaderField.Write(labeled.AsSpan(CodeAt, CodeLength), code);
        labeled[ChecksumAt] = Checksum(labeled);
        return labeled;
    }

    /// <summary>Returns the ROM with a wrong header checksum.</summary>
    public static byte[] BreakChecksum(ReadOnlySpan<byte> rom)
    {
        var broken = rom.ToArray();
        broken[ChecksumAt] = (byte)~Checksum(broken);
        return broken;
    }

    /// <summary>Returns the correct checksum for 0xBD.</summary>
    public static byte Checksum(ReadOnlySpan<byte> rom)
    {
        byte sum = 0;
        foreach (var value in rom[TitleAt..ChecksumAt])
            sum -= value;
        return (byte)(sum - 0x19);
    }
}
