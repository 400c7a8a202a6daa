using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Symbols;

/// <summary>A file of types: structures by their names, and the symbols that have a type.</summary>
internal sealed record TypesFile(
    IReadOnlyDictionary<string, StructureShape?>? Types = null, IReadOnlyDictionary<string, TypedSymbolShape?>? Symbols = null);

/// <summary>A structure of a file: its size in bytes, and its fields by their names.</summary>
internal sealed record StructureShape(long? Size = null, IReadOnlyDictionary<string, FieldShape?>? Fields = null);

/// <summary>A field of a file: its distance from the beginning in bytes, its type, and the number of elements of an array.</summary>
internal sealed record FieldShape(long? At = null, string? Type = null, long? Count = null);

/// <summary>The type of what is at a symbol, and the number of elements of an array.</summary>
internal sealed record TypedSymbolShape(string? Type = null, long? Count = null);

/// <summary>The types that were stored: how many structures, and how many symbols have a type.</summary>
internal sealed record TypesStored(int Types, int Symbols);

/// <summary>
/// The types of the game; for a file in Bridge:Symbols:Folder its name, and the problem if it can't be used.
/// </summary>
internal sealed record TypeList(
    IReadOnlyList<TypeDescription> Types, IReadOnlyList<TypedSymbolDescription> Symbols,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? File,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Problem);

/// <summary>A structure: its name, its size in bytes, and its fields in the order of the file.</summary>
internal sealed record TypeDescription(string Name, long Size, IReadOnlyList<FieldDescription> Fields);

/// <summary>A field of a structure: its distance from the beginning in bytes, its type, and the number of elements of an array.</summary>
internal sealed record FieldDescription(
    string Name, long At, string Type, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Count);

/// <summary>A symbol with a type, and the number of elements of an array.</summary>
internal sealed record TypedSymbolDescription(
    string Name, string Type, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Count);
