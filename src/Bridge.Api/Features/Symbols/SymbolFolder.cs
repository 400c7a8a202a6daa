using Bridge.Api.Features.Symbols.Formats;

namespace Bridge.Api.Features.Symbols;

/// <summary>Finds the files of games in the configured folder.</summary>
internal sealed class SymbolFolder(SymbolOptions options, ILogger<SymbolFolder> logger)
{
    /// <summary>Gets the files of symbols.</summary>
    public FolderFile Symbols { get; } = new(options, logger, "symbols", SymbolFile.MaxBytes, ".sym", ".map", ".elf");

    /// <summary>Gets the files of types.</summary>
    public FolderFile Types { get; } = new(options, logger, "types", TypesReader.MaxBytes, ".types.json");
}
