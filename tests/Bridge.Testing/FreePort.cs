using System.Net;
using System.Net.Sockets;

namespace Bridge.Testing;

/// <summary>Finds a TCP port of the loopback address on which nothing listens right now.</summary>
public static class FreePort
{
    private static readonly Lock Gate = new();
    private static readonly HashSet<int> Given = [];

    public static int Take()
    {
        lock (Gate)
        {
            // The kernel may return the same port again before its first user listens on it.
            while (true)
            {
                using var probe = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
                probe.Bind(new IPEndPoint(IPAddress.Loopback, 0));
                var port = ((IPEndPoint)probe.LocalEndPoint!).Port;
                if (Given.Add(port))
                    return port;
            }
        }
    }
}
