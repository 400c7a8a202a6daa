namespace Bridge.SocketPool.Model;

/// <summary>What an emulator is doing, as far as the bridge can know.</summary>
public enum EmulatorState
{
    /// <summary>No connection: mGBA does not run, or the script is not loaded.</summary>
    NoEmulator,

    /// <summary>The script answers, or the connection stands, but no game is loaded.</summary>
    NoGame,

    /// <summary>
    /// The game has jumped to an address where nothing is. mGBA's window emulates no further frame of it;
    /// a headless mGBA emulates frames in which it does nothing. A reset, or a save state from before, makes it run again.
    /// </summary>
    Crashed,

    /// <summary>The connection stands and nothing is answered: no frames are emulated.</summary>
    Paused,

    /// <summary>
    /// The connection stands and nothing has been answered since a state or a game was loaded, or two seconds after: a state whose machine
    /// is damaged can make mGBA calculate for ever. The bridge can't tell that from a game that somebody paused just then.
    /// </summary>
    Stuck,

    /// <summary>It answers.</summary>
    Running,

    /// <summary>It answers, and the game stands still because a client holds it.</summary>
    Held,

    /// <summary>The script speaks another version of the protocol.</summary>
    ScriptOutdated,

    /// <summary>The script wants another secret.</summary>
    Unauthorized,
}
