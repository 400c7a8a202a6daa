namespace Bridge.Testing.Zoo;

/// <summary>
/// The readable memory domains and their sizes. A cartridge's domain is as long as its ROM; on the Game Boy, save memory has
/// 32 KiB in every cartridge. An EEPROM has no domain: mGBA shows scripts the BIOS in its place.
/// </summary>
public static class ZooDomains
{
    /// <summary>Returns the domains of a Game Boy Advance, with one of save memory if mGBA knows its kind before the game runs.</summary>
    public static IReadOnlyDictionary<string, long> Gba(long romSize, params ReadOnlySpan<(string Name, long Bytes)> save)
    {
        var domains = new Dictionary<string, long>
        {
            ["bios"] = 16 * 1024, ["wram"] = 256 * 1024, ["iwram"] = 32 * 1024,
            ["io"] = 1024, ["palette"] = 1024, ["vram"] = 96 * 1024, ["oam"] = 1024,
            ["cart0"] = romSize, ["cart1"] = romSize, ["cart2"] = romSize,
        };
        foreach (var (name, bytes) in save)
            domains[name] = bytes;
        return domains;
    }

    /// <summary>Returns the domains of a Game Boy or Super Game Boy.</summary>
    public static IReadOnlyDictionary<string, long> GameBoy(long romSize) => GameBoy(romSize, vram: 8 * 1024, wram: 8 * 1024);

    /// <summary>Returns the domains of a Game Boy Color.</summary>
    public static IReadOnlyDictionary<string, long> Color(long romSize) => GameBoy(romSize, vram: 16 * 1024, wram: 32 * 1024);

    private static Dictionary<string, long> GameBoy(long romSize, long vram, long wram) => new()
    {
        ["cart0"] = romSize, ["vram"] = vram, ["sram"] = 32 * 1024, ["wram"] = wram, ["oam"] = 160, ["io"] = 128, ["hram"] = 127,
    };
}
