using System.Text;
using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Symbols.Formats;

/// <summary>The symbols of a file.</summary>
internal sealed class ListedSymbols
{
    private readonly List<ListedSymbol> _symbols = [];

    /// <summary>Gets the symbols, in the order of the file.</summary>
    public IReadOnlyList<ListedSymbol> Symbols => _symbols;

    /// <summary>Gets the number of symbols that are left out, because an address can't have their name.</summary>
    public int Skipped { get; private set; }

    /// <summary>Gets the format of the first symbol: <c>rgbds</c>, <c>sym</c>, <c>map</c> or <c>elf</c>.</summary>
    public string? Format { get; private set; }

    /// <summary>Adds a symbol.</summary>
    /// <exception cref="SymbolFormatException">There are too many.</exception>
    public void Add(string format, ReadOnlySpan<byte> name, uint address, int? bank = null, uint size = 0)
    {
        if (!SymbolName.Fits(name))
        {
            Skipped++;
            return;
        }

        if (_symbols.Count == SymbolFile.MaxSymbols)
            throw SymbolFile.TooMany();
        Format ??= format;
        _symbols.Add(new ListedSymbol(Encoding.ASCII.GetString(name), address, bank, size));
    }
}
