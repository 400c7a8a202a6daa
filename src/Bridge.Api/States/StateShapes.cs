namespace Bridge.Api.States;

/// <summary>The named states of the running game, by name.</summary>
internal sealed record StateList(IReadOnlyList<StoredState> States);

/// <summary>A named state that was kept: bytes, when, and the frame it was saved in; null when its bytes were sent.</summary>
internal sealed record StateSaved(string Name, long Size, DateTimeOffset SavedAt, long? Frame);

/// <summary>A named state that the game was put into, and the frame it was saved in.</summary>
internal sealed record StateLoaded(string Name, long Frame);

/// <summary>One of mGBA's slots, and the frame it was saved in.</summary>
internal sealed record SlotResponse(int Slot, long Frame);
