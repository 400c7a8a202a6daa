using System.Text;
using Bridge.Api.Features.Events;

namespace Bridge.Api.Tests.Features.Events;

public sealed class WatchFileTests
{
    [Theory]
    [InlineData("10\tb\tu\t0\tEWRAM\tlives", "16 u8 wram lives")]
    [InlineData("10\tb\ts\t1\tWRAM\t", "16 i8 wram -")]
    [InlineData("7fff\tb\th\t0\tIWRAM\tx", "32767 u8 iwram x")]
    [InlineData("10\tw\tb\t0\tVRAM\tx", "16 u16 vram x")]
    [InlineData("10\tw\ts\t0\tOAM\tx", "16 i16 oam x")]
    [InlineData("10\td\tu\t0\tPALRAM\tx", "16 u32 palette x")]
    [InlineData("10\td\ts\t0\tHRAM\tx", "16 i32 hram x")]
    [InlineData("10\tb\tu\t0\tCartRAM\tx", "16 u8 sram x")]
    [InlineData("10\tb\tu\t0\tSRAM\tx", "16 u8 sram x")]
    [InlineData("10\tb\tu\t0\tROM\tx", "16 u8 cart0 x")]
    [InlineData("0200000A\tb\tu\t0\tSystem Bus\tx", "33554442 u8 bus x")]
    [InlineData("FFFFFFFF\tb\tu\t0\t\tx", "4294967295 u8 bus x")]
    [InlineData("3FFFE\tw\tu\t0\tCombined WRAM\tx", "33816574 u16 bus x")]
    [InlineData("40000\td\tu\t0\tCombined WRAM\tx", "50331648 u32 bus x")]
    [InlineData("47FFF\tb\tu\t0\tCombined WRAM\tx", "50364415 u8 bus x")]
    [InlineData("0\tb\tu\t0\twram\t  Mario's HP: 5/9 \u00e9\U0001F600 ", "0 u8 wram Mario_s HP_ 5_9 \u00e9_")]
    public void A_line_becomes_a_watch(string line, string expected)
    {
        var (watches, skipped) = Parse($"SystemID GBA\n{line}\r\n");
        Assert.Empty(skipped);
        Assert.Equal([$"2: {expected}"], watches);
    }

    [Theory]
    [InlineData("10\tb\tu\t0\tEWRAM", "A line must have 6 columns, separated by tabs; got 5.")]
    [InlineData("10\tb\tu\t0\tEWRAM\ta\tb", "A line must have 6 columns, separated by tabs; got 7.")]
    [InlineData("hello", "A line must have 6 columns, separated by tabs; got 1.")]
    [InlineData("\tb\tu\t0\tEWRAM\tx", "The address must be 1 to 8 hexadecimal digits; got \"\".")]
    [InlineData("0x10\tb\tu\t0\tEWRAM\tx", "The address must be 1 to 8 hexadecimal digits; got \"0x10\".")]
    [InlineData("100000000\tb\tu\t0\tEWRAM\tx", "The address must be 1 to 8 hexadecimal digits; got \"100000000\".")]
    [InlineData("10\tq\tu\t0\tEWRAM\tx", "The size must be b, w or d; got \"q\".")]
    [InlineData("10\tb\tq\t0\tEWRAM\tx", "The type must be s, u, h or b; got \"q\".")]
    [InlineData("10\tw\t1\t0\tEWRAM\tx", "Fixed-point values can't be watched.")]
    [InlineData("10\td\t2\t0\tEWRAM\tx", "Fixed-point values can't be watched.")]
    [InlineData("10\td\t3\t0\tEWRAM\tx", "Fixed-point values can't be watched.")]
    [InlineData("10\td\tf\t0\tEWRAM\tx", "Floating-point values can't be watched.")]
    [InlineData("10\tw\tu\t1\tEWRAM\tx", "Big-endian values of more than one byte can't be watched.")]
    [InlineData("10\tw\tu\t2\tEWRAM\tx", "The byte order must be 0 or 1; got \"2\".")]
    [InlineData("3FFFF\tw\tu\t0\tCombined WRAM\tx", "A value in Combined WRAM must be inside EWRAM, 0 to 3FFFF, or IWRAM, 40000 to 47FFF.")]
    [InlineData("48000\tb\tu\t0\tCombined WRAM\tx", "A value in Combined WRAM must be inside EWRAM, 0 to 3FFFF, or IWRAM, 40000 to 47FFF.")]
    public void A_line_that_cannot_be_watched_is_skipped(string line, string reason)
    {
        var (watches, skipped) = Parse($"SystemID GBA\n\n{line}\n");
        Assert.Empty(watches);
        Assert.Equal([$"3: {reason}"], skipped);
    }

    [Fact]
    public void An_unknown_domain_is_skipped_with_the_known_ones()
    {
        var (watches, skipped) = Parse("10\tb\tu\t0\tBIOS\tx");
        Assert.Empty(watches);
        Assert.StartsWith("1: The domain must be one of System Bus, EWRAM,", Assert.Single(skipped), StringComparison.Ordinal);
        Assert.EndsWith("; got \"BIOS\".", skipped[0], StringComparison.Ordinal);
    }

    [Fact]
    public void Headers_separators_and_empty_lines_are_left_out()
    {
        var (watches, skipped) = Parse("\uFEFFSystemID GBA\r\n0\tS\t_\t1\t\tPlayer\r\n \t\r\n1\tb\tu\t0\t\ta\r\n\r\n");
        Assert.Equal(["4: 1 u8 bus a"], watches);
        Assert.Empty(skipped);
    }

    [Fact]
    public void A_list_with_a_count_has_numbered_lines_without_domains()
    {
        var (watches, skipped) = Parse(
            "\n3\n00000\t02000010\tw\ts\t0\tleft\n00001\t0\tS\t_\t0\t----\n00002\t02000012\tw\tu\t1\tright\n00003\t03000000\td\th\t0\t\n");
        Assert.Equal(["3: 33554448 i16 bus left", "6: 50331648 u32 bus -"], watches);
        Assert.Equal(["5: Big-endian values of more than one byte can't be watched."], skipped);
    }

    [Theory]
    [InlineData(64, 64)]
    [InlineData(65, 64)]
    public void A_long_note_is_cut(int length, int expected) =>
        Assert.Equal([$"1: 0 u8 bus {new string('a', expected)}"], Parse($"0\tb\tu\t0\t\t{new string('a', length)}").Watches);

    [Fact]
    public void Bytes_that_are_not_UTF8_become_underscores()
    {
        var bytes = Encoding.Latin1.GetBytes("0\tb\tu\t0\t\tcaf\u00e9");
        Assert.Equal("caf_", Assert.Single(WatchFile.Parse(bytes).Watches).Name);
    }

    private static (string[] Watches, string[] Skipped) Parse(string text)
    {
        var list = WatchFile.Parse(Encoding.UTF8.GetBytes(text));
        return ([.. list.Watches.Select(watch =>
            $"{watch.Line}: {watch.Place.Address} {watch.Place.Type} {watch.Place.Domain ?? "bus"} {watch.Name ?? "-"}")],
            [.. list.Skipped.Select(line => $"{line.Line}: {line.Reason}")]);
    }
}
