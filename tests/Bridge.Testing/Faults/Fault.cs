namespace Bridge.Testing.Faults;

/// <summary>What a <see cref="FaultProxy"/> does to the bytes between bridge and script (docs/reliability.md, "Faults").</summary>
public enum Fault
{
    None,
    Latency,
    OneByte,
    Bandwidth,
    BlackHole,
    Reset,
    HalfClose,
    SlowClose,
    Cut,
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
