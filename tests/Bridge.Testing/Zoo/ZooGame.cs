namespace Bridge.Testing.Zoo;

/// <summary>A game of the zoo: its files, the ROM's first, and what must be true of it once it runs.</summary>
/// <param name="Name">What is special about it; tests are named after it.</param>
/// <param name="Files">What lies in the folder.</param>
/// <param name="Image">The ROM as mGBA plays it: unpacked, patched.</param>
public sealed record ZooGame(string Name, IReadOnlyList<ZooFile> Files, ZooFile Image)
{
    /// <summary>The name of the ROM's file.</summary>
    public string File => Files[0].Name;

    /// <summary>The name of its file of save memory.</summary>
    public string SaveFile => $"{Path.GetFileNameWithoutExtension(File)}.sav";

    /// <summary><c>GBA</c> or <c>GB</c>.</summary>
    public required string Platform { get; init; }

    /// <summary><c>DMG</c>, <c>SGB</c>, <c>CGB</c> or <c>AGB</c>.</summary>
    public required string Model { get; init; }

    public required string Title { get; init; }

    public required string Code { get; init; }

    /// <summary>Bytes of the ROM that can be reached.</summary>
    public required long Size { get; init; }

    /// <summary>Domains and their bytes.</summary>
    public required IReadOnlyDictionary<string, long> Domains { get; init; }

    public required ZooSave Save { get; init; }

    /// <summary>Pixels of its picture.</summary>
    public required (int Width, int Height) Picture { get; init; }

    /// <summary>The patch beside the ROM, null when there is none.</summary>
    public ZooPatch? Patch { get; init; }

    /// <summary>Whether the file is an archive, whatever its name says.</summary>
    public bool IsArchive { get; init; }

    /// <summary>Where the ROM's counters begin.</summary>
    public int Memory => Platform == "GBA" ? 0x02000000 : 0xC000;
}
