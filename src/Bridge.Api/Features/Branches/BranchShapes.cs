using System.Text.Json.Serialization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Json;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Branches;

/// <summary>
/// Branches of one moment: a named state, a frame of the history, or now. Keep is the name of the branch whose end the game gets. Spread is
/// the number of processes.
/// </summary>
internal sealed record BranchesRequest(
    IReadOnlyList<BranchRequest?>? Branches = null, string? State = null, int? FromFrame = null, string? Keep = null, int? Spread = null,
    string? Lease = null);

/// <summary>A branch: steps to play or a movie, what to wait for, frames to settle, and what to observe at the end.</summary>
internal sealed record BranchRequest(
    string? Name = null, IReadOnlyList<SequenceStep?>? Steps = null, int? Repeat = null, string? Movie = null, Until? Until = null,
    int? TimeoutFrames = null, int? Settle = null, IReadOnlyList<PlaceToRead?>? Read = null,
    [property: JsonConverter(typeof(ScreenOrTrue))] ScreenRequest? Screen = null);

/// <summary>
/// The ends of the branches, in order, and the frame of the history from which they began. Kept is the branch that the game got, and frame
/// its frame number then.
/// </summary>
internal sealed record BranchesResponse(
    long From, IReadOnlyList<BranchResult> Branches,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Kept,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Frame);

/// <summary>The last line of a response in lines: what <see cref="BranchesResponse"/> has besides the ends.</summary>
internal sealed record BranchesDone(
    long From,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Kept,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Frame);

/// <summary>The last line of a response in lines that failed after the first.</summary>
internal sealed record BranchesFailed(PartProblem Problem);

/// <summary>
/// The end of a branch: the frames that ran, whether its condition was met and which ones held, the hashes of its memory, and what was
/// observed. PictureHash is the XXH64 of the picture's pixels.
/// </summary>
internal sealed record BranchResult(
    int Index, string Name, long Frames,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Met,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<ConditionHeld>? Held,
    IReadOnlyList<RegionHashed> Hashes,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<BranchValue>? Values,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] byte[]? Png,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] ScreenTaken? Screen,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? PictureHash);

/// <summary>The XXH64 of a region of the game's memory.</summary>
internal sealed record RegionHashed(string Region, string Hash);

/// <summary>A value or bytes at the end of a branch; neither if a chain of pointers led nowhere.</summary>
internal sealed record BranchValue(
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Address,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Type,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Value,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Length,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull), JsonConverter(typeof(HexBytes))] ReadOnlyMemory<byte>? Hex,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Domain,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Chain);
