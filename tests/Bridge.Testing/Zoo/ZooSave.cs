namespace Bridge.Testing.Zoo;

/// <summary>The save memory of a game: how it is written, its size, and the size of the save file once the emulator has ended.</summary>
public sealed record ZooSave(ZooSaveKind Kind, int Bytes, int FileBytes)
{
    public ZooSave(ZooSaveKind kind, int bytes)
        : this(kind, bytes, bytes)
    {
    }

    /// <summary>Gets a game without save memory: mGBA still creates an empty file.</summary>
    public static ZooSave None { get; } = new(ZooSaveKind.None, 0);
}

/// <summary>What a button-test ROM does with its save memory.</summary>
public enum ZooSaveKind
{
    /// <summary>There is none.</summary>
    None,

    /// <summary>The ROM reads and writes it.</summary>
    Plain,

    /// <summary>The ROM reads it; writing needs commands that the ROM doesn't implement.</summary>
    Flash,

    /// <summary>The ROM neither reads nor writes it: the chip is serial.</summary>
    Eeprom,
}
