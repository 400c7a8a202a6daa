using System.Text.Json.Serialization;

namespace Bridge.Api.Features.StateTree;

/// <summary>What is stored of a state: its frame, the ROM's checksum, and its origin; of one that a client sent, the note.</summary>
/// <param name="Frame">The frame number in which it was saved; null: a client sent it.</param>
/// <param name="Crc32">The ROM's CRC-32: 0x and eight hexadecimal digits; null: unknown.</param>
/// <param name="Parent">The state from which the game came; null: unknown.</param>
/// <param name="Frames">The frames since the parent; null: unknown, or the inputs could not be kept.</param>
/// <param name="Note">The client's line about it.</param>
internal sealed record StateAbout(
    long? Frame = null, string? Crc32 = null, string? Parent = null, long? Frames = null, string? Note = null);

/// <summary>The named states of the running game, by name.</summary>
internal sealed record StateTreeList(IReadOnlyList<StateNode> States);

/// <summary>
/// A named state: its name, its size in bytes, and when it was saved. With tree=true also its frame, the ROM's CRC-32, the state from which
/// the game came and the frames since then, the note, and whether it has a picture; what is unknown is missing.
/// </summary>
internal sealed record StateNode(
    string Name, long Size, DateTimeOffset SavedAt,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Frame = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Crc32 = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Parent = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Frames = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Note = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Picture = null);

/// <summary>How to replay a state.</summary>
internal sealed record ReplayRequest(double? Speed = null, string? Lease = null);
