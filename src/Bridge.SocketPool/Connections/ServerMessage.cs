namespace Bridge.SocketPool.Connections;

/// <summary>Holds a message that answers no request. Its spans are valid during the call that receives it.</summary>
internal readonly ref struct ServerMessage(ReadOnlySpan<byte> word, long frame, ReadOnlySpan<byte> arguments, ReadOnlySpan<byte> payload)
{
    /// <summary>Gets the message's word (docs/protocol/wire.md, "Events").</summary>
    public ReadOnlySpan<byte> Word { get; } = word;

    /// <summary>Gets the frame number; -1 without a game.</summary>
    public long Frame { get; } = frame;

    /// <summary>Gets the encoded arguments.</summary>
    public ReadOnlySpan<byte> Arguments { get; } = arguments;

    /// <summary>Gets the payload.</summary>
    public ReadOnlySpan<byte> Payload { get; } = payload;
}

/// <summary>Handles a message. Called on the connection's receive thread, so it must be quick.</summary>
internal delegate void ServerMessageHandler(in ServerMessage message);
