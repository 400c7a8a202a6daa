using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Symbols;

namespace Bridge.Api.Tests.Features.Symbols;

public sealed class GameBoyBanksTests
{
    [Theory]
    [InlineData(0, 0x0150, null, 0x0150)]
    [InlineData(0, 0x7FFF, null, 0x7FFF)]
    [InlineData(1, 0x4000, "cart0", 0x4000)]
    [InlineData(3, 0x5ABC, "cart0", 0xDABC)]
    [InlineData(511, 0x7FFF, "cart0", 0x7FFFFF)]
    [InlineData(0, 0x8000, "vram", 0)]
    [InlineData(1, 0x9FFF, "vram", 0x3FFF)]
    [InlineData(0, 0xA000, "sram", 0)]
    [InlineData(3, 0xA123, "sram", 0x6123)]
    [InlineData(0, 0xC123, null, 0xC123)]
    [InlineData(1, 0xD000, "wram", 0x1000)]
    [InlineData(0, 0xD123, "wram", 0x1123)]
    [InlineData(7, 0xDFFF, "wram", 0x7FFF)]
    [InlineData(0, 0xFF80, null, 0xFF80)]
    public void A_bank_of_a_Game_Boy_Color_lies_in_a_domain_or_on_the_bus(int bank, int address, string? domain, int offset) =>
        Assert.Equal(((uint)offset, domain), PlaceOf(bank, address, isColor: true) is { } place ? (place.Address, place.Domain) : default);

    [Theory]
    [InlineData(1, 0x4000, "cart0", 0x4000)]
    [InlineData(0, 0x8000, null, 0x8000)]
    [InlineData(2, 0xA000, "sram", 0x4000)]
    [InlineData(0, 0xC000, null, 0xC000)]
    [InlineData(1, 0xD000, null, 0xD000)]
    public void The_bus_of_a_Game_Boy_has_all_of_its_video_and_work_RAM(int bank, int address, string? domain, int offset) =>
        Assert.Equal(((uint)offset, domain), PlaceOf(bank, address, isColor: false) is { } place ? (place.Address, place.Domain) : default);

    [Theory]
    [InlineData(512, 0x4000, true)]
    [InlineData(int.MaxValue, 0x4000, true)]
    [InlineData(2, 0x8000, true)]
    [InlineData(1, 0x8000, false)]
    [InlineData(16, 0xA000, true)]
    [InlineData(8, 0xD000, true)]
    [InlineData(2, 0xD000, false)]
    [InlineData(0, 0x10000, true)]
    public void A_bank_that_the_console_does_not_have_has_no_place(int bank, int address, bool isColor) =>
        Assert.Null(PlaceOf(bank, address, isColor));

    [Fact]
    public void A_symbol_without_a_bank_is_on_the_bus()
    {
        Assert.Equal(new Symbol("x", 0xD123, Size: 4), GameBoyBanks.PlaceOf(new("x", 0xD123, Size: 4), isColor: true));
        Assert.Null(GameBoyBanks.PlaceOf(new("x", 0x10000), isColor: true));
    }

    [Theory]
    [InlineData(0, 0x3F00, 0x3FFF, true)]
    [InlineData(0, 0x3F00, 0x4000, false)]
    [InlineData(1, 0x7F00, 0x7FFF, true)]
    [InlineData(1, 0x7F00, 0x8000, false)]
    [InlineData(0, 0xCF00, 0xCFFF, true)]
    [InlineData(0, 0xCF00, 0xD000, false)]
    [InlineData(2, 0xDF00, 0x2FFF, true)]
    [InlineData(2, 0xDF00, 0x3000, false)]
    [InlineData(3, 0xBF00, 0x8000, false)]
    [InlineData(0, 0x9F00, 0x2000, false)]
    public void No_place_in_another_bank_is_called_after_a_symbol(int bank, int address, int other, bool isCalled)
    {
        var place = PlaceOf(bank, address, isColor: true)!.Value;
        Assert.Equal(isCalled, new SymbolTable([place]).Nearest((uint)other, place.Domain) is not null);
    }

    private static Symbol? PlaceOf(int bank, int address, bool isColor) =>
        GameBoyBanks.PlaceOf(new("x", (uint)address, bank), isColor);
}
