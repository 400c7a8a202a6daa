using System.Text.Json.Serialization;

namespace Bridge.Api.Memory;

/// <summary>A new search, of a range; or, with an id, an earlier one to go on with.</summary>
internal sealed record MemorySearchRequest(
    int? Id = null, string? Address = null, int? Length = null, string? Domain = null, string? Type = null,
    bool? Aligned = null, string? Is = null,
    long? Value = null, int? Limit = null);

/// <summary>How many places are left, and those with the lowest addresses.</summary>
internal sealed record MemorySearchResponse(int Id, int Count, IReadOnlyList<MemorySearchMatch> Matches, long Frame);

/// <summary>A place that is left: its value, and what it was at the search before.</summary>
internal sealed record MemorySearchMatch(
    string Address, long Value, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Previous);
