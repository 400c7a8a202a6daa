namespace Bridge.Api.Input;

/// <summary>The buttons at one moment.</summary>
internal sealed record ButtonState(IReadOnlyList<string> Down, IReadOnlyList<string> Held, int Queued, long Frame);

/// <summary>Buttons to hold, and for how long if nobody says so again; until somebody does when left out.</summary>
internal sealed record ButtonHold(IReadOnlyList<string?>? Buttons, int? LeaseMilliseconds = null);

/// <summary>The buttons that are held from now on, and the frame in which they go down or up, counted as that of a press.</summary>
internal sealed record ButtonsHeld(IReadOnlyList<string> Held, long ChangesAt, long Frame);

/// <summary>How many presses were dropped, and the frame in which the held buttons go up, counted as that of a press.</summary>
internal sealed record ButtonsReleased(int Dropped, long ChangesAt, long Frame);

/// <summary>Buttons to press together: frames down, frames up afterwards, and whether to wait for the end.</summary>
internal sealed record ButtonPress(IReadOnlyList<string?>? Buttons, int? Hold = null, int? Release = null, bool? Wait = null);

/// <summary>A press that has ended, with the frames in which its buttons went down and up.</summary>
internal sealed record PressFinished(long Id, long PressedAt, long ReleasedAt, long Frame);

/// <summary>A press that waits for its turn or is running.</summary>
internal sealed record PressQueued(long Id, int Queued);
