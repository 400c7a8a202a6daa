using System.Net;

namespace Bridge.EndToEnd.Tests.Raw;

/// <summary>A running game whose bridge has a raw listener, on a socket in the file system and on TCP.</summary>
public sealed class RawGame : RunningGame
{
    private readonly int _port = FreePort.Take();

    /// <summary>Gets the path of the raw listener's Unix socket.</summary>
    public string Path { get; } = SocketPath.Take();

    /// <summary>Gets the TCP address of the raw listener.</summary>
    public IPEndPoint Address => new(IPAddress.Loopback, _port);

    protected override (string Name, string Value)[] Settings =>
        [("Bridge:Raw:Unix:Path", Path), ("Bridge:Raw:Address", $"127.0.0.1:{_port}")];
}

/// <summary>Returns new paths for sockets, short enough for the 107 bytes that a Unix socket's path may have.</summary>
internal static class SocketPath
{
    public static string Take() => System.IO.Path.Combine(System.IO.Path.GetTempPath(), $"bridge-{Guid.NewGuid():N}"[..23]);
}
