namespace Bridge.SocketPool.Simulation.Callers;

/// <summary>What a caller asks for.</summary>
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
