namespace Bridge.Api.Features.Cheats;

/// <summary>All cheats that an emulator is to have.</summary>
internal sealed record CheatsRequest(IReadOnlyList<NewCheat?>? Cheats = null);

/// <summary>A cheat: its name, its codes and the device that they are for, and whether they act.</summary>
internal sealed record NewCheat(
    string? Name = null, IReadOnlyList<string?>? Lines = null, string? Type = null, bool? Enabled = null);

/// <summary>The codes of a cheat and the device that they are for, and whether they act; without codes only that.</summary>
internal sealed record CheatRequest(IReadOnlyList<string?>? Lines = null, string? Type = null, bool? Enabled = null);

/// <summary>A cheat: its name, whether its codes act, the device that they are for, and the codes.</summary>
internal sealed record CheatDescription(string Name, bool Enabled, string Type, IReadOnlyList<string> Lines);

/// <summary>All cheats of an emulator, in the order in which they act.</summary>
internal sealed record CheatList(IReadOnlyList<CheatDescription> Cheats, long Frame);
