using System.Text.Json.Serialization;
using Bridge.Api.Features.Conditions;

namespace Bridge.Api.Features.Input;

/// <summary>Steps to play, the number of repetitions, whether to wait for the end, and what ends it early.</summary>
internal sealed record SequenceToPlay(
    IReadOnlyList<SequenceStep?>? Steps, int? Repeat = null, bool? Wait = null, Until? Until = null);

/// <summary>
/// Buttons to press together, frames down and frames up afterwards; or frames to wait. at: the frame of the repetition in which it starts.
/// </summary>
internal sealed record SequenceStep(
    IReadOnlyList<string?>? Buttons = null, int? Hold = null, int? Release = null, int? Wait = null, int? At = null);

/// <summary>
/// A sequence that has ended: when it started, when its last button went up (without buttons, when it ended), and how many frames it
/// lasted. With conditions whether they were met, and which held; if they held before it started, nothing was pressed.
/// </summary>
internal sealed record SequenceFinished(
    long Id,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? PressedAt,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? ReleasedAt, long Frame, int Frames,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Met = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<ConditionHeld>? Held = null);

/// <summary>The progress of a sequence or a press.</summary>
internal sealed record SequenceNow(
    long Id, string State, int FramesPlayed, int Frames,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? PressedAt,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? ReleasedAt, long Frame);

/// <summary>A sequence or a press that was cancelled: its state before, and the number of frames that were played.</summary>
internal sealed record SequenceCancelled(long Id, string State, int FramesPlayed, long Frame);
