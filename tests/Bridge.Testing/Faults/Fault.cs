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

/// <summary>What a <see cref="FaultProxy"/> keeps back until its fault strikes, so that the moment is exact.</summary>
public enum Hold
{
    Nothing,

    /// <summary>Connections it has accepted: the script hears nothing of them.</summary>
    Connections,

    /// <summary>Replies to anything but pings.</summary>
    Replies,

    /// <summary>The second half of the first of these replies, and all others.</summary>
    HalfReplies,

    /// <summary>The second half of the next request that isn't a ping.</summary>
    HalfRequests,
}
