using Bridge.Api.Features.Emulators;

namespace Bridge.Api.Features.Roms;

/// <summary>The ROMs that can be loaded.</summary>
internal sealed record RomList(IReadOnlyList<RomDescription> Roms);

/// <summary>A ROM to load, by its name in the folder.</summary>
internal sealed record RomChoice(string? Name);

/// <summary>The ROM that was loaded, its frame number, and the facts about the game.</summary>
internal sealed record RomLoaded(string Name, long Frame, GameDescription? Game);
