namespace Bridge.Api.Server.Hosting;

/// <summary>Settings of listening, besides the addresses.</summary>
/// <param name="MaxConnections">Max concurrent HTTP connections for each address.</param>
/// <param name="Unix">The Unix socket of HTTP.</param>
internal sealed record ListeningOptions(int MaxConnections, UnixOptions Unix);
