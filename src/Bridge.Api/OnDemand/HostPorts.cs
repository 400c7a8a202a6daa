using System.Net;
using System.Net.Sockets;

namespace Bridge.Api.OnDemand;

/// <summary>Chooses free ports on 127.0.0.1, below those that Linux gives to outgoing connections.</summary>
internal sealed class HostPorts
{
    private const int First = 20_000;
    private const int Count = 12_000;

    // Random, so that two bridges rarely try the same port at the same time.
    private int _next = Random.Shared.Next(Count);

    public int Take()
    {
        for (var tries = 0; tries < Count; tries++)
        {
            var port = First + (int)((uint)Interlocked.Increment(ref _next) % Count);
            if (IsFree(port))
                return port;
        }

        throw new InvalidOperationException($"None of the ports {First} to {First + Count - 1} is free.");
    }

    private static bool IsFree(int port)
    {
        using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
