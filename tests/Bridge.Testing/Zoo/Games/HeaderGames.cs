using Bridge.Testing.Zoo.Headers;

namespace Bridge.Testing.Zoo.Games;

/// <summary>
/// Headers that are unusual or wrong. mGBA 0.10 takes the bytes of title and code for Latin-1, makes UTF-8 of them,
/// and keeps as many bytes of that as there were, so that the end may be missing, and half a character be left.
/// </summary>
public static class HeaderGames
{
    private const string HighTitle = "\u00FFA\u0080";

    private static readonly byte[] HighBytes = [0xFF, (byte)'A', 0x80, 0xC3, 0xE3];

    public static IEnumerable<ZooGame> All() =>
    [
        PlainGames.Gba("no title and no code", GbaHeader.Label(ButtonTest.Gba, ""u8, ""u8), "", ""),
        PlainGames.GameBoy("Game Boy without a title", GameBoyHeader.Label(ButtonTest.GameBoy, ""u8), ""),
        PlainGames.Gba("wrong checksum", GbaHeader.BreakChecksum(ButtonTest.Gba), "BUTTONTEST"),
        PlainGames.GameBoy("Game Boy with a wrong checksum", GameBoyHeader.BreakChecksum(ButtonTest.GameBoy), "BUTTONTESTGB"),
        PlainGames.Gba("high bytes", GbaHeader.Label(ButtonTest.Gba, HighBytes, [0xE9, (byte)'B', 0xFF, 0x80]), HighTitle, "\u00E9B\uFFFD"),
        PlainGames.GameBoy("Game Boy with high bytes", GameBoyHeader.Label(ButtonTest.GameBoy, HighBytes), HighTitle),
    ];
}
