using System.Net.Sockets;
using System.Text;

namespace Bridge.EndToEnd.Tests.Safety.Limits;

/// <summary>A request that its client leaves unfinished.</summary>
internal sealed record HeldRequest(string Text, Socket Socket) : IDisposable
{
    /// <summary>Gets whether the bridge has answered or closed the connection.</summary>
    public bool IsAnswered => Socket.Poll(TimeSpan.Zero, SelectMode.SelectRead);

    /// <summary>Sends the beginning of a request over a new connection.</summary>
    public static async Task<HeldRequest> SendAsync(Uri address, string text)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await socket.ConnectAsync(address.Host, address.Port);
        var bytes = Encoding.ASCII.GetBytes(text);
        for (var sent = 0; sent < bytes.Length;)
            sent += await socket.SendAsync(bytes.AsMemory(sent));
        return new HeldRequest(text, socket);
    }

    public void Dispose() => Socket.Dispose();
}
