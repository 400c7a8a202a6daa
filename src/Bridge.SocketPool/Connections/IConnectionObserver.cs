namespace Bridge.SocketPool.Connections;

/// <summary>Observes the connections of one emulator. Declared here so that connections don't depend on their observers.</summary>
/// <remarks>
/// Called on a connection's receive thread and by its keeper, perhaps concurrently: each call must return quickly and must not throw.
/// </remarks>
internal interface IConnectionObserver
{
    /// <summary>Called when the connection for events has completed its hello.</summary>
    void OnAttached(ReusableSocket socket);

    /// <summary>Called when the connection for events has ended.</summary>
    void OnDetached();

    /// <summary>Called when the connection for events has received a message that answers no request.</summary>
    void OnServerMessage(in ServerMessage message);

    /// <summary>Called when the script has sent the facts of another game.</summary>
    void OnFacts();

    /// <summary>Called when the emulator's state or its facts may have changed.</summary>
    void OnHeartbeat();
}
