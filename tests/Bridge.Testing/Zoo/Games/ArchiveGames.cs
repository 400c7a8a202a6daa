using System.IO.Compression;
using Bridge.Testing.Zoo.Archives;
using Bridge.Testing.Zoo.Headers;

namespace Bridge.Testing.Zoo.Games;

/// <summary>ROMs in archives: mGBA plays the first file that is a game.</summary>
public static class ArchiveGames
{
    private static readonly byte[] PackedRom = GbaHeader.Label(ButtonTest.Gba, "PACKEDTEST"u8, "APTE"u8);
    private static readonly byte[] PackedGameBoyRom = GameBoyHeader.Label(ButtonTest.GameBoy, "PACKEDTESTGB"u8);

    private static readonly ArchiveEntry Readme = new("a readme.txt", "This is no game."u8.ToArray());
    private static readonly ArchiveEntry Packed = new("packed.gba", PackedRom);
    private static readonly ArchiveEntry PackedGameBoy = new("packed.gb", PackedGameBoyRom);

    /// <summary>Returns an archive without a game, which mGBA refuses.</summary>
    public static ZooFile WithoutGame { get; } = new("no game.zip", ZipWriter.Write(CompressionLevel.Optimal, Readme));

    public static IEnumerable<ZooGame> All() =>
    [
        Archive("stored.zip", ZipWriter.Write(CompressionLevel.NoCompression, Packed)),
        Archive("deflated.zip", ZipWriter.Write(CompressionLevel.Optimal, Packed)),
        Archive("readme before the ROM.zip", ZipWriter.Write(CompressionLevel.Optimal, Readme, Packed)),
        Archive("in a 7z.7z", SevenZipWriter.Write(Packed)),
        Archive("readme before the ROM in a 7z.7z", SevenZipWriter.Write(Readme, Packed)),
        ArchiveOfGameBoy("really a zip.gb", ZipWriter.Write(CompressionLevel.Optimal, PackedGameBoy)),
        ArchiveOfGameBoy("Game Boy in a 7z.7z", SevenZipWriter.Write(PackedGameBoy)),
    ];

    private static ZooGame Archive(string file, byte[] archive) =>
        PlainGames.Gba(file, PackedRom, "PACKEDTEST", "APTE") with { Files = [new(file, archive)], IsArchive = true };

    private static ZooGame ArchiveOfGameBoy(string file, byte[] archive) =>
        PlainGames.GameBoy(file, PackedGameBoyRom, "PACKEDTESTGB") with { Files = [new(file, archive)], IsArchive = true };
}
