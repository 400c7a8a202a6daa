using System.Text.Json.Serialization;

namespace Bridge.Api.Features.States;

/// <summary>A named state that was stored: its size in bytes, the time, and its frame; null if a client sent the bytes.</summary>
internal sealed record StateSaved(string Name, long Size, DateTimeOffset SavedAt, long? Frame);

/// <summary>A named state that was loaded, the frame in which it was saved, and a warning if it is of another build of the game.</summary>
internal sealed record StateLoaded(
    string Name, long Frame, [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Warning = null);

/// <summary>One of mGBA's slots, and the frame in which its state was saved.</summary>
internal sealed record SlotResponse(int Slot, long Frame);
