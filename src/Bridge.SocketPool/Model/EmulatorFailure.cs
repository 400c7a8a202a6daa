namespace Bridge.SocketPool.Model;

/// <summary>Lists the reasons why a request has no successful reply.</summary>
public enum EmulatorFailure
{
    /// <summary>Nothing listens at the emulator's address.</summary>
    NoEmulator,

    /// <summary>The script is connected, but no game is loaded.</summary>
    NoGame,

    /// <summary>The game has crashed, and mGBA runs no more frames of it.</summary>
    Crashed,

    /// <summary>Connected, but no frames are emulated: the game is paused, or none was ever loaded.</summary>
    Paused,

    /// <summary>Connected, but no frame has been emulated since a state or a game was loaded.</summary>
    Stuck,

    /// <summary>The script uses another version of the protocol.</summary>
    ScriptOutdated,

    /// <summary>The script requires a secret that the bridge doesn't have.</summary>
    WrongSecret,

    /// <summary>A queue in the bridge or in the script is full; the command did not run.</summary>
    Overloaded,

    /// <summary>The connection broke before the request was sent; the command did not run.</summary>
    NotApplied,

    /// <summary>The connection broke, or the deadline passed, after the request was sent; the command may or may not have run.</summary>
    OutcomeUnknown,

    /// <summary>A command without effects was not answered within its deadline.</summary>
    TimedOut,

    /// <summary>The script does not accept an argument.</summary>
    BadRequest,

    /// <summary>The address, or the end of the range, is outside the game's memory.</summary>
    OutOfRange,

    /// <summary>The game has no such memory domain.</summary>
    UnknownDomain,

    /// <summary>The game's bus ignores writes there.</summary>
    ReadOnlyMemory,

    /// <summary>The command conflicts with a press or a held button.</summary>
    Conflict,

    /// <summary>No press or sequence has this id, or it ended too long ago.</summary>
    UnknownSequence,

    /// <summary>Another client holds the game, or the command waits for frames, which a held game runs only for steps and acts.</summary>
    Held,

    /// <summary>The game is not held, or the lease has run out.</summary>
    NotHeld,

    /// <summary>Another command cancelled this one before it started.</summary>
    Cancelled,

    /// <summary>Another command ended this one early.</summary>
    Interrupted,

    /// <summary>The save state is damaged, incomplete, or belongs to another game; nothing changed.</summary>
    RefusedState,

    /// <summary>This script, or this build of mGBA, doesn't support the command.</summary>
    Unsupported,

    /// <summary>mGBA refused the operation.</summary>
    EmulatorRefused,

    /// <summary>The script had an internal error.</summary>
    ScriptError,

    /// <summary>The script sent something that breaks the protocol.</summary>
    ProtocolError,

    /// <summary>The bridge is stopping; the command did not run, or it has no effects.</summary>
    Stopping,

    /// <summary>The program at the emulator's address belongs to another account, or relays the connection to the script.</summary>
    ForeignScript,
}
