using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Emulators;

/// <summary>
/// A port at which another tool's clients find the game of an emulator. Without port, address and access it is closed. connected: a client
/// has it.
/// </summary>
internal sealed record DoorDescription(
    string Kind, string Emulator,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Port = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Address = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Access = null, bool Connected = false);

/// <summary>Returns the open doors of all emulators, ordered by emulator and kind.</summary>
internal delegate IReadOnlyList<DoorDescription> DoorReading();
