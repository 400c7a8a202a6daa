namespace Bridge.SocketPool.Commands;

/// <summary>What a command changes of that which the bridge knows of the game without asking.</summary>
public enum CommandEffect
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>A state or a game is loaded, or the game is reset: what was measured before says nothing.</summary>
    Loads,

    /// <summary>The game runs at another speed.</summary>
    ChangesSpeed,

    /// <summary>The game is held.</summary>
    Holds,

    /// <summary>The game is released.</summary>
    Releases,

    /// <summary>The reply's first argument tells whether the game is held.</summary>
    TellsHold,
}
