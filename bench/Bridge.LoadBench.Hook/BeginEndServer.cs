using System.Net;
using System.Net.Sockets;

namespace Bridge.LoadBench.Hook;

/// <summary>
/// Pushes messages the way servers did before buffers were pooled: a Begin… and an End… call for each operation, each with a new object
/// and a new buffer. A timer for each client sends it 128 bytes every 100 ms.
/// </summary>
internal static class BeginEndServer
{
    private const int MessageBytes = 128;

    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);

    // Keeps the timers from the garbage collector.
    private static readonly List<Timer> Timers = [];

    /// <returns>The port that the server listens on.</returns>
    public static int Start()
    {
        var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        listener.BeginAccept(OnAccepted, listener);
        return ((IPEndPoint)listener.LocalEndPoint!).Port;
    }

    private static void OnAccepted(IAsyncResult result)
    {
        var listener = (Socket)result.AsyncState!;
        var client = listener.EndAccept(result);
        listener.BeginAccept(OnAccepted, listener);
        Receive(client);
        lock (Timers)
            Timers.Add(new Timer(_ => Send(client), state: null, Interval, Interval));
    }

    private static void Receive(Socket client)
    {
        var operation = new Operation(client, new byte[1024]);
        client.BeginReceive(operation.Buffer, 0, operation.Buffer.Length, SocketFlags.None, OnReceived, operation);
    }

    private static void OnReceived(IAsyncResult result)
    {
        var operation = (Operation)result.AsyncState!;
        if (operation.Client.EndReceive(result, out var error) > 0 && error == SocketError.Success)
            Receive(operation.Client);
    }

    private static void Send(Socket client)
    {
        var operation = new Operation(client, new byte[MessageBytes]);
        client.BeginSend(operation.Buffer, 0, MessageBytes, SocketFlags.None, out _, OnSent, operation);
    }

    private static void OnSent(IAsyncResult result) => ((Operation)result.AsyncState!).Client.EndSend(result, out _);

    private sealed record Operation(Socket Client, byte[] Buffer);
}
