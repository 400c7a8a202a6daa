using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Memory;

/// <summary>A new search; or, with an id, an earlier search to narrow, or whose latest narrowing is taken back.</summary>
internal sealed record MemorySearchRequest(
    int? Id = null, string? Address = null, int? Length = null, string? Domain = null, string? Type = null,
    bool? Aligned = null, string? Is = null,
    long? Value = null, bool? Undo = null, int? Offset = null, int? Limit = null);

/// <summary>The number of remaining places, and those with the lowest addresses.</summary>
internal sealed record MemorySearchResponse(int Id, int Count, IReadOnlyList<MemorySearchMatch> Matches, long Frame);

/// <summary>A remaining place: its value, and its value at the previous search.</summary>
internal sealed record MemorySearchMatch(
    string Address, long Value, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Previous,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Symbol);
