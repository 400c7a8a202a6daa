namespace Bridge.Doors.BizHawk.Memory;

/// <summary>The domains of BizHawk's core mGBA for a GBA game.</summary>
internal static class AdvanceDomains
{
    // BizHawk keeps a copy of the save memory in a buffer of the largest size, filled with 0xFF.
    private const uint SaveBytes = 0x20000;
    private const uint WorkBytes = 0x40000, FastBytes = 0x8000, PaletteBytes = 0x400, VideoBytes = 0x18000, ObjectBytes = 0x400;
    private const byte Erased = 0xFF;

    /// <summary>Returns the domains for a game.</summary>
    /// <param name="sizes">The sizes of the emulator's domains by name.</param>
    public static IReadOnlyList<BizHawkDomain> For(IReadOnlyDictionary<string, uint> sizes)
    {
        var rom = sizes.GetValueOrDefault("cart0");
        var save = Math.Min(sizes.GetValueOrDefault("sram"), SaveBytes);
        return
        [
            BizHawkDomain.Of("IWRAM", "iwram", FastBytes),
            BizHawkDomain.Of("EWRAM", "wram", WorkBytes),
            BizHawkDomain.Of("BIOS", "bios", 0x4000, isReadOnly: true),
            BizHawkDomain.Of("PALRAM", "palette", PaletteBytes),
            BizHawkDomain.Of("VRAM", "vram", VideoBytes),
            BizHawkDomain.Of("OAM", "oam", ObjectBytes),
            BizHawkDomain.Of("ROM", "cart0", rom),
            new("SRAM", SaveBytes, save == 0 ? [] : [new BizHawkRegion(0, save, "sram")], Erased),
            new("Combined WRAM", WorkBytes + FastBytes,
                [new BizHawkRegion(0, WorkBytes, "wram"), new BizHawkRegion(WorkBytes, FastBytes, "iwram")]),
            new("System Bus", 0x10000000, [.. Bus(rom, Math.Min(save, 0x10000))]),
        ];
    }

    // GBATEK, "GBA Memory Map". The upper 32 KiB of video memory appear twice. A region: its first address and its length, the emulator's
    // domain (null: the bus), the offset in it, and after how many bytes it repeats.
    private static IEnumerable<BizHawkRegion> Bus(uint rom, uint save)
    {
        yield return new(0, 0x4000, "bios") { IsReadOnly = true };
        yield return new(0x02000000, 0x01000000, "wram", 0, WorkBytes);
        yield return new(0x03000000, 0x01000000, "iwram", 0, FastBytes);
        yield return new(0x04000000, 0x400, null, 0x04000000);
        yield return new(0x05000000, 0x01000000, "palette", 0, PaletteBytes);
        for (var mirror = 0x06000000u; mirror < 0x07000000; mirror += 0x20000)
        {
            yield return new(mirror, VideoBytes, "vram");
            yield return new(mirror + VideoBytes, 0x8000, "vram", 0x10000);
        }

        yield return new(0x07000000, 0x01000000, "oam", 0, ObjectBytes);
        foreach (var waitState in (uint[])[0x08000000, 0x0A000000, 0x0C000000])
        {
            if (rom > 0)
                yield return new(waitState, Math.Min(rom, 0x02000000), "cart0");
        }

        if (save > 0)
            yield return new(0x0E000000, 0x02000000, "sram", 0, save);
    }
}
