using System.Text.Json.Serialization;

namespace Bridge.Api.Frames;

/// <summary>Frames to wait for; or what to wait until, and for how many frames at most.</summary>
internal sealed record WaitRequest(int? Frames = null, WaitCondition? Until = null, int? TimeoutFrames = null);

/// <summary>A value in memory and a condition on it; or screen, which is changed.</summary>
internal sealed record WaitCondition(
    string? Address = null, string? Type = null, string? Domain = null, string? Is = null, long? Value = null, string? Screen = null);

/// <summary>Frames that were waited; of what was waited for, whether it came, and the value at the end with its place.</summary>
internal sealed record WaitResponse(
    long Frame, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Met, int Waited,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] long? Value = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Address = null);
