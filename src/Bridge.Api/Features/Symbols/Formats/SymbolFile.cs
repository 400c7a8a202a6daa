using System.Globalization;

namespace Bridge.Api.Features.Symbols.Formats;

/// <summary>Reads files of symbols.</summary>
internal static class SymbolFile
{
    /// <summary>Max bytes of a file. An ELF file without debugging information is smaller.</summary>
    public const int MaxBytes = 16 * 1024 * 1024;

    /// <summary>Max symbols of a file.</summary>
    public const int MaxSymbols = 200_000;

    /// <summary>Reads a file in the format that it has.</summary>
    /// <exception cref="SymbolFormatException">It has no symbols, too many, or is a damaged ELF file.</exception>
    public static ListedSymbols Read(ReadOnlySpan<byte> file)
    {
        var list = new ListedSymbols();
        if (file is [0x7F, (byte)'E', (byte)'L', (byte)'F', ..])
            ElfSymbols.Read(file, list);
        else
            TextSymbols.Read(file, list);
        return list.Symbols.Count > 0 ? list : throw new SymbolFormatException(
            "a .sym of RGBDS, no$gba or ARMIPS, a .map of GNU ld, or an ELF file with a symbol table; got a file without symbols");
    }

    /// <summary>Returns the exception for a file with too many symbols.</summary>
    public static SymbolFormatException TooMany() =>
        new(string.Create(CultureInfo.InvariantCulture, $"it may have at most {MaxSymbols:N0}"));
}
