namespace Bridge.Doors.RetroArch.Memory;

/// <summary>A region of a console's bus, within which a command reads and writes.</summary>
/// <param name="First">Its first address.</param>
/// <param name="Last">Its last address.</param>
/// <param name="Span">After how many bytes it repeats; 0: it doesn't.</param>
internal readonly record struct BusRegion(uint First, uint Last, uint Span = 0)
{
    // GBATEK, "GBA Memory Map".
    private static readonly BusRegion[] Advance =
    [
        new(0x00000000, 0x00003FFF), new(0x02000000, 0x02FFFFFF, 0x40000), new(0x03000000, 0x03FFFFFF, 0x8000),
        new(0x04000000, 0x040003FF), new(0x05000000, 0x05FFFFFF, 0x400), new(0x06000000, 0x06FFFFFF, 0x20000),
        new(0x07000000, 0x07FFFFFF, 0x400), new(0x08000000, 0x09FFFFFF), new(0x0A000000, 0x0BFFFFFF), new(0x0C000000, 0x0DFFFFFF),
        new(0x0E000000, 0x0FFFFFFF, 0x10000),
    ];

    // Pan Docs, "Memory Map".
    private static readonly BusRegion[] GameBoy =
    [
        new(0x0000, 0x7FFF), new(0x8000, 0x9FFF), new(0xA000, 0xBFFF), new(0xC000, 0xDFFF), new(0xE000, 0xFDFF), new(0xFE00, 0xFE9F),
        new(0xFF00, 0xFF7F), new(0xFF80, 0xFFFE), new(0xFFFF, 0xFFFF),
    ];

    /// <summary>Returns how many bytes follow from an address on, up to the end of its region; 0: nothing is there.</summary>
    /// <param name="isAdvance">Whether the console is a GBA.</param>
    /// <param name="romBytes">The size of the GBA's ROM.</param>
    /// <param name="address">The address.</param>
    public static uint Left(bool isAdvance, long romBytes, uint address)
    {
        foreach (var region in isAdvance ? Advance : GameBoy)
        {
            if (address < region.First || address > region.Last)
                continue;
            var distance = address - region.First;
            if (region.Span > 0)
                return region.Span - (distance % region.Span);
            var left = region.Last - address + 1;
            return isAdvance && region.First is >= 0x08000000 and < 0x0E000000 ? (uint)Math.Clamp(romBytes - distance, 0, left) : left;
        }

        return 0;
    }
}
