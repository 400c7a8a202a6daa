namespace Bridge.Api.Roms;

/// <summary>ROMs, as the settings say.</summary>
/// <param name="Folder">Where those are that may be loaded by name; null: none can be.</param>
internal sealed record RomOptions(string? Folder);
