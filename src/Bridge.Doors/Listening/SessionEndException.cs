namespace Bridge.Doors.Listening;

/// <summary>Ends a client's session.</summary>
/// <param name="reason">Why, for the log; it continues a sentence.</param>
internal sealed class SessionEndException(string reason) : Exception(reason)
{
    /// <summary>Gets whether the client is to be told that the game has ended.</summary>
    public bool GameIsOver { get; init; }
}
