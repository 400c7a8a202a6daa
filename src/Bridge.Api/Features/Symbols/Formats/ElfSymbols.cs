using System.Buffers.Binary;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Symbols.Formats;

/// <summary>
/// Reads the symbol table of a 32-bit little-endian ELF file, as compilers for the GBA write it. The layout is that of the specification
/// "Tool Interface Standard, Executable and Linking Format", version 1.2; Thumb addresses that of the "ELF for the Arm Architecture".
/// </summary>
internal static class ElfSymbols
{
    private const string Format = "elf";

    // The bytes of the file's header, and of an entry in the tables of sections and of symbols.
    private const int HeaderBytes = 52;
    private const int SectionBytes = 40;
    private const int SymbolBytes = 16;
    private const uint SymbolTableType = 2;

    // Types of symbols.
    private const int Function = 2;
    private const int Section = 3;
    private const int SourceFile = 4;
    private const int ThumbFunction = 13;

    /// <exception cref="SymbolFormatException">The file is damaged, of another machine, or has too many symbols.</exception>
    public static void Read(ReadOnlySpan<byte> file, ListedSymbols list)
    {
        // In the header: class at 4, byte order at 5, the offset of the table of sections at 32, the size of its entries at 46, and their
        // number at 48.
        if (file.Length < HeaderBytes || file[4] != 1 || file[5] != 1)
            throw Damaged("it is not 32-bit little-endian");
        var count = Half(file, 48);
        if (Half(file, 46) != SectionBytes || count == 0)
            throw Damaged("it has no table of sections");
        var sections = Slice(file, Word(file, 32), (ulong)count * SectionBytes, "its table of sections");
        for (var i = 0; i < count; i++)
        {
            var section = sections.Slice(i * SectionBytes, SectionBytes);
            // In a section: type at 4, offset at 16, size at 20, and the number of the section with its names at 24.
            if (Word(section, 4) != SymbolTableType)
                continue;
            // A file has one such table. More would let a small file take the time of many large ones.
            ReadTable(file, sections, section, list);
            return;
        }
    }

    private static void ReadTable(ReadOnlySpan<byte> file, ReadOnlySpan<byte> sections, ReadOnlySpan<byte> section, ListedSymbols list)
    {
        var symbols = Contents(file, section, "its symbol table");
        var link = Word(section, 24);
        if (link >= sections.Length / SectionBytes)
            throw Damaged("its symbol table names no table of names");
        var names = Contents(file, sections.Slice((int)link * SectionBytes, SectionBytes), "its table of names");
        if (symbols.Length % SymbolBytes != 0)
            throw Damaged("its symbol table ends within a symbol");
        for (; !symbols.IsEmpty; symbols = symbols[SymbolBytes..])
            Add(symbols[..SymbolBytes], names, list);
    }

    private static void Add(ReadOnlySpan<byte> symbol, ReadOnlySpan<byte> names, ListedSymbols list)
    {
        // In a symbol: the place of its name at 0, value at 4, size at 8, type at 12, and its section at 14 (0: undefined).
        var (type, isDefined) = (symbol[12] & 15, Half(symbol, 14) != 0);
        if (!isDefined || type is Section or SourceFile)
            return;
        var at = Word(symbol, 0);
        if (at >= names.Length)
            throw Damaged("a name lies outside its table of names");
        // Looks at no more of a name than shows that it is too long.
        var rest = names[(int)at..];
        var most = rest[..Math.Min(rest.Length, SymbolName.Max + 1)];
        var length = most.IndexOf((byte)0);
        if (length < 0 && most.Length == rest.Length)
            throw Damaged("a name lies outside its table of names");
        var name = length < 0 ? most : most[..length];
        // $a, $t and $d say what a place has: Arm code, Thumb code or data.
        if (name is [] or [(byte)'$', ..])
            return;
        // The lowest bit of the address of Thumb code is set.
        var address = Word(symbol, 4);
        list.Add(Format, name, type is Function or ThumbFunction ? address & ~1u : address, size: Word(symbol, 8));
    }

    private static ReadOnlySpan<byte> Contents(ReadOnlySpan<byte> file, ReadOnlySpan<byte> section, string what) =>
        Slice(file, Word(section, 16), Word(section, 20), what);

    private static ReadOnlySpan<byte> Slice(ReadOnlySpan<byte> file, uint start, ulong length, string what) =>
        start + length <= (ulong)file.Length ? file.Slice((int)start, (int)length) : throw Damaged($"{what} lies outside the file");

    private static uint Word(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadUInt32LittleEndian(bytes[at..]);

    private static ushort Half(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadUInt16LittleEndian(bytes[at..]);

    private static SymbolFormatException Damaged(string why) => new($"the ELF file is damaged, because {why}");
}
