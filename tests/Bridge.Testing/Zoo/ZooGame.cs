namespace Bridge.Testing.Zoo;

/// <summary>
/// A test game for one kind of ROM, cartridge, file or file name: its files, and the facts that the bridge must report about it.
/// </summary>
/// <param name="Name">What is special about it; tests are named after it.</param>
/// <param name="Files">Its files in the folder: first the ROM, or the archive that has it.</param>
/// <param name="PlayedRom">The ROM as mGBA plays it: unpacked, patched.</param>
public sealed record ZooGame(string Name, IReadOnlyList<ZooFile> Files, ZooFile PlayedRom)
{
    /// <summary>Gets the name of the ROM's file, or of the archive.</summary>
    public string FileName => Files[0].Name;

    /// <summary>Gets the name of its save file.</summary>
    public string SaveFileName => $"{Path.GetFileNameWithoutExtension(FileName)}.sav";

    /// <summary>Gets <c>GBA</c> or <c>GB</c>.</summary>
    public required string Platform { get; init; }

    /// <summary>Gets <c>DMG</c>, <c>SGB</c>, <c>CGB</c> or <c>AGB</c>.</summary>
    public required string Model { get; init; }

    public required string Title { get; init; }

    public required string Code { get; init; }

    /// <summary>Gets how many bytes of the ROM can be addressed.</summary>
    public required long Size { get; init; }

    /// <summary>Gets the memory domains and their sizes in bytes.</summary>
    public required IReadOnlyDictionary<string, long> Domains { get; init; }

    public required ZooSave Save { get; init; }

    /// <summary>Gets the size of its picture in pixels.</summary>
    public required (int Width, int Height) PictureSize { get; init; }

    /// <summary>Gets the patch beside the ROM; null if there is none.</summary>
    public ZooPatch? Patch { get; init; }

    /// <summary>Gets whether the first file is an archive, whatever its extension.</summary>
    public bool IsArchive { get; init; }

    /// <summary>Gets the address in RAM at which the ROM counts frames and presses (emulator/rom/README.md).</summary>
    public int CountersAddress => Platform == "GBA" ? 0x02000000 : 0xC000;
}
