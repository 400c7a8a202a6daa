using Bridge.Testing.Zoo.Headers;

namespace Bridge.Testing.Zoo.Games;

/// <summary>
/// Games that first use their save memory in frame 60, one for each kind of save memory; emulator/rom/README.md describes them.
/// They do not count as games of the zoo, because they show no buttons.
/// </summary>
public static class LateSaves
{
    private const int KindAt = 0xC0;

    private static readonly byte[] Gba = File.ReadAllBytes(RepositoryRoot.Combine("emulator", "rom", "latesave.gba"));

    private static readonly byte[] GameBoy = File.ReadAllBytes(RepositoryRoot.Combine("emulator", "rom", "gb", "latesave.gb"));

    /// <summary>Gets the ROMs by the names of their files.</summary>
    public static IReadOnlyDictionary<string, ZooFile> All { get; } = new[]
    {
        Advance("SRAM", 1), Advance("flash of 64 KiB", 2), Advance("flash of 128 KiB", 3),
        Advance("EEPROM of 8 KiB", 4), Advance("EEPROM of 512 bytes", 5),
        Cartridge("MBC1", 0x03), Cartridge("MBC3 with clock", 0x10), Cartridge("MBC5", 0x1B),
    }.ToDictionary(file => file.Name);

    private static ZooFile Advance(string name, byte kind)
    {
        var rom = Gba.ToArray();
        rom[KindAt] = kind;
        return new ZooFile($"late {name}.gba", rom);
    }

    private static ZooFile Cartridge(string name, byte kind) =>
        new($"late {name}.gb", GameBoyHeader.Change(GameBoy, (GameBoyHeader.Cartridge, kind)));
}
