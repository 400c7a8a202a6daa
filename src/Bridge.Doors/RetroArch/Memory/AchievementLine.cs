namespace Bridge.Doors.RetroArch.Memory;

/// <summary>
/// The line of addresses on which RetroAchievements puts a console's memory
/// (github.com/RetroAchievements/rcheevos, src/rcheevos/consoleinfo.c). Banks are fixed on it.
/// </summary>
internal static class AchievementLine
{
    private static readonly Region[] Advance =
        [new(0, 0x8000, "iwram", 0), new(0x8000, 0x48000, "wram", 0), new(0x48000, 0x58000, "sram", 0)];

    private static readonly Region[] GameBoy =
    [
        new(0, 0xA000, null, 0), new(0xA000, 0xC000, "sram", 0), new(0xC000, 0xE000, "wram", 0), new(0xE000, 0xFE00, "wram", 0),
        new(0xFE00, 0x10000, null, 0xFE00), new(0x10000, 0x16000, "wram", 0x2000), new(0x16000, 0x34000, "sram", 0x2000),
    ];

    /// <summary>Returns the pieces of memory of a range, without what is past the line's end.</summary>
    /// <param name="isAdvance">Whether the console is a GBA.</param>
    /// <param name="address">The first address.</param>
    /// <param name="count">The number of bytes.</param>
    public static IReadOnlyList<MemoryPiece> Split(bool isAdvance, uint address, uint count)
    {
        var pieces = new List<MemoryPiece>();
        foreach (var region in isAdvance ? Advance : GameBoy)
        {
            if (count == 0 || address >= region.Past)
                continue;
            var length = Math.Min(count, region.Past - address);
            pieces.Add(new MemoryPiece(region.Domain, address - region.First + region.Offset, (int)length));
            (address, count) = (address + length, count - length);
        }

        return pieces;
    }

    private readonly record struct Region(uint First, uint Past, string? Domain, uint Offset);
}

/// <summary>A range in one of the emulator's domains.</summary>
/// <param name="Domain">The domain; null: the bus.</param>
/// <param name="Offset">Where in it.</param>
/// <param name="Length">How many bytes.</param>
internal readonly record struct MemoryPiece(string? Domain, uint Offset, int Length);
