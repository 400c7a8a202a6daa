namespace Bridge.SocketPool.Model;

/// <summary>Says what happens if a command that has run is sent again. Ordered from the least repeatable.</summary>
public enum ReplayCategory
{
    /// <summary>Effects add up, like presses. Never retried once it may have run.</summary>
    NotReplayable,

    /// <summary>
    /// The last one wins, like a write. A client may repeat it; the bridge doesn't, because another client may have written in between.
    /// </summary>
    LastWriteWins,

    /// <summary>Changes nothing, so it can always be retried.</summary>
    ReadOnly,
}
