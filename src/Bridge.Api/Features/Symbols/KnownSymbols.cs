using Bridge.Api.Contract.Parsing;

namespace Bridge.Api.Features.Symbols;

/// <summary>What is known of the symbols of a game.</summary>
/// <param name="Crc32">The CRC-32 of the game's ROM.</param>
/// <param name="Loaded">The symbols; null: it has none.</param>
/// <param name="File">The name of their file in the folder; null: a client stored them.</param>
/// <param name="Problem">A sentence that says why the file can't be used.</param>
internal sealed record KnownSymbols(string Crc32, LoadedSymbols? Loaded, string? File = null, string? Problem = null)
{
    /// <summary>Gets what addresses may name.</summary>
    public GameNames Names { get; } = new(Loaded?.Table, Problem);
}
