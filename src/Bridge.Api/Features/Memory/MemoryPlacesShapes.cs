using System.Text.Json.Serialization;
using Bridge.Api.Contract.Json;

namespace Bridge.Api.Features.Memory;

/// <summary>A place to read: a value of a type, or a number of bytes.</summary>
internal sealed record PlaceToRead(string? Address, string? Type = null, int? Length = null, string? Domain = null);

/// <summary>The places that were read, all in the same frame.</summary>
internal sealed record PlacesRead(long Frame, IReadOnlyList<PlaceRead> Values);

/// <summary>A value, or bytes as hexadecimal digits.</summary>
internal sealed record PlaceRead(
    string Address,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Type,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Value,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Length,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull), JsonConverter(typeof(HexBytes))] ReadOnlyMemory<byte>? Hex,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Domain,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Chain,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Symbol);
