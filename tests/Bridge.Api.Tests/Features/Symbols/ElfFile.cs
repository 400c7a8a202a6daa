using System.Buffers.Binary;
using System.Text;

namespace Bridge.Api.Tests.Features.Symbols;

/// <summary>Makes ELF files: a header, a symbol table, its names, and the table of sections.</summary>
internal static class ElfFile
{
    public const int NameTableEntry = 2;

    private const int HeaderBytes = 52;
    private const int SectionBytes = 40;

    public static byte[] Make(params (string Name, uint Address, uint Size, int Type, int Section)[] symbols)
    {
        var names = new List<byte> { 0 };
        var table = new List<byte>(new byte[16]);
        foreach (var (name, address, size, type, section) in symbols)
        {
            table.AddRange([.. Word((uint)names.Count), .. Word(address), .. Word(size), (byte)(0x10 | type), 0, .. Half(section)]);
            names.AddRange([.. Encoding.UTF8.GetBytes(name), 0]);
        }

        var (tableAt, namesAt) = (HeaderBytes, HeaderBytes + table.Count);
        var sectionsAt = namesAt + names.Count;
        // Elf32_Ehdr, field by field: an executable (2) for ARM (40) with three sections.
        byte[] header =
        [
            0x7F, (byte)'E', (byte)'L', (byte)'F', 1, 1, 1, .. new byte[9],
            .. Half(2), .. Half(40), .. Word(1), .. Word(0x08000000), .. Word(0), .. Word((uint)sectionsAt), .. Word(0x05000000),
            .. Half(HeaderBytes), .. Half(0), .. Half(0), .. Half(SectionBytes), .. Half(3), .. Half(0),
        ];
        return
        [
            .. header, .. table, .. names, .. new byte[SectionBytes],
            .. Section(2, tableAt, table.Count, NameTableEntry), .. Section(3, namesAt, names.Count, 0),
        ];
    }

    // Elf32_Shdr.
    private static byte[] Section(uint type, int at, int size, int link) =>
    [
        .. Word(0), .. Word(type), .. Word(0), .. Word(0), .. Word((uint)at), .. Word((uint)size), .. Word((uint)link), .. Word(0),
        .. Word(4), .. Word(16),
    ];

    private static byte[] Word(uint number)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteUInt32LittleEndian(bytes, number);
        return bytes;
    }

    private static byte[] Half(int number) => Word((uint)number)[..2];
}
