namespace Bridge.SocketPool.Commands;

/// <summary>What a save state holds besides the machine itself, as mGBA's <c>C.SAVESTATE</c> numbers it, and one part of our own.</summary>
[Flags]
public enum StateParts
{
    /// <summary>Nothing else.</summary>
    None = 0,
    /// <summary>The picture; the state is then a PNG, which takes milliseconds to make.</summary>
    Picture = 1 << 0,
    /// <summary>
    /// The save memory. When a state is loaded without this part, the game sees the state's save memory and the save file keeps its own.
    /// </summary>
    SaveData = 1 << 1,
    /// <summary>The cheats.</summary>
    Cheats = 1 << 2,
    /// <summary>The cartridge's clock.</summary>
    Clock = 1 << 3,
    /// <summary>When and by what it was made.</summary>
    Metadata = 1 << 4,
    /// <summary>
    /// The picture as pixels, where the emulator offers them, which costs next to nothing; elsewhere none.
    /// Only when saving, and not with <see cref="Picture"/>.
    /// </summary>
    Pixels = 1 << 5,
    /// <summary>Everything of mGBA's.</summary>
    All = Picture | SaveData | Cheats | Clock | Metadata,
    /// <summary>Everything but the picture, unless there are pixels: about a millisecond.</summary>
    Fast = (All & ~Picture) | Pixels,
    /// <summary>What mGBA takes from a state unless told otherwise: everything, and the save file stays as it is.</summary>
    Loaded = All & ~SaveData,
}
