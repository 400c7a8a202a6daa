namespace Bridge.SocketPool.Commands;

/// <summary>Lists how commands change the state of the game that the bridge keeps.</summary>
public enum CommandEffect
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>A state or a game is loaded, or the game is reset: earlier speed measurements are invalid.</summary>
    Loads,

    /// <summary>The game's speed changes.</summary>
    ChangesSpeed,

    /// <summary>The game is held.</summary>
    Holds,

    /// <summary>The game is released.</summary>
    Releases,

    /// <summary>The reply's first argument says whether the game is held.</summary>
    TellsHold,
}
