namespace Bridge.SocketPool.Connections;

/// <summary>A message that answers no request. Its spans are valid during the call that hands it over.</summary>
internal readonly ref struct ServerMessage(ReadOnlySpan<byte> word, long frame, ReadOnlySpan<byte> arguments, ReadOnlySpan<byte> payload)
{
    /// <summary>What it is about (docs/protocol/wire.md, "Events").</summary>
    public ReadOnlySpan<byte> Word { get; } = word;

    /// <summary>The frame number; -1 without a game.</summary>
    public long Frame { get; } = frame;

    /// <summary>The arguments as they stand on the wire.</summary>
    public ReadOnlySpan<byte> Arguments { get; } = arguments;

    /// <summary>The payload.</summary>
    public ReadOnlySpan<byte> Payload { get; } = payload;
}

/// <summary>Takes a notice. Called by the connection's reader, so it must be quick.</summary>
internal delegate void ServerMessageHandler(in ServerMessage notice);
