using Bridge.Testing.Zoo.Headers;

namespace Bridge.Testing.Zoo.Games;

/// <summary>Special file names.</summary>
public static class FileNameGames
{
    private static readonly byte[] NamedRom = GbaHeader.Label(ButtonTest.Gba, "NAMEDTEST"u8, "ANTE"u8);

    /// <summary>A file name whose accents are separate characters (NFD).</summary>
    public const string DecomposedName = "Pokemo\u0301n E\u0301dition.gba";

    /// <summary>The same name in NFC, under which no file exists.</summary>
    public const string DecomposedNameComposed = "Pokem\u00F3n \u00C9dition.gba";

    public static IEnumerable<ZooGame> All() =>
    [
        Named("accents in NFC", "\u00C9t\u00E9 \u00E0 No\u00EBl.gba"),
        Named("accents in NFD", DecomposedName),
        Named("kana", "ボタンのテスト.gba"),
        Named("emoji", "\U0001F3AE\U0001F469\u200D\U0001F4BB.gba"),
        Named("quotes and blanks", " It's  \"quoted\", isn't it? .gba"),
        Named("percent and plus", "100% + 50%25 & more;.gba"),
        Named("several dots", "v1.0.gba.final.gba"),
    ];

    private static ZooGame Named(string name, string file) => PlainGames.Gba(name, NamedRom, "NAMEDTEST", "ANTE", file);
}
