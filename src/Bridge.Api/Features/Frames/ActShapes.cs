using System.Text.Json.Serialization;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;
using Bridge.Api.Features.Sensors;

namespace Bridge.Api.Features.Frames;

/// <summary>
/// A turn: a named state to start from, sensors to set, steps to play, conditions to wait for, frames to settle, what to read then.
/// </summary>
internal sealed record ActRequest(
    string? State = null, SensorsRequest? Sensors = null,
    IReadOnlyList<SequenceStep?>? Steps = null, int? Repeat = null,
    Until? Until = null, int? TimeoutFrames = null, bool? During = null,
    int? Settle = null, IReadOnlyList<PlaceToRead?>? Read = null,
    [property: JsonConverter(typeof(ScreenOrTrue))] ScreenRequest? Screen = null,
    int? Scale = null,
    int? KeyFrames = null, bool? EachStep = null, double? Speed = null, string? Lease = null);

/// <summary>
/// The result of a turn: the frame of all readings, the number of frames that passed, the sequence, the values and the pictures.
/// </summary>
internal sealed record ActResponse(
    long Frame, long Frames,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Id,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? PressedAt,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? ReleasedAt,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Met,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<ConditionHeld>? Held,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<PlaceRead>? Values,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] byte[]? Png,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] ScreenTaken? Screen,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<KeyFrame>? KeyFrames,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<StepSeen>? Steps);

/// <summary>What was observed where a step ended: its index in steps, the frame, the values and the picture.</summary>
internal sealed record StepSeen(
    int Step, long Frame,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<PlaceRead>? Values,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] byte[]? Png,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] ScreenTaken? Screen);

/// <summary>A picture taken during the turn.</summary>
internal sealed record KeyFrame(long Frame, byte[] Png);
