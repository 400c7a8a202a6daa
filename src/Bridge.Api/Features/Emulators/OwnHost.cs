namespace Bridge.Api.Features.Emulators;

/// <summary>This bridge's host in its fleet: its id, and the address of this bridge. Both are null without a fleet.</summary>
internal sealed record OwnHost(string? Id = null, string? Address = null);
