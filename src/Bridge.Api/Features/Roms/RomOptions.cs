namespace Bridge.Api.Features.Roms;

/// <summary>Settings of ROMs.</summary>
/// <param name="Folder">The folder with the ROMs that may be loaded; null: none may be.</param>
internal sealed record RomOptions(string? Folder);
