using System.Text.Json.Serialization;

namespace Bridge.Api.Features.History;

/// <summary>
/// The frames that can be returned to, counted from the game's first one: the first, the present and the last one. Bytes is the memory of
/// the history. Hash is of all writable memory after the frame HashedAt. Frame is the frame number of the response, as everywhere else.
/// </summary>
internal sealed record HistoryResponse(
    long From, long Now, long To, long Bytes, IReadOnlyList<MarkShape> Marks,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? HashedAt,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Hash, long Frame);

/// <summary>A marked frame of the history.</summary>
internal sealed record MarkShape(string Name, long At);

/// <summary>A name for the present frame.</summary>
internal sealed record MarkRequest(string? Name = null);

/// <summary>The frame of the history that was marked, and its frame number.</summary>
internal sealed record MarkResponse(string Name, long At, long Frame);

/// <summary>The frame to return to: by frames or seconds before now, as a frame of the history, or by its mark.</summary>
internal sealed record RewindRequest(
    int? Frames = null, double? Seconds = null, int? ToFrame = null, string? Mark = null, string? Lease = null);

/// <summary>The frames of the history after a rewind, and the frame number of the present one.</summary>
internal sealed record RewindResponse(long From, long Now, long To, long Frame);
