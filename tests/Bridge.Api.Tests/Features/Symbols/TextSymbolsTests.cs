using System.Globalization;
using System.Text;
using Bridge.Api.Features.Symbols.Formats;

namespace Bridge.Api.Tests.Features.Symbols;

public sealed class TextSymbolsTests
{
    [Theory]
    // RGBDS: rgbds.gbdev.io/sym.
    [InlineData("00:0150 Start", "rgbds Start 150 bank 0")]
    [InlineData(" \t01:4abc\tMain.loop  ; a comment", "rgbds Main.loop 4ABC bank 1")]
    [InlineData("1ff:7FFF Last@1#$", "rgbds Last@1#$ 7FFF bank 511")]
    [InlineData("C000 wNoBank", "rgbds wNoBank C000")]
    [InlineData("00:ff80 hName 12 more", "rgbds hName FF80 bank 0")]
    // no$gba and ARMIPS.
    [InlineData("08000108 main", "sym main 8000108")]
    [InlineData("02000000 gArray,1C", "sym gArray 2000000 size 28")]
    [InlineData("02000000 gArray,x", "sym gArray 2000000")]
    // Symbol lists of decompilations.
    [InlineData("0203a000 g 00000258 gPlayerParty", "sym gPlayerParty 203A000 size 600")]
    [InlineData("0203a000 l 00000000 sLocal", "sym sLocal 203A000")]
    // Maps of GNU ld.
    [InlineData("                0x0000000008000000                _start", "map _start 8000000")]
    [InlineData("                0x02000000                gHeap = .", "map gHeap 2000000")]
    public void A_line_has_a_symbol(string line, string expected) => Assert.Equal([expected], Read($"{line}\r\n"));

    [Theory]
    [InlineData("")]
    [InlineData("; 00:0150 Comment")]
    [InlineData("00:0150")]
    [InlineData("BOOT:0000 Boot")]
    [InlineData("0g:0150 NoHex")]
    [InlineData("00:10150 TooLong")]
    [InlineData("08000108 .byt:0010")]
    [InlineData("08000108 .pool")]
    [InlineData("hello world")]
    [InlineData(" .text          0x08000000      0x1c4 build/main.o")]
    [InlineData("                0x08000000       0x10 build/main.o")]
    [InlineData("                0x08000000                . = ALIGN (0x4)")]
    [InlineData("                0x02000000                PROVIDE (x = .)")]
    [InlineData("                0x100000000                tooFar")]
    [InlineData(" *fill*         0x08000002        0x2 ")]
    [InlineData("ewram            0x02000000         0x00040000         xrw")]
    public void Another_line_is_ignored(string line)
    {
        var list = new ListedSymbols();
        TextSymbols.Read(Encoding.UTF8.GetBytes(line), list);
        Assert.Empty(list.Symbols);
        Assert.Equal(0, list.Skipped);
    }

    [Theory]
    [InlineData("00:0150 \\u6F22")]
    [InlineData("00:0150 漢字")]
    [InlineData("00:0150 1up")]
    [InlineData("00:0150 a-b")]
    [InlineData("08000000 operator+")]
    [InlineData("08000000 [x]")]
    [InlineData("08000000 a<|END|>")]
    public void A_name_that_no_address_can_have_is_counted(string line)
    {
        var list = SymbolFile.Read(Encoding.UTF8.GetBytes($"{line}\n00:0151 Next\n"));
        Assert.Equal(("Next", 1), (Assert.Single(list.Symbols).Name, list.Skipped));
    }

    [Fact]
    public void A_name_has_at_most_255_characters()
    {
        var longest = new string('n', 255);
        var list = SymbolFile.Read(Encoding.ASCII.GetBytes($"C000 {longest}\nC001 {longest}n\n"));
        Assert.Equal((longest, 1), (Assert.Single(list.Symbols).Name, list.Skipped));
    }

    [Fact]
    public void A_mark_of_the_byte_order_is_no_part_of_the_first_line() => Assert.Equal(["rgbds A C000"], Read("\uFEFFC000 A"));

    [Fact]
    public void A_file_has_at_most_200_000_symbols()
    {
        var lines = string.Concat(Enumerable.Range(0, SymbolFile.MaxSymbols)
            .Select(i => string.Create(CultureInfo.InvariantCulture, $"{0x08000000 + i:X8} s{i}\n")));
        Assert.Equal(SymbolFile.MaxSymbols, SymbolFile.Read(Encoding.ASCII.GetBytes(lines)).Symbols.Count);
        var refused = Assert.Throws<SymbolFormatException>(() => SymbolFile.Read(Encoding.ASCII.GetBytes($"{lines}0 more\n")));
        Assert.Equal("it may have at most 200,000", refused.Message);
    }

    [Theory]
    [InlineData("")]
    [InlineData("\0\0\0\0")]
    [InlineData("{\"symbols\": []}")]
    public void A_file_without_symbols_is_refused(string text) =>
        Assert.Contains("got a file without symbols",
            Assert.Throws<SymbolFormatException>(() => SymbolFile.Read(Encoding.UTF8.GetBytes(text))).Message, StringComparison.Ordinal);

    private static IEnumerable<string> Read(string text)
    {
        var list = SymbolFile.Read(Encoding.UTF8.GetBytes(text));
        return list.Symbols.Select(symbol => string.Create(CultureInfo.InvariantCulture,
            $"{list.Format} {symbol.Name} {symbol.Address:X}{(symbol.Bank is { } bank ? $" bank {bank}" : "")}")
            + (symbol.Size > 0 ? string.Create(CultureInfo.InvariantCulture, $" size {symbol.Size}") : ""));
    }
}
