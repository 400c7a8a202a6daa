namespace Bridge.SocketPool.Connections;

/// <summary>Replaces the client's type: the simulation has TCP only.</summary>
internal static class UnixSocket
{
    public static Task<Socket> ConnectAsync(string path, CancellationToken cancellationToken) =>
        throw new NotSupportedException($"a Unix socket at {path}");
}
