namespace Bridge.Api.Contract.Parsing;

/// <summary>Returns what addresses may name in the game that runs now; null: nothing.</summary>
internal delegate GameNames? SymbolsNow();

/// <summary>What the addresses of a game may name.</summary>
/// <param name="Symbols">Its symbols; null: it has none.</param>
/// <param name="Problem">A sentence that says why it has none, although there should be some.</param>
/// <param name="Types">The types of what is at symbols; null: none are known.</param>
/// <param name="Noted">The names of the game's notebook, which come before its symbols; null: it has none.</param>
internal sealed record GameNames(SymbolTable? Symbols, string? Problem = null, DataTypes? Types = null, NotedNames? Noted = null)
{
    private const int MaxNear = 3;

    /// <summary>Gets whether anything has a name.</summary>
    public bool HasAny => Symbols is not null || Noted is not null;

    /// <summary>Finds what a name means.</summary>
    public bool TryFind(ReadOnlySpan<char> name, out Symbol symbol)
    {
        symbol = default;
        return Noted?.Symbols.TryFind(name, out symbol) == true || Symbols?.TryFind(name, out symbol) == true;
    }

    /// <summary>Finds what is at the place of a name.</summary>
    public bool TryFindData(ReadOnlySpan<char> name, out TypedData data)
    {
        data = default;
        return Noted is { } noted && noted.Symbols.TryFind(name, out _)
            ? noted.Types.TryFind(name, out data)
            : Types?.TryFind(name, out data) == true;
    }

    /// <inheritdoc cref="SymbolTable.Nearest"/>
    public string? Nearest(uint address, string? domain) => Noted?.Symbols.Nearest(address, domain) ?? Symbols?.Nearest(address, domain);

    /// <inheritdoc cref="SymbolTable.Near"/>
    public IReadOnlyList<string> Near(string name) =>
        [.. (Noted?.Symbols.Near(name) ?? []).Concat(Symbols?.Near(name) ?? []).Distinct()
            .OrderByDescending(known => SymbolTable.CommonLength(known, name)).Take(MaxNear)];
}

/// <summary>The names of a notebook.</summary>
/// <param name="Symbols">Where they are.</param>
/// <param name="Types">The numbers that are there, of those whose type is known.</param>
internal sealed record NotedNames(SymbolTable Symbols, DataTypes Types);
