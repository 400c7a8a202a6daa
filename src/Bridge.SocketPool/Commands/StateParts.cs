namespace Bridge.SocketPool.Commands;

/// <summary>
/// Lists the parts of a save state besides the machine itself, numbered like mGBA's <c>C.SAVESTATE</c>, and one part of our own.
/// </summary>
[Flags]
public enum StateParts
{
    /// <summary>Nothing else.</summary>
    None = 0,
    /// <summary>The screenshot. The state is then a PNG, which takes milliseconds to encode.</summary>
    Picture = 1 << 0,
    /// <summary>
    /// The save memory. If a state is loaded without this part, the game sees the state's save memory, and the save file keeps its own.
    /// </summary>
    SaveData = 1 << 1,
    /// <summary>The cheats.</summary>
    Cheats = 1 << 2,
    /// <summary>The cartridge's real-time clock.</summary>
    Clock = 1 << 3,
    /// <summary>The time and the program that saved the state.</summary>
    Metadata = 1 << 4,
    /// <summary>
    /// The screenshot as raw pixels, which costs almost nothing; ignored if the emulator doesn't offer pixels. Only for saving. Together
    /// with <see cref="Picture"/>, the state is a PNG only if the emulator doesn't offer pixels.
    /// </summary>
    Pixels = 1 << 5,
    /// <summary>All of mGBA's parts.</summary>
    All = Picture | SaveData | Cheats | Clock | Metadata,
    /// <summary>All parts, with raw pixels instead of the PNG screenshot. Saving takes about a millisecond.</summary>
    Fast = (All & ~Picture) | Pixels,
    /// <summary>The parts that mGBA loads by default: all, but the save file stays unchanged.</summary>
    Loaded = All & ~SaveData,
}
