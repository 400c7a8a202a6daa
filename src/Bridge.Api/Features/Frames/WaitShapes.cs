using System.Text.Json.Serialization;
using Bridge.Api.Features.Conditions;

namespace Bridge.Api.Features.Frames;

/// <summary>A wait: a number of frames; or a condition, and for how many frames at most.</summary>
internal sealed record WaitRequest(int? Frames = null, Until? Until = null, int? TimeoutFrames = null);

/// <summary>
/// The frames that passed; for conditions whether they were met, and which held; for one on a value alone, the value at the end with its
/// address.
/// </summary>
internal sealed record WaitResponse(
    long Frame, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Met, int Waited,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<ConditionHeld>? Held = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Value = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Address = null);
