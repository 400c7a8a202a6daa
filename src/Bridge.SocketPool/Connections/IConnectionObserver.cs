namespace Bridge.SocketPool.Connections;

/// <summary>Observes the connections of one emulator. It stands here so that connections need not know who observes them.</summary>
/// <remarks>Called by a connection's reader and by its keeper, perhaps at once: each call must return quickly and must not throw.</remarks>
internal interface IConnectionObserver
{
    /// <summary>The connection that carries events has said hello.</summary>
    void OnAttached(ReusableSocket socket);

    /// <summary>The connection that carries events is over.</summary>
    void OnDetached();

    /// <summary>A message that answers no request has come over the connection that carries events.</summary>
    void OnServerMessage(in ServerMessage notice);

    /// <summary>The script has told the facts of another game.</summary>
    void OnFacts();

    /// <summary>The emulator's state or its facts may have changed.</summary>
    void OnHeartbeat();
}
