namespace Bridge.Doors.Listening;

/// <summary>What the clients of a door over UDP speak.</summary>
/// <param name="Clients">Their name, for the log.</param>
/// <param name="Port">The port at which programs like this one listen.</param>
/// <param name="RunAsync">Runs a datagram, and returns a datagram for each reply.</param>
/// <param name="CloseAsync">Called when the door has closed.</param>
internal sealed record UdpProtocol(
    string Clients, int Port, Func<ReadOnlyMemory<byte>, CancellationToken, IAsyncEnumerable<byte[]>> RunAsync, Func<ValueTask> CloseAsync);
