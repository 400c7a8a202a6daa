namespace Bridge.SocketPool.Simulation.Network;

/// <summary>The network properties of a run.</summary>
/// <param name="Latency">The maximum delay of bytes.</param>
/// <param name="Room">The bytes that one direction holds.</param>
/// <param name="Pieces">The probability of a partial send or receive, 0 to 1.</param>
internal sealed record NetworkProfile(TimeSpan Latency, int Room, double Pieces);
