namespace Bridge.Testing.Zoo.Headers;

/// <summary>Changes the header of a Game Boy ROM (Pan Docs, "The Cartridge Header"). Each method returns a changed copy.</summary>
public static class GameBoyHeader
{
    /// <summary>0x80: supports the Color; 0xC0: for the Color only. It is the title's last byte.</summary>
    public const int Color = 0x143;

    /// <summary>3: supports the Super Game Boy, if <see cref="Licensee"/> is 0x33.</summary>
    public const int Super = 0x146;

    /// <summary>The cartridge's memory controller, with or without RAM, battery and clock.</summary>
    public const int Cartridge = 0x147;

    /// <summary>32 KiB shifted left by this.</summary>
    public const int RomSize = 0x148;

    /// <summary>0: no RAM, 2: 8 KiB, 3: 32 KiB, 4: 128 KiB, 5: 64 KiB.</summary>
    public const int RamSize = 0x149;

    /// <summary>0x33: the licensee is in another field, the title has 11 bytes, and a code of 4 bytes follows it.</summary>
    public const int Licensee = 0x14B;

    private const int TitleAt = 0x134;
    private const int TitleLength = 16;
    private const int ChecksumAt = 0x14D;

    /// <summary>Returns the ROM with these bytes in its header, and the matching checksum.</summary>
    public static byte[] Change(ReadOnlySpan<byte> rom, params ReadOnlySpan<(int At, int Value)> fields)
    {
        var changed = rom.ToArray();
        foreach (var (at, value) in fields)
            changed[at] = (byte)value;
        changed[ChecksumAt] = Checksum(changed);
        return changed;
    }

    /// <summary>Returns the ROM with this title of up to 16 bytes, and the matching checksum.</summary>
    public static byte[] Label(ReadOnlySpan<byte> rom, ReadOnlySpan<byte> title)
    {
        var labeled = rom.ToArray();
        HeaderField.Write(labeled.AsSpan(TitleAt, TitleLength), title);
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

    /// <summary>Returns the correct checksum for 0x14D.</summary>
    public static byte Checksum(ReadOnlySpan<byte> rom)
    {
        byte sum = 0;
        foreach (var value in rom[TitleAt..ChecksumAt])
            sum -= (byte)(value + 1);
        return sum;
    }
}
