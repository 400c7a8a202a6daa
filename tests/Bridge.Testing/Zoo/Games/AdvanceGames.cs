using System.Text;
using Bridge.Testing.Zoo.Headers;

namespace Bridge.Testing.Zoo.Games;

/// <summary>Kinds of save memory, which mGBA looks up by the game's code, and sizes of Game Boy Advance games.</summary>
public static class AdvanceGames
{
    public static IEnumerable<ZooGame> All() =>
    [
        PlainGames.Gba("plain", ButtonTest.Gba, "BUTTONTEST"),
        Saving("flash of 64 KiB", "AGFE", new(ZooSaveKind.Flash, 64 * 1024), "sram"),
        // Has a clock as well.
        Saving("flash of 128 KiB", "BPEE", new(ZooSaveKind.Flash, 128 * 1024), "sram"),
        Saving("EEPROM", "AC8E", new(ZooSaveKind.Eeprom, 8 * 1024)),
        Saving("SRAM by its code", "AREE", new(ZooSaveKind.Plain, 32 * 1024), "sram"),
        Saving("no save", "AI2E", ZooSave.None),
        Long("16 MiB", 16 * PlainGames.MiB),
        // mGBA treats a size that is not a power of two as a flash cartridge of 32 MiB.
        Long("20 MiB", 20 * PlainGames.MiB),
        Long("32 MiB", 32 * PlainGames.MiB),
        // Bytes beyond 32 MiB can't be addressed.
        Long("33 MiB", 33 * PlainGames.MiB, reachable: 32 * PlainGames.MiB),
    ];

    private static ZooGame Saving(string name, string code, ZooSave save, string? domain = null)
    {
        var rom = GbaHeader.Label(ButtonTest.Gba, "SAVETEST"u8, Encoding.ASCII.GetBytes(code));
        return PlainGames.Gba(name, rom, "SAVETEST", code) with
        {
            Save = save,
            Domains = domain is null ? ZooDomains.Gba(rom.Length) : ZooDomains.Gba(rom.Length, (domain, save.Bytes)),
        };
    }

    private static ZooGame Long(string name, long length) => Long(name, length, length);

    private static ZooGame Long(string name, long length, long reachable) => PlainGames.Gba(name, ButtonTest.Gba, "BUTTONTEST") with
    {
        Files = [new($"{name}.gba", ButtonTest.Gba, length)],
        PlayedRom = new("", ButtonTest.Gba, reachable),
        Size = reachable,
        Domains = ZooDomains.Gba(reachable),
    };
}
