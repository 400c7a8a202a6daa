using System.Text;
using Bridge.Testing.Zoo;
using Bridge.Testing.Zoo.Headers;

namespace Bridge.EndToEnd.Tests.Zoo.Making;

public sealed class HeaderTests
{
    [Fact]
    public void The_checksums_of_the_two_ROMs_are_those_that_their_assemblers_wrote()
    {
        Assert.Equal(ButtonTest.Gba[0xBD], GbaHeader.Checksum(ButtonTest.Gba));
        Assert.Equal(ButtonTest.GameBoy[0x14D], GameBoyHeader.Checksum(ButtonTest.GameBoy));
    }

    [Theory]
    [InlineData("BUTTONTEST", "ABTE")]
    [InlineData("TWELVE BYTES", "WXYZ")]
    [InlineData("", "")]
    public void A_GBA_label_changes_title_code_and_checksum_and_nothing_else(string title, string code)
    {
        var rom = GbaHeader.Label(ButtonTest.Gba, Encoding.ASCII.GetBytes(title), Encoding.ASCII.GetBytes(code));
        Assert.Equal(title, Encoding.ASCII.GetString(rom, 0xA0, 12).TrimEnd('\0'));
        Assert.Equal(code, Encoding.ASCII.GetString(rom, 0xAC, 4).TrimEnd('\0'));
        // The checksum makes this sum 0 (GBATEK).
        Assert.Equal(0, (rom[0xA0..0xBE].Sum(value => value) + 0x19) & 0xFF);
        Assert.Equal(ButtonTest.Gba[..0xA0], rom[..0xA0]);
        Assert.Equal(ButtonTest.Gba[0xB0..0xBD], rom[0xB0..0xBD]);
        Assert.Equal(ButtonTest.Gba[0xBE..], rom[0xBE..]);
    }

    [Theory]
    [InlineData(GameBoyHeader.Color, 0x80)]
    [InlineData(GameBoyHeader.Color, 0xC0)]
    [InlineData(GameBoyHeader.Super, 3)]
    [InlineData(GameBoyHeader.Cartridge, 0x1B)]
    [InlineData(GameBoyHeader.RamSize, 4)]
    [InlineData(GameBoyHeader.Licensee, 0x33)]
    public void A_Game_Boy_header_changes_in_one_byte_and_its_checksum(int at, byte value)
    {
        var rom = GameBoyHeader.Change(ButtonTest.GameBoy, (at, value));
        var differences = Enumerable.Range(0, rom.Length).Where(offset => rom[offset] != ButtonTest.GameBoy[offset]);
        Assert.Equal([at, 0x14D], differences);
        Assert.Equal(value, rom[at]);
        // Each byte adds its value plus one (Pan Docs).
        Assert.Equal(0, (rom[0x134..0x14E].Sum(part => part) + 25) & 0xFF);
    }

    [Fact]
    public void A_broken_checksum_is_the_only_thing_that_is_wrong()
    {
        var (gba, gameBoy) = (GbaHeader.BreakChecksum(ButtonTest.Gba), GameBoyHeader.BreakChecksum(ButtonTest.GameBoy));
        Assert.NotEqual(GbaHeader.Checksum(gba), gba[0xBD]);
        Assert.NotEqual(GameBoyHeader.Checksum(gameBoy), gameBoy[0x14D]);
        Assert.Equal([0xBD], Enumerable.Range(0, gba.Length).Where(offset => gba[offset] != ButtonTest.Gba[offset]));
        Assert.Equal([0x14D], Enumerable.Range(0, gameBoy.Length).Where(offset => gameBoy[offset] != ButtonTest.GameBoy[offset]));
    }
}
