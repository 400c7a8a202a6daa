namespace Bridge.SocketPool.Simulation.Callers;

/// <summary>The kind of a caller's request; <see cref="TrackedRequest.ToRequest"/> has the command of each.</summary>
internal enum Kind
{
    Get,
    Refused,
    Set,
    Step,
    Echo,
    Press,
    Range,
    WriteRange,
    Wait,
}
