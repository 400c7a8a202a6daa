using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Frames;

/// <summary>A wait: a number of frames; or a condition, and for how many frames at most.</summary>
internal sealed record WaitRequest(int? Frames = null, WaitCondition? Until = null, int? TimeoutFrames = null);

/// <summary>A condition on a value in memory; or screen, which must be changed.</summary>
internal sealed record WaitCondition(
    string? Address = null, string? Type = null, string? Domain = null, string? Is = null, long? Value = null, string? Screen = null);

/// <summary>The frames that passed; for a condition whether it was met, and the value at the end with its address.</summary>
internal sealed record WaitResponse(
    long Frame, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Met, int Waited,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Value = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Address = null);
