namespace Bridge.Testing.Faults;

/// <summary>What a <see cref="FaultProxy"/> does to the bytes between bridge and script (docs/reliability.md, "Faults").</summary>
public enum Fault
{
    None,

    // These last until the proxy's Lift: bytes come 300 ms late, one by one, 4 KiB each 50 ms, or not at all.
    Latency,
    OneByte,
    Bandwidth,
    BlackHole,

    // These end open connections: by an error, by an end of the replies alone, after half a second of silence, or within the next reply.
    Reset,
    HalfClose,
    SlowClose,
    Cut,

    // These insert or change replies.
    Duplicate,
    Unsolicited,
    WrongId,
    Garbage,
    MissingTerminator,
    ShiftedTerminator,
    HugeReply,
}

/// <summary>What a <see cref="FaultProxy"/> holds back until its fault strikes, so that the moment is exact.</summary>
public enum Hold
{
    Nothing,

    /// <summary>Accepted connections: the script doesn't see them.</summary>
    Connections,

    /// <summary>Replies, except those to pings.</summary>
    Replies,

    /// <summary>The second half of the first of these replies, and all later ones.</summary>
    HalfReplies,

    /// <summary>The second half of the next request that isn't a ping.</summary>
    HalfRequests,
}
