using System.Globalization;
using Bridge.Doors.RetroArch.Memory;

namespace Bridge.Api.Tests.Doors.RetroArch;

/// <summary>Where addresses of RetroArch's clients lie.</summary>
public sealed class MemoryTests
{
    [Theory]
    [InlineData(true, 0x02000000u, 0x40000u)]
    [InlineData(true, 0x0203FFFFu, 1u)]
    [InlineData(true, 0x02040000u, 0x40000u)]
    [InlineData(true, 0x03007F00u, 0x100u)]
    [InlineData(true, 0x04000100u, 0x300u)]
    [InlineData(true, 0x08000000u, 0x1000u)]
    [InlineData(true, 0x0A000FFFu, 1u)]
    [InlineData(true, 0x08001000u, 0u)]
    [InlineData(true, 0x0E00FFFFu, 1u)]
    [InlineData(true, 0x01000000u, 0u)]
    [InlineData(true, 0xFFFFFFFFu, 0u)]
    [InlineData(false, 0x0000u, 0x8000u)]
    [InlineData(false, 0xDFFFu, 1u)]
    [InlineData(false, 0xFE9Fu, 1u)]
    [InlineData(false, 0xFEA0u, 0u)]
    [InlineData(false, 0xFF80u, 0x7Fu)]
    [InlineData(false, 0xFFFFu, 1u)]
    [InlineData(false, 0x10000u, 0u)]
    public void A_range_of_the_bus_ends_with_its_region(bool isAdvance, uint address, uint left) =>
        Assert.Equal(left, BusRegion.Left(isAdvance, romBytes: 0x1000, address));

    [Theory]
    [InlineData(true, 0u, 4u, "iwram 0 4")]
    [InlineData(true, 0x7FFEu, 4u, "iwram 7ffe 2, wram 0 2")]
    [InlineData(true, 0x48000u, 1u, "sram 0 1")]
    [InlineData(true, 0x57FFFu, 9u, "sram ffff 1")]
    [InlineData(true, 0x58000u, 1u, "")]
    [InlineData(false, 0x9FFFu, 2u, "bus 9fff 1, sram 0 1")]
    [InlineData(false, 0xC000u, 0x2001u, "wram 0 2000, wram 0 1")]
    [InlineData(false, 0xFF80u, 1u, "bus ff80 1")]
    [InlineData(false, 0x10000u, 1u, "wram 2000 1")]
    [InlineData(false, 0x16000u, 1u, "sram 2000 1")]
    [InlineData(false, 0x34000u, 1u, "")]
    [InlineData(false, 0xFFFFFFFFu, 0xFFFFFFFFu, "")]
    public void A_range_of_achievements_is_in_pieces_of_domains(bool isAdvance, uint address, uint count, string pieces) =>
        Assert.Equal(pieces, string.Join(", ", AchievementLine.Split(isAdvance, address, count).Select(piece =>
            string.Create(CultureInfo.InvariantCulture, $"{piece.Domain ?? "bus"} {piece.Offset:x} {piece.Length:x}"))));
}
