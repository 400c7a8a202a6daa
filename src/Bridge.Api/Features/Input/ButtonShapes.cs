using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Input;

/// <summary>The buttons at one moment.</summary>
internal sealed record ButtonState(IReadOnlyList<string> Down, IReadOnlyList<string> Held, int Queued, long Frame);

/// <summary>Buttons to hold, and for how long unless the hold is renewed; without a lease until the next change.</summary>
internal sealed record ButtonHold(IReadOnlyList<string?>? Buttons, int? LeaseMilliseconds = null);

/// <summary>
/// The buttons that are held from now on, and the frame in which they change, counted like that of a press. Hidden: opposing directions
/// that mGBA doesn't show the game.
/// </summary>
internal sealed record ButtonsHeld(
    IReadOnlyList<string> Held, long ChangesAt, long Frame,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Hidden = null);

/// <summary>The number of dropped presses, and the frame in which the held buttons go up, counted like that of a press.</summary>
internal sealed record ButtonsReleased(int Dropped, long ChangesAt, long Frame);

/// <summary>Buttons to press together: frames down, frames up afterwards, and whether to wait for the end.</summary>
internal sealed record ButtonPress(IReadOnlyList<string?>? Buttons, int? Hold = null, int? Release = null, bool? Wait = null);

/// <summary>
/// A press that has ended, with the frames in which its buttons went down and up. Hidden: opposing directions that mGBA doesn't show the
/// game.
/// </summary>
internal sealed record PressFinished(
    long Id, long PressedAt, long ReleasedAt, long Frame,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Hidden = null);

/// <summary>A press that is queued or running. Hidden: opposing directions that mGBA doesn't show the game.</summary>
internal sealed record PressQueued(
    long Id, int Queued,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<string>? Hidden = null);
