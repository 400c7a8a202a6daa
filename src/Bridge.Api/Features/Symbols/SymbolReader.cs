using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Symbols.Formats;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Symbols;

/// <summary>Reads files of symbols. Emulators with the same file share its symbols.</summary>
internal sealed class SymbolReader
{
    // Consoles with a single bank of video and work RAM.
    private static readonly string[] OneBank = ["DMG", "MGB", "SGB", "SGB2"];

    private readonly SharedFiles<LoadedSymbols> _shared = new();

    /// <summary>Reads a file for a game.</summary>
    /// <exception cref="SymbolFormatException">The file is no file of symbols, or a damaged one.</exception>
    /// <exception cref="RequestException">It is of another console: 409.</exception>
    public LoadedSymbols Read(ReadOnlyMemory<byte> file, EmulatorFacts game)
    {
        var isGba = game.Platform == "GBA";
        var isColor = !OneBank.Contains(game.Model);
        return _shared.Read(file.Span, $"{isGba} {isColor}", () => Read(file.Span, isGba, isColor));
    }

    private static LoadedSymbols Read(ReadOnlySpan<byte> file, bool isGba, bool isColor)
    {
        var list = SymbolFile.Read(file);
        return isGba && list.Symbols.Any(symbol => symbol.Bank is not null)
            ? throw new RequestException(
                ProblemTypes.Conflict, "The symbols are in banks of a Game Boy; the running game is for the GBA.")
            : Place(list, isGba, isColor);
    }

    private static LoadedSymbols Place(ListedSymbols list, bool isGba, bool isColor)
    {
        var symbols = new List<Symbol>(list.Symbols.Count);
        foreach (var symbol in list.Symbols)
        {
            if (isGba)
                symbols.Add(new Symbol(symbol.Name, symbol.Address, Size: symbol.Size));
            else if (GameBoyBanks.PlaceOf(symbol, isColor) is { } place)
                symbols.Add(place);
        }

        return new LoadedSymbols(new SymbolTable(symbols), list.Format!, list.Skipped + list.Symbols.Count - symbols.Count);
    }
}
