using Bridge.Testing.Zoo.Headers;

namespace Bridge.Testing.Zoo.Games;

/// <summary>
/// Unusual or wrong headers. mGBA 0.10 reads the bytes of title and code as Latin-1, converts them to UTF-8,
/// and truncates the result to the original number of bytes, which may cut off the end or half a character.
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
