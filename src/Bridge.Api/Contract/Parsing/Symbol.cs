namespace Bridge.Api.Contract.Parsing;

/// <summary>A name for a place in the game's memory.</summary>
/// <param name="Name">The name, in the form of <see cref="SymbolName"/>.</param>
/// <param name="Address">The address on the bus, or the offset in <paramref name="Domain"/>.</param>
/// <param name="Domain">The memory domain of a place in a bank of the Game Boy; null: the bus.</param>
/// <param name="Size">Bytes; 0: unknown.</param>
internal readonly record struct Symbol(string Name, uint Address, string? Domain = null, uint Size = 0)
{
    // Bytes after a symbol of unknown size that are called after it.
    private const uint MaxReach = 4096;

    /// <summary>Gets how many bytes, from the address on, are called after the symbol.</summary>
    public uint Reach { get; init; } = Size > 0 ? Size : MaxReach;

    /// <summary>Returns the symbol; unless it has a size, its name reaches no further than to the next multiple of these bytes.</summary>
    public Symbol Within(uint bytes) => Size > 0 ? this : this with { Reach = Math.Min(Reach, bytes - (Address % bytes)) };
}
