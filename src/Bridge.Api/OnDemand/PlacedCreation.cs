namespace Bridge.Api.OnDemand;

/// <summary>What a fleet has decided about a creation: a feature of its request.</summary>
/// <param name="Name">
/// The name that its emulator gets, or has if it was created before; null: the one that the client chose, or a new one.
/// </param>
internal sealed record PlacedCreation(string? Name);
