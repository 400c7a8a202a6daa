namespace Bridge.SocketPool.Model;

/// <summary>Lists the states of an emulator, as far as the bridge can know them.</summary>
public enum EmulatorState
{
    /// <summary>No connection: mGBA is not running, or the script is not loaded.</summary>
    NoEmulator,

    /// <summary>The script is connected, but no game is loaded.</summary>
    NoGame,

    /// <summary>
    /// The game has jumped to an address without code. mGBA's window runs no more frames of it; a headless mGBA runs frames in which it
    /// does nothing. A reset, or an older save state, makes it run again.
    /// </summary>
    Crashed,

    /// <summary>Connected, but the script doesn't respond: no frames are emulated.</summary>
    Paused,

    /// <summary>
    /// Connected, but the script stopped responding within two seconds of loading a state or a game: a damaged state can make mGBA hang.
    /// The bridge can't distinguish this from a game that was paused at that moment.
    /// </summary>
    Stuck,

    /// <summary>The game is running.</summary>
    Running,

    /// <summary>A client holds the game.</summary>
    Held,

    /// <summary>The script uses another version of the protocol.</summary>
    ScriptOutdated,

    /// <summary>The script requires another secret, or has none.</summary>
    WrongSecret,

    /// <summary>
    /// The program at the emulator's address belongs to another account, or relays the connection to the script. The bridge believes
    /// nothing of it, and sends it no command.
    /// </summary>
    ForeignScript,

    /// <summary>The game is stopped between two instructions: at a breakpoint, or after steps from there.</summary>
    Stopped,
}
