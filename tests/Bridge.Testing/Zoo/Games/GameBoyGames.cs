using Bridge.Testing.Zoo.Headers;

namespace Bridge.Testing.Zoo.Games;

/// <summary>Models of the Game Boy, and its cartridges.</summary>
public static class GameBoyGames
{
    private static readonly byte[] SuperRom = GameBoyHeader.Change(
        GameBoyHeader.Label(ButtonTest.GameBoy, "SUPERTEST\0\0ASGE"u8), (GameBoyHeader.Super, 3), (GameBoyHeader.Licensee, 0x33));

    public static IEnumerable<ZooGame> All() =>
    [
        PlainGames.GameBoy("plain Game Boy", ButtonTest.GameBoy, "BUTTONTESTGB"),
        Color("Color, too", 0x80),
        Color("Color only", 0xC0),
        PlainGames.GameBoy("Super Game Boy", SuperRom, "SUPERTEST") with { Model = "SGB", Code = "ASGE", PictureSize = (256, 224) },
        // A Game Boy Color plays it in color, without a border.
        PlainGames.GameBoy("Super and Color", GameBoyHeader.Change(SuperRom, (GameBoyHeader.Color, 0x80)), "SUPERTEST") with
        {
            Model = "CGB", Code = "ASGE", Domains = ZooDomains.Color(SuperRom.Length),
        },
        // After the RAM, its file has 48 bytes of the clock.
        Cartridge("MBC3 with clock", 0x10, 2, new(ZooSaveKind.Plain, 8 * 1024, (8 * 1024) + 48)),
        Cartridge("MBC5 with 8 KiB", 0x1B, 2, new(ZooSaveKind.Plain, 8 * 1024)),
        Cartridge("MBC5 with 32 KiB", 0x1B, 3, new(ZooSaveKind.Plain, 32 * 1024)),
        Cartridge("MBC5 with 128 KiB", 0x1B, 4, new(ZooSaveKind.Plain, 128 * 1024)),
        Cartridge("Game Boy without save", 0, 0, ZooSave.None),
        Largest("Game Boy of 8 MiB", 8 * PlainGames.MiB),
    ];

    private static ZooGame Color(string name, byte flag)
    {
        var rom = GameBoyHeader.Change(ButtonTest.GameBoy, (GameBoyHeader.Color, flag));
        return PlainGames.GameBoy(name, rom, "BUTTONTESTGB", $"{name}.gbc") with { Model = "CGB", Domains = ZooDomains.Color(rom.Length) };
    }

    private static ZooGame Cartridge(string name, byte cartridge, byte ramSize, ZooSave save)
    {
        var rom = GameBoyHeader.Change(ButtonTest.GameBoy, (GameBoyHeader.Cartridge, cartridge), (GameBoyHeader.RamSize, ramSize));
        return PlainGames.GameBoy(name, rom, "BUTTONTESTGB") with { Save = save };
    }

    private static ZooGame Largest(string name, long length)
    {
        var rom = GameBoyHeader.Change(ButtonTest.GameBoy, (GameBoyHeader.Cartridge, 0x1B), (GameBoyHeader.RomSize, 8));
        return PlainGames.GameBoy(name, rom, "BUTTONTESTGB") with
        {
            Files = [new($"{name}.gb", rom, length)],
            PlayedRom = new("", rom, length),
            Size = length,
            Domains = ZooDomains.GameBoy(length),
        };
    }
}
