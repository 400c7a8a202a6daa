namespace Bridge.Testing.Zoo.Games;

/// <summary>
/// The expected facts of a game with an ordinary ROM, cartridge and file; other games change the facts that make them special.
/// </summary>
public static class PlainGames
{
    public const long MiB = 1024 * 1024;

    /// <summary>Returns the expected facts of a Game Boy Advance game of this ROM in an ordinary file.</summary>
    public static ZooGame Gba(string name, byte[] rom, string title, string code = "ABTE", string? file = null) =>
        new(name, [new(file ?? $"{name}.gba", rom)], new("", rom))
        {
            Platform = "GBA",
            Model = "AGB",
            Title = title,
            Code = code,
            Size = rom.Length,
            // mGBA detects save memory when the game first reads it, after it has shown scripts its domains.
            Domains = ZooDomains.Gba(rom.Length),
            Save = new(ZooSaveKind.Plain, 32 * 1024),
            PictureSize = (240, 160),
        };

    /// <summary>Returns the expected facts of a Game Boy game of this ROM in an ordinary file.</summary>
    public static ZooGame GameBoy(string name, byte[] rom, string title, string? file = null) =>
        new(name, [new(file ?? $"{name}.gb", rom)], new("", rom))
        {
            Platform = "GB",
            Model = "DMG",
            Title = title,
            Code = "????",
            Size = rom.Length,
            Domains = ZooDomains.GameBoy(rom.Length),
            Save = new(ZooSaveKind.Plain, 8 * 1024),
            PictureSize = (160, 144),
        };
}
