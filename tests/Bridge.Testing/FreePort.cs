using System.Net;
using System.Net.Sockets;

namespace Bridge.Testing;

/// <summary>
/// Finds a TCP port of the loopback address on which nothing listens right now. It is below the ports that Linux, Windows and macOS give
/// to sockets that ask for none, so that no such socket takes it before a test listens on it, or while a test needs it unused.
/// </summary>
public static class FreePort
{
    private const int First = 10_000;
    private const int Last = 32_767;

    private static readonly Lock Gate = new();
    private static readonly HashSet<int> Given = [];

    public static int Take()
    {
        lock (Gate)
        {
            while (Given.Count <= Last - First)
            {
                var port = Random.Shared.Next(First, Last + 1);
                if (Given.Add(port) && IsFree(port))
                    return port;
            }
        }

        throw new InvalidOperationException($"All ports from {First} to {Last} were given before.");
    }

    private static bool IsFree(int port)
    {
        using var probe = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            probe.Bind(new IPEndPoint(IPAddress.Loopback, port));
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
