namespace Bridge.SocketPool.Model;

/// <summary>What happens when a command that has run is run once more.</summary>
public enum ReplayCategory
{
    /// <summary>It has effects that add up, like a press. Never sent again once it may have run.</summary>
    NotReplayable,

    /// <summary>
    /// The last one wins, like a write: its client may repeat it, the bridge doesn't, because another client's write may
    /// have come in between.
    /// </summary>
    LastWriteWins,

    /// <summary>It changes nothing, so it may be sent again whatever happened.</summary>
    ReadOnly,
}
