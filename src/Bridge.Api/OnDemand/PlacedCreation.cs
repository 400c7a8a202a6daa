using Bridge.Api.Emulators;

namespace Bridge.Api.OnDemand;

/// <summary>What a fleet has decided about a creation: a feature of its request.</summary>
/// <param name="Name">The name that its emulator gets; null: the one that the client chose, or a new one.</param>
/// <param name="Existing">The emulator that its key has created before; null: it creates one.</param>
internal sealed record PlacedCreation(string? Name, CreatedEmulator? Existing = null);
