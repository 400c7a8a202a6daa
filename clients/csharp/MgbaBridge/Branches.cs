using System.Text.Json.Serialization;

namespace MgbaBridge;

/// <summary>A branch: every part is optional.</summary>
public sealed record Branch
{
    /// <summary>Gets its name; its index if null.</summary>
    public string? Name { get; init; }

    /// <summary>Gets the presses and waits, at most 256.</summary>
    public IReadOnlyList<SequenceStep>? Steps { get; init; }

    /// <summary>Gets how often the steps are played, 1 to 1,000.</summary>
    public int? Repeat { get; init; }

    /// <summary>Gets the name of a stored movie, whose buttons it presses instead of steps.</summary>
    public string? Movie { get; init; }

    /// <summary>Gets what to wait for after that.</summary>
    public Until? Until { get; init; }

    /// <summary>Gets the frames after which the wait ends, 1 to 36,000; 600 if null.</summary>
    public int? TimeoutFrames { get; init; }

    /// <summary>Gets the frames to run afterwards, 0 to 36,000.</summary>
    public int? Settle { get; init; }

    /// <summary>Gets what to read at the end, at most 256 places.</summary>
    public IReadOnlyList<Place>? Read { get; init; }

    /// <summary>Gets whether to take a picture at the end.</summary>
    public bool? Screen { get; init; }
}

/// <summary>Where branches begin, by default now, and what becomes of them.</summary>
public sealed record BranchesOptions
{
    /// <summary>Gets the named state from which they begin.</summary>
    public string? State { get; init; }

    /// <summary>Gets the frame of the history from which they begin.</summary>
    public long? FromFrame { get; init; }

    /// <summary>Gets the name of the branch whose end the game gets; a branch without a name has its index as name.</summary>
    public string? Keep { get; init; }

    /// <summary>Gets the number of processes; 1 if null.</summary>
    public int? Spread { get; init; }

    /// <summary>Gets the lease of a game that is frozen exclusively, for <see cref="Keep"/>.</summary>
    public string? Lease { get; init; }
}

/// <summary>The end of a branch.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Frames">The frames that ran.</param>
/// <param name="Met">Whether its conditions were met; null without any.</param>
/// <param name="Held">The conditions that held.</param>
/// <param name="Hashes">The XXH64 of each region of memory.</param>
/// <param name="Values">What was read.</param>
/// <param name="Png">The picture; null if none was requested.</param>
/// <param name="PictureHash">The XXH64 of its pixels.</param>
public sealed record BranchEnd(
    string Name, long Frames, bool? Met, IReadOnlyList<ConditionHeld> Held, IReadOnlyDictionary<string, string> Hashes,
    IReadOnlyList<Reading> Values, ReadOnlyMemory<byte>? Png, string? PictureHash);

internal sealed record BranchesBodyJson(
    IReadOnlyList<Branch> Branches, string? State, long? FromFrame, string? Keep, int? Spread, string? Lease);

internal sealed record BranchesDoneJson(IReadOnlyList<BranchEndJson> Branches);

internal sealed record RegionHashJson(string Region, string Hash);

internal sealed record BranchEndJson(
    string Name, long Frames, bool? Met, IReadOnlyList<ConditionHeld>? Held, IReadOnlyList<RegionHashJson> Hashes,
    IReadOnlyList<ReadJson>? Values, byte[]? Png, string? PictureHash)
{
    [JsonIgnore]
    public BranchEnd End => new(
        Name, Frames, Met, Held ?? [], Hashes.ToDictionary(each => each.Region, each => each.Hash),
        [.. (Values ?? []).Select(each => each.Reading)], OptionalBytes.Of(Png), PictureHash);
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(BranchesBodyJson))]
[JsonSerializable(typeof(BranchesDoneJson))]
internal sealed partial class BranchesJson : JsonSerializerContext;
