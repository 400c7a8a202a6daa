namespace MgbaBridge;

/// <summary>A named state of the running game. Of a state that a client stored, all but the first three is unknown.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Size">Its size in bytes.</param>
/// <param name="SavedAt">When it was saved.</param>
/// <param name="Frame">The frame number in which it was saved.</param>
/// <param name="Crc32">The CRC-32 of the ROM: 0x and eight hexadecimal digits.</param>
/// <param name="Parent">The state from which the game came.</param>
/// <param name="Frames">The frames since then.</param>
/// <param name="Note">A client's line about it.</param>
/// <param name="Picture">Whether it has a picture.</param>
public sealed record StateNode(
    string Name, long Size, DateTimeOffset SavedAt, long? Frame = null, string? Crc32 = null, string? Parent = null, long? Frames = null,
    string? Note = null, bool Picture = false);

internal sealed record StateTreeJson(IReadOnlyList<StateNode> States);
