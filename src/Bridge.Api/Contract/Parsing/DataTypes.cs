namespace Bridge.Api.Contract.Parsing;

/// <summary>The types of a game's data, and the symbols that have one. Immutable.</summary>
internal sealed class DataTypes
{
    private readonly Dictionary<string, StructureData> _structures;
    private readonly Dictionary<string, TypedData> _symbols;

    public DataTypes(IReadOnlyList<StructureData> structures, IReadOnlyList<KeyValuePair<string, TypedData>> symbols)
    {
        (Structures, Symbols) = (structures, symbols);
        _structures = structures.ToDictionary(structure => structure.Name);
        _symbols = new Dictionary<string, TypedData>(symbols);
    }

    /// <summary>Gets the structures in the order of their file.</summary>
    public IReadOnlyList<StructureData> Structures { get; }

    /// <summary>Gets the names of symbols, and what is there, in the order of the file.</summary>
    public IReadOnlyList<KeyValuePair<string, TypedData>> Symbols { get; }

    /// <summary>Finds what is at a symbol.</summary>
    public bool TryFind(ReadOnlySpan<char> symbol, out TypedData data) =>
        _symbols.GetAlternateLookup<ReadOnlySpan<char>>().TryGetValue(symbol, out data);

    /// <summary>Returns the structure of a name; null: there is none.</summary>
    public StructureData? Find(string name) => _structures.GetValueOrDefault(name);
}
