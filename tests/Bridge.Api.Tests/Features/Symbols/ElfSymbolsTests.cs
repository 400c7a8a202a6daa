using Bridge.Api.Features.Symbols.Formats;
using Bridge.Testing.Fuzzing;

namespace Bridge.Api.Tests.Features.Symbols;

public sealed class ElfSymbolsTests
{
    // Types of symbols. Others here: 0 none, 3 a section, 4 a file, 13 a Thumb function. Sections: 0 undefined, 0xFFF1 absolute.
    private const int Data = 1;
    private const int Function = 2;

    [Fact]
    public void Names_have_addresses_and_sizes()
    {
        var list = SymbolFile.Read(ElfFile.Make(
            ("gPlayer", 0x02000010, 24, Data, 1), ("main", 0x08000101, 60, Function, 1), ("odd", 0x02000001, 1, Data, 1),
            ("thumb", 0x08000203, 0, 13, 1), ("IO", 0x04000000, 0, 0, 0xFFF1), ("label", 0x08000300, 0, 0, 1)));
        Assert.Equal("elf", list.Format);
        Assert.Equal(
            [
                new("gPlayer", 0x02000010, Size: 24), new("main", 0x08000100, Size: 60), new("odd", 0x02000001, Size: 1),
                new("thumb", 0x08000202), new("IO", 0x04000000), new("label", 0x08000300),
            ],
            list.Symbols);
    }

    [Fact]
    public void Files_sections_marks_and_names_from_elsewhere_are_left_out()
    {
        var list = SymbolFile.Read(ElfFile.Make(
            ("main.c", 0, 0, 4, 0xFFF1), ("", 0x08000000, 0, 3, 1), ("$a", 0x08000000, 0, 0, 1), ("$d.12", 0x08000004, 0, 0, 1),
            ("printf", 0, 0, 0, 0), ("std::x", 0x08000000, 0, Function, 1), ("kept", 0x08000000, 0, Function, 1)));
        Assert.Equal(("kept", 1), (Assert.Single(list.Symbols).Name, list.Skipped));
    }

    [Fact]
    public void Only_the_first_table_is_read()
    {
        var file = Valid();
        // The table of names says that it is one of symbols as well.
        file[^36] = 2;
        Assert.Equal(["gPlayer", "main"], SymbolFile.Read(file).Symbols.Select(symbol => symbol.Name));
    }

    [Theory]
    [InlineData(255, 2, 0)]
    [InlineData(256, 1, 1)]
    [InlineData(100_000, 1, 1)]
    public void A_name_that_is_too_long_is_left_out(int length, int count, int skipped)
    {
        var list = SymbolFile.Read(ElfFile.Make(
            (new string('x', length), 0x02000000, 0, Data, 1), ("kept", 0x02000004, 0, Data, 1)));
        Assert.Equal((count, skipped), (list.Symbols.Count, list.Skipped));
    }

    // Offsets in Elf32_Ehdr: 4 class, 5 byte order, 32 where the table of sections is, 46 bytes of a section, 48 number of sections.
    [Theory]
    [InlineData(4, 2, "it is not 32-bit little-endian")]
    [InlineData(5, 2, "it is not 32-bit little-endian")]
    [InlineData(46, 64, "it has no table of sections")]
    [InlineData(48, 0, "it has no table of sections")]
    [InlineData(35, 0x7F, "its table of sections lies outside the file")]
    [InlineData(48, 0xFF, "its table of sections lies outside the file")]
    public void A_damaged_header_is_refused(int at, byte value, string reason)
    {
        var file = Valid();
        file[at] = value;
        Assert.Equal($"the ELF file is damaged, because {reason}", RefusalOf(file));
    }

    // Offsets in the last two sections, each an Elf32_Shdr of 40 bytes: 16 where it is, 20 size, 24 the section of its names.
    [Theory]
    [InlineData(16 + 3, 0x7F, "its symbol table lies outside the file")]
    [InlineData(20, 33, "its symbol table ends within a symbol")]
    [InlineData(24, 9, "its symbol table names no table of names")]
    [InlineData(24, 0, "a name lies outside its table of names")]
    [InlineData(40 + 20, 1, "a name lies outside its table of names")]
    [InlineData(40 + 20 + 3, 0x10, "its table of names lies outside the file")]
    public void A_damaged_section_is_refused(int at, byte value, string reason)
    {
        var file = Valid();
        file[file.Length - (2 * 40) + at] = value;
        Assert.Equal($"the ELF file is damaged, because {reason}", RefusalOf(file));
    }

    [Fact]
    public void A_file_that_ends_early_is_refused()
    {
        var file = Valid();
        for (var length = 4; length < file.Length; length++)
            Assert.NotEmpty(RefusalOf(file[..length]));
    }

    [Fact]
    public void A_mutated_file_is_read_or_refused() => Fuzz.Run("file of symbols", 20_000, random =>
    {
        var file = random.Next(2) == 0 ? Valid() : "00:0150 Start\n01:4000 Main\n08000000 main,4\n  0x02000000  heap = .\n"u8.ToArray();
        for (var changes = random.Next(4); changes >= 0; changes--)
            file = Mutations.Mutate(random, file);
        try
        {
            Assert.All(SymbolFile.Read(file).Symbols, symbol => Assert.Matches("^[A-Za-z_][A-Za-z0-9_.@#$]{0,254}$", symbol.Name));
        }
        catch (SymbolFormatException refused)
        {
            Assert.NotEmpty(refused.Message);
        }
    });

    private static byte[] Valid() => ElfFile.Make(("gPlayer", 0x02000010, 24, Data, 1), ("main", 0x08000101, 60, Function, 1));

    private static string RefusalOf(byte[] file) => Assert.Throws<SymbolFormatException>(() => SymbolFile.Read(file)).Message;
}
