namespace Bridge.SocketPool.Connections;

/// <summary>Names who sends a message that was just queued, and when.</summary>
internal enum SendTurn
{
    /// <summary>Somebody else: the sender runs, or will.</summary>
    Claimed,

    /// <summary>The caller, right away, which saves a thread switch.</summary>
    Now,

    /// <summary>The caller's socket thread, at the end of its round.</summary>
    AtRoundEnd,

    /// <summary>The thread pool.</summary>
    InThreadPool,
}
