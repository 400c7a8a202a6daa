namespace Bridge.Doors.BizHawk.Memory;

/// <summary>The domains of BizHawk's core Gambatte for a Game Boy game.</summary>
internal static class GameBoyDomains
{
    private const byte Erased = 0xFF;

    /// <summary>Returns the domains for a game.</summary>
    /// <param name="sizes">The sizes of the emulator's domains by name.</param>
    /// <param name="isColor">Whether the console is a Game Boy Color, whose memory has more banks.</param>
    /// <param name="save">The bytes of the cartridge's save memory; 0: it has none.</param>
    public static IReadOnlyList<BizHawkDomain> For(IReadOnlyDictionary<string, uint> sizes, bool isColor, uint save)
    {
        var readable = Math.Min(save, sizes.GetValueOrDefault("sram"));
        return
        [
            BizHawkDomain.Of("WRAM", "wram", Math.Min(isColor ? 0x8000u : 0x2000, sizes.GetValueOrDefault("wram"))),
            BizHawkDomain.Of("ROM", "cart0", sizes.GetValueOrDefault("cart0")),
            BizHawkDomain.Of("VRAM", "vram", Math.Min(isColor ? 0x4000u : 0x2000, sizes.GetValueOrDefault("vram"))),
            BizHawkDomain.Of("OAM", "oam", sizes.GetValueOrDefault("oam")),
            BizHawkDomain.Of("HRAM", "hram", sizes.GetValueOrDefault("hram")),
            new("System Bus", 0x10000, Bus, Erased),
            .. save == 0 ? (BizHawkDomain[])[] : [new("CartRAM", save, [new BizHawkRegion(0, readable, "sram")], Erased)],
        ];
    }

    /// <summary>Returns the bytes of save memory that a cartridge has.</summary>
    /// <param name="type">The byte 0x147 of the ROM: what is in the cartridge.</param>
    /// <param name="size">The byte 0x149 of the ROM: how much memory it has.</param>
    public static uint SaveBytesOf(byte type, byte size) => (type, size) switch
    {
        // Pan Docs, "The Cartridge Header": MBC2 has its memory in the chip.
        (0x05 or 0x06, _) => 512,
        (_, 1) => 0x800,
        (_, 2) => 0x2000,
        (_, 3) => 0x8000,
        (_, 4) => 0x20000,
        (_, 5) => 0x10000,
        _ => 0,
    };

    // Pan Docs, "Memory Map". The bus shows the banks that are switched in. A region: its first address and its length, no domain (the
    // bus), and the address there.
    private static IReadOnlyList<BizHawkRegion> Bus { get; } =
    [
        new(0, 0x8000, null) { IsReadOnly = true },
        new(0x8000, 0x2000, null, 0x8000),
        new(0xA000, 0x2000, null, 0xA000),
        new(0xC000, 0x2000, null, 0xC000),
        new(0xE000, 0x1E00, null, 0xE000),
        new(0xFE00, 0xA0, null, 0xFE00),
        new(0xFF00, 0x80, null, 0xFF00),
        new(0xFF80, 0x7F, null, 0xFF80),
        new(0xFFFF, 1, null, 0xFFFF),
    ];
}
