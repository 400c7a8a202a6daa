namespace Bridge.Testing.Zoo;

/// <summary>A game of the zoo: its files, the ROM first, and its expected facts.</summary>
/// <param name="Name">What is special about it; tests are named after it.</param>
/// <param name="Files">Its files in the folder.</param>
/// <param name="Image">The ROM as mGBA plays it: unpacked, patched.</param>
public sealed record ZooGame(string Name, IReadOnlyList<ZooFile> Files, ZooFile Image)
{
    /// <summary>Gets the name of the ROM's file.</summary>
    public string File => Files[0].Name;

    /// <summary>Gets the name of its save file.</summary>
    public string SaveFile => $"{Path.GetFileNameWithoutExtension(File)}.sav";

    /// <summary><c>GBA</c> or <c>GB</c>.</summary>
    public required string Platform { get; init; }

    /// <summary><c>DMG</c>, <c>SGB</c>, <c>CGB</c> or <c>AGB</c>.</summary>
    public required string Model { get; init; }

    public required string Title { get; init; }

    public required string Code { get; init; }

    /// <summary>Gets the addressable bytes of the ROM.</summary>
    public required long Size { get; init; }

    /// <summary>Gets the domains and their sizes.</summary>
    public required IReadOnlyDictionary<string, long> Domains { get; init; }

    public required ZooSave Save { get; init; }

    /// <summary>Gets the size of its picture in pixels.</summary>
    public required (int Width, int Height) Picture { get; init; }

    /// <summary>Gets the patch beside the ROM; null if there is none.</summary>
    public ZooPatch? Patch { get; init; }

    /// <summary>Gets whether the file is an archive, whatever its extension.</summary>
    public bool IsArchive { get; init; }

    /// <summary>Gets the address of the ROM's counters.</summary>
    public int Memory => Platform == "GBA" ? 0x02000000 : 0xC000;
}
