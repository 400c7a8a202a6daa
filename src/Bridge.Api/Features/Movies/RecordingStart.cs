namespace Bridge.Api.Features.Movies;

/// <summary>Where a recording begins: with a reset of the game, from a named state, or now.</summary>
/// <param name="WithReset">Whether the game is reset first.</param>
/// <param name="State">The name of the state that is loaded first; null: none.</param>
internal readonly record struct RecordingStart(bool WithReset, string? State);
