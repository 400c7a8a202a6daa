namespace Bridge.SocketPool.Commands;

/// <summary>Which of an emulator's connections a command takes.</summary>
public enum CommandRouting
{
    /// <summary>Any but the first one while there are others: the script may answer it late or at length.</summary>
    Slow,

    /// <summary>
    /// The first one, with all other quick commands, so that many of them travel in one send; another one if the first is full. The script
    /// answers it at once and briefly. A step is among them, so that a client that steps and reads is heard on one connection.
    /// </summary>
    Quick,
}
