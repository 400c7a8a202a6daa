using System.Text.Json;
using System.Text.Json.Serialization;

namespace MgbaBridge;

/// <summary>Types of a game's data. <c>gParty[3].hp</c> is an address if the symbol gParty has a structure with this field.</summary>
/// <param name="Types">The structures by their names.</param>
/// <param name="Symbols">Names of symbols, and what is there.</param>
public sealed record TypesFile(IReadOnlyDictionary<string, StructureType> Types, IReadOnlyDictionary<string, TypedData> Symbols);

/// <summary>A structure.</summary>
/// <param name="Size">Its bytes.</param>
/// <param name="Fields">Its fields by their names.</param>
public sealed record StructureType(long Size, IReadOnlyDictionary<string, StructureField> Fields);

/// <summary>A field of a structure.</summary>
/// <param name="At">Bytes from the beginning of the structure.</param>
/// <param name="Type">u8, u16, u32, i8, i16, i32, a structure, or one of these or void with * for a pointer.</param>
/// <param name="Count">The number of elements of an array; null: none.</param>
public sealed record StructureField(long At, string Type, long? Count = null);

/// <summary>What is at a symbol.</summary>
/// <param name="Type">As that of a <see cref="StructureField"/>.</param>
/// <param name="Count">The number of elements of an array; null: none.</param>
public sealed record TypedData(string Type, long? Count = null);

/// <summary>The types of a game.</summary>
/// <param name="Types">The structures by their names.</param>
/// <param name="Symbols">Names of symbols, and what is there.</param>
/// <param name="File">The name of their file in the bridge's folder; null: a client stored them.</param>
/// <param name="Problem">Why that file can't be used, as a sentence.</param>
public sealed record TypesFound(
    IReadOnlyDictionary<string, StructureType> Types, IReadOnlyDictionary<string, TypedData> Symbols, string? File, string? Problem);

/// <summary>What is at a place by its type, all from one frame.</summary>
/// <param name="Address">Where it is.</param>
/// <param name="Type">Its type, like Player or u16[4].</param>
/// <param name="Value">An object of fields, a list for an array, a number, or the address in a pointer as text.</param>
/// <param name="Frame">The frame.</param>
/// <param name="Domain">The memory domain of the address; null: the bus.</param>
/// <param name="Symbol">The nearest name; null: none.</param>
public sealed record GameStructure(string Address, string Type, JsonElement Value, long Frame, string? Domain, string? Symbol);

internal sealed record TypesStoredJson(int Types);

internal sealed record FieldJson(string Name, long At, string Type, long? Count);

internal sealed record TypeJson(string Name, long Size, IReadOnlyList<FieldJson> Fields);

internal sealed record TypedSymbolJson(string Name, string Type, long? Count);

internal sealed record TypesJson(IReadOnlyList<TypeJson> Types, IReadOnlyList<TypedSymbolJson> Symbols, string? File, string? Problem)
{
    [JsonIgnore]
    public TypesFound Found => new(
        Types.ToDictionary(each => each.Name, each => new StructureType(
            each.Size, each.Fields.ToDictionary(part => part.Name, part => new StructureField(part.At, part.Type, part.Count)))),
        Symbols.ToDictionary(each => each.Name, each => new TypedData(each.Type, each.Count)), File, Problem);
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(TypesFile))]
[JsonSerializable(typeof(TypesStoredJson))]
[JsonSerializable(typeof(TypesJson))]
[JsonSerializable(typeof(GameStructure))]
internal sealed partial class StructuresJson : JsonSerializerContext;
