using Bridge.Doors.BizHawk.Memory;

namespace Bridge.Api.Tests.Doors.BizHawk;

public sealed class DomainTests
{
    private static readonly Dictionary<string, uint> Sizes = new()
    {
        ["bios"] = 0x4000, ["wram"] = 0x40000, ["iwram"] = 0x8000, ["io"] = 0x400, ["palette"] = 0x400, ["vram"] = 0x18000, ["oam"] = 0x400,
        ["cart0"] = 0x1000000, ["sram"] = 0x8000, ["hram"] = 0x7F,
    };

    [Theory]
    [InlineData("Combined WRAM", 0x3FFFE, 4, "wram+3fffe:2 iwram+0:2")]
    [InlineData("SRAM", 0x7FFE, 4, "sram+7ffe:2 ff:2")]
    [InlineData("SRAM", 0x10000, 1, "ff:1")]
    [InlineData("ROM", 0x123456, 2, "cart0+123456:2")]
    [InlineData("System Bus", 0x3FFF, 2, "bios!+3fff:1 00:1")]
    [InlineData("System Bus", 0x0203FFFF, 2, "wram+3ffff:1 wram+0:1")]
    [InlineData("System Bus", 0x03FFFFFC, 8, "iwram+7ffc:4 bus+4000000:4")]
    [InlineData("System Bus", 0x040003FF, 2, "bus+40003ff:1 00:1")]
    [InlineData("System Bus", 0x06017FFF, 2, "vram+17fff:1 vram+10000:1")]
    [InlineData("System Bus", 0x0601FFFF, 2, "vram+17fff:1 vram+0:1")]
    [InlineData("System Bus", 0x08FFFFFF, 2, "cart0+ffffff:1 00:1")]
    [InlineData("System Bus", 0x0A000010, 1, "cart0+10:1")]
    [InlineData("System Bus", 0x0E007FFF, 2, "sram+7fff:1 sram+0:1")]
    [InlineData("System Bus", 0x01FFFFFF, 2, "00:1 wram+0:1")]
    public void A_range_of_the_GBA_is_split(string domain, uint address, int length, string pieces) =>
        Assert.Equal(pieces, Split(AdvanceDomains.For(Sizes), domain, address, length));

    [Theory]
    [InlineData("WRAM", 0x1A6E, 2, "wram+1a6e:2")]
    [InlineData("CartRAM", 0x1FFF, 1, "sram+1fff:1")]
    [InlineData("System Bus", 0x7FFF, 2, "bus!+7fff:1 bus+8000:1")]
    [InlineData("System Bus", 0xDFFE, 4, "bus+dffe:2 bus+e000:2")]
    [InlineData("System Bus", 0xFE9F, 98, "bus+fe9f:1 ff:96 bus+ff00:1")]
    [InlineData("System Bus", 0xFFFE, 2, "bus+fffe:1 bus+ffff:1")]
    public void A_range_of_the_Game_Boy_is_split(string domain, uint address, int length, string pieces) =>
        Assert.Equal(pieces, Split(GameBoyDomains.For(Sizes, isColor: false, save: 0x2000), domain, address, length));

    [Theory]
    [InlineData(0x03, 2, 0x2000)]
    [InlineData(0x06, 0, 512)]
    [InlineData(0x13, 3, 0x8000)]
    [InlineData(0x1B, 4, 0x20000)]
    [InlineData(0x00, 0, 0)]
    [InlineData(0x03, 99, 0)]
    public void A_cartridge_has_the_save_memory_of_its_header(byte type, byte size, uint bytes) =>
        Assert.Equal(bytes, GameBoyDomains.SaveBytesOf(type, size));

    // A piece is domain+offset:length, with ! if it is read-only, or filler:length. Offsets and fillers are hexadecimal.
    private static string Split(IReadOnlyList<BizHawkDomain> domains, string name, uint address, int length) => string.Join(' ',
        domains.Single(domain => domain.Name == name).Split(address, length).Select(piece => piece.Filler is { } filler
            ? $"{filler:x2}:{piece.Length}"
            : $"{piece.Domain ?? "bus"}{(piece.IsReadOnly ? "!" : "")}+{piece.Offset:x}:{piece.Length}"));
}
