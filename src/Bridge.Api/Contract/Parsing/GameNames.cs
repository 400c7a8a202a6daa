namespace Bridge.Api.Contract.Parsing;

/// <summary>Returns what addresses may name in the game that runs now; null: it has no symbols.</summary>
internal delegate GameNames? SymbolsNow();

/// <summary>What the addresses of a game may name.</summary>
/// <param name="Symbols">Its symbols; null: it has none.</param>
/// <param name="Problem">A sentence that says why it has none, although there should be some.</param>
/// <param name="Types">The types of what is at symbols; null: none are known.</param>
internal sealed record GameNames(SymbolTable? Symbols, string? Problem = null, DataTypes? Types = null)
{
    /// <inheritdoc cref="SymbolTable.Nearest"/>
    public string? Nearest(uint address, string? domain) => Symbols?.Nearest(address, domain);
}
