using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Structures;

/// <summary>
/// What is at a place by its type: a number, an address for a pointer, a list for an array, or an object of the fields of a structure.
/// symbol is the nearest name.
/// </summary>
internal sealed record StructureRead(
    string Address, string Type, DataContents Value, long Frame,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Domain,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Chain,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Symbol);
