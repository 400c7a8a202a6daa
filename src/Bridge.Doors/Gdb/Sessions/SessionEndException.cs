namespace Bridge.Doors.Gdb.Sessions;

/// <summary>Ends a session.</summary>
/// <param name="reason">Why, for the log; it goes on a sentence.</param>
internal sealed class SessionEndException(string reason) : Exception(reason)
{
    /// <summary>Gets whether the debugger is to be told that the game has ended.</summary>
    public bool GameIsOver { get; init; }
}
