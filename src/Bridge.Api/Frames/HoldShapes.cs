using System.Text.Json.Serialization;
using Bridge.Api.Memory;

namespace Bridge.Api.Frames;

/// <summary>How a hold is asked for, or renewed by its lease. Seconds; 20 when left out.</summary>
internal sealed record HoldRequest(double? LeaseSeconds = null, bool? Exclusive = null, string? Lease = null, string? Owner = null);

/// <summary>A hold: its lease, the frame in which the game stands still, and seconds until it ends if nobody renews it.</summary>
internal sealed record HoldBegun(string Lease, long Frame, double ExpiresInSeconds);

/// <summary>Who holds the game. The lease is told only of a hold that anybody may join.</summary>
internal sealed record HoldState(
    bool Held,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Lease,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Owner,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] bool? Exclusive,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] double? ExpiresInSeconds,
    int StepsWaiting, long Frame);

/// <summary>
/// A step: frames to run, buttons that are down in them, the lease of an exclusive hold, and places to read in the last frame,
/// and whether that is drawn.
/// </summary>
internal sealed record StepRequest(
    int? Frames = null, IReadOnlyList<string?>? Buttons = null, string? Lease = null,
    IReadOnlyList<PlaceToRead?>? Read = null, bool? Draw = null);

/// <summary>The frame in which the game stands again, and what was read in it.</summary>
internal sealed record StepResponse(
    long Frame, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<PlaceRead>? Values);
