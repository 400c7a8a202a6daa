namespace Bridge.SocketPool.Simulation.Network;

/// <summary>What the network of a run is like.</summary>
/// <param name="Latency">The longest time that bytes are under way.</param>
/// <param name="Room">Bytes that one direction holds.</param>
/// <param name="Pieces">How often a send or receive takes only a part, 0 to 1.</param>
internal sealed record Traits(TimeSpan Latency, int Room, double Pieces);
