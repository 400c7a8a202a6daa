using System.Text.Json.Serialization;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;
using Bridge.Api.Features.Sensors;

namespace Bridge.Api.Features.Frames;

/// <summary>Freezes the game, or renews the lease. LeaseSeconds defaults to 20.</summary>
internal sealed record HoldRequest(double? LeaseSeconds = null, bool? Exclusive = null, string? Lease = null, string? Owner = null);

/// <summary>
/// The lease of a frozen game, the frame at which it stopped, and the seconds until it resumes unless the lease is renewed.
/// </summary>
internal sealed record HoldBegun(string Lease, long Frame, double ExpiresInSeconds);

/// <summary>Who has frozen the game. The lease is present unless the game is frozen exclusively.</summary>
internal sealed record HoldState(
    bool Held,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Lease,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Owner,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Exclusive,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] double? ExpiresInSeconds,
    int StepsWaiting, long Frame);

/// <summary>
/// A step: frames to run, buttons that are down during them, sensors to set before them, the lease of an exclusively frozen game, places
/// to read in the last frame, whether to draw that frame, and its picture.
/// </summary>
internal sealed record StepRequest(
    int? Frames = null, IReadOnlyList<string?>? Buttons = null, SensorsRequest? Sensors = null, string? Lease = null,
    IReadOnlyList<PlaceToRead?>? Read = null, bool? Draw = null, ScreenRequest? Screen = null);

/// <summary>The frame at which the game stopped again, the values read in it, and its picture.</summary>
internal sealed record StepResponse(
    long Frame,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<PlaceRead>? Values,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] ScreenTaken? Screen,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Hidden = null);
