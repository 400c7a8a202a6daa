namespace Bridge.Api.Contract.Parsing;

/// <summary>A name for a place in the game's memory.</summary>
/// <param name="Name">The name, in the form of <see cref="SymbolName"/>.</param>
/// <param name="Address">The address on the bus, or the offset in <paramref name="Domain"/>.</param>
/// <param name="Domain">The memory domain of a place in a bank of the Game Boy; null: the bus.</param>
/// <param name="Size">Bytes; 0: unknown.</param>
internal readonly record struct Symbol(string Name, uint Address, string? Domain = null, uint Size = 0);
