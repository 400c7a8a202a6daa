using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Mcp;

/// <summary>The arguments of emulator_list: none.</summary>
internal sealed record EmulatorListArguments;

/// <summary>The arguments of emulator_create.</summary>
internal sealed record EmulatorCreateArguments(string? Rom = null, string? Name = null);

/// <summary>The arguments of emulator_delete.</summary>
internal sealed record EmulatorDeleteArguments(string? Name = null);

/// <summary>Emulators, and how many more there are.</summary>
internal sealed record EmulatorsSeen(IReadOnlyList<EmulatorSeen> Emulators, int More);

/// <summary>An emulator: its state and game, whether it can be deleted, and whether calls without a name are for it.</summary>
internal sealed record EmulatorSeen(
    string Name, string State, string Game, bool Created,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] bool Current);

/// <summary>A created emulator: its name, the path of its own tools, and its game.</summary>
internal sealed record EmulatorMade(string Name, string Mcp, string Game, long Frame);

/// <summary>An emulator that has ended.</summary>
internal sealed record EmulatorEnded(string Deleted);
