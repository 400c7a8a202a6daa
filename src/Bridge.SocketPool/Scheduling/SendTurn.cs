namespace Bridge.SocketPool.Scheduling;

/// <summary>When and on which thread the send queue is sent.</summary>
internal enum SendTurn
{
    /// <summary>The sender runs already or is scheduled: the caller has nothing to do.</summary>
    Claimed,

    /// <summary>On the caller's thread, at once, which saves a thread switch.</summary>
    Now,

    /// <summary>On the caller's socket thread, at the end of its round.</summary>
    AtRoundEnd,

    /// <summary>On the thread pool.</summary>
    InThreadPool,
}
