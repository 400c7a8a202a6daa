using System.Text.Json.Serialization;
using Bridge.Api.Features.Emulators;

namespace Bridge.Api.Features.OnDemand;

/// <summary>An emulator to create: its ROM, and optionally where it starts, how it runs, how long it stays, and its place.</summary>
internal sealed record CreateRequest(
    string? Rom = null, StateChoice? State = null, string? Name = null, string? Model = null, double? Speed = null, long? Clock = null,
    LeaseSetting? Lease = null, IReadOnlyDictionary<string, string?>? Labels = null, double? Wait = null,
    CheckpointSetting? Checkpoint = null);

/// <summary>A named state to start from, and the emulator that saved it; default is the emulator called default.</summary>
internal sealed record StateChoice(string? Name = null, string? Emulator = null);

/// <summary>The seconds between two states from which another host of the fleet can start the emulator.</summary>
internal sealed record CheckpointSetting(double? EverySeconds = null);

/// <summary>The seconds without a request or open stream after which the emulator ends; null: never.</summary>
internal sealed record LeaseSetting(double? Seconds = null);

/// <summary>
/// A created emulator: its name, the paths of its API and of its tools for language models, and its lease. host and direct: only in a
/// fleet, the id of its host and the address of that host's bridge.
/// </summary>
internal sealed record CreateResponse(
    string Name, string Url, string Mcp, string State, long Frame, GameDescription? Game, CreatedDescription Created,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Host = null,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Direct = null);
