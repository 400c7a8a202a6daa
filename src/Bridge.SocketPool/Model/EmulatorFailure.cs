namespace Bridge.SocketPool.Model;

/// <summary>Why a request has no reply that can be used.</summary>
public enum EmulatorFailure
{
    /// <summary>Nothing listens at the emulator's address.</summary>
    NoEmulator,

    /// <summary>The script is there, but no game is loaded.</summary>
    NoGame,

    /// <summary>The game has crashed, and mGBA emulates no further frame of it.</summary>
    Crashed,

    /// <summary>Connected, but no frame has been emulated for a while: paused, or no game was ever loaded.</summary>
    Paused,

    /// <summary>Connected, but no frame has been emulated since a state or a game was loaded.</summary>
    Stuck,

    /// <summary>The script speaks another version of the protocol.</summary>
    ScriptOutdated,

    /// <summary>The script wants a secret that the bridge was not given.</summary>
    Unauthorized,

    /// <summary>A queue is full, in the bridge or in the script; nothing was run.</summary>
    Overloaded,

    /// <summary>The connection broke before the request had left the bridge; nothing was run.</summary>
    NotApplied,

    /// <summary>The connection broke, or the deadline passed, after the request had left: it may have run, or not.</summary>
    OutcomeUnknown,

    /// <summary>A command without effects was not answered within its deadline.</summary>
    TimedOut,

    /// <summary>An argument is outside what the script accepts.</summary>
    BadRequest,

    /// <summary>The address, or the end of the range, is outside the game's memory.</summary>
    OutOfRange,

    /// <summary>The game has no such memory domain.</summary>
    UnknownDomain,

    /// <summary>The game's bus ignores writes there.</summary>
    ReadOnlyMemory,

    /// <summary>It contradicts what is held already.</summary>
    Conflict,

    /// <summary>There is no such press or sequence, or none any more.</summary>
    UnknownId,

    /// <summary>Somebody else holds the game.</summary>
    Held,

    /// <summary>The game is not held, or the lease has run out.</summary>
    NotHeld,

    /// <summary>Another command dropped it before it began.</summary>
    Cancelled,

    /// <summary>Another command ended it early.</summary>
    Interrupted,

    /// <summary>The save state is damaged, incomplete, or of another game; nothing was changed.</summary>
    BadState,

    /// <summary>This script, or this build of mGBA, can't do it.</summary>
    Unsupported,

    /// <summary>mGBA was asked and said no.</summary>
    Failed,

    /// <summary>The script had an error of its own.</summary>
    ScriptError,

    /// <summary>What came over the wire is not the protocol.</summary>
    ProtocolError,

    /// <summary>The bridge is being stopped; nothing was run, or nothing that has effects.</summary>
    Stopping,
}
