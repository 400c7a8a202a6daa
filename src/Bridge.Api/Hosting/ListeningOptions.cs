namespace Bridge.Api.Hosting;

/// <summary>Where and to how many the bridge listens, as the settings say, besides its addresses.</summary>
/// <param name="MaxConnections">Connections of HTTP at a time.</param>
/// <param name="Unix">The socket in the file system.</param>
internal sealed record ListeningOptions(int MaxConnections, UnixOptions Unix);
