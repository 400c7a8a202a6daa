namespace Bridge.Api.Features.Mcp;

/// <summary>What a frozen game would show if nothing were pressed.</summary>
/// <param name="Moving">The parts of the picture that keep moving; null: none, or they were not looked for.</param>
/// <param name="GoesOnAfter">
/// After how many frames it shows something new, while buttons have no effect, as in a scene that is not over; null: it waits for buttons.
/// </param>
internal sealed record Prospect(MovingParts? Moving, int? GoesOnAfter);
