namespace Bridge.SocketPool.Commands;

/// <summary>Says which of an emulator's connections a command uses.</summary>
public enum CommandRouting
{
    /// <summary>Any connection except the first, if there are others. The reply may be late or long.</summary>
    Slow,

    /// <summary>
    /// The first connection, shared with all other quick commands so that they are sent in one batch; another one if the first is full. The
    /// script replies at once and briefly. Steps are quick, so that a client that steps and reads uses a single connection.
    /// </summary>
    Quick,
}
