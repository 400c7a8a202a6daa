using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Bridge.LoadBench.Hook;

/// <summary>A connection that carries one request at a time: text that ends in the terminator, in both directions.</summary>
internal sealed class ExclusiveSocket(int port) : IDisposable
{
    private const string Terminator = "<|END|>";

    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly byte[] _buffer = new byte[1024];

    /// <summary>Gets whether the connection is usable. After a failure, the next reply can't be matched to a request.</summary>
    public bool IsUsable { get; private set; } = true;

    public async Task<string> SendAsync(string message)
    {
        IsUsable = false;
        if (!_socket.Connected)
            await _socket.ConnectAsync(IPAddress.Loopback, port);
        await _socket.SendAsync(Encoding.UTF8.GetBytes(message + Terminator));
        var reply = new StringBuilder();
        do
        {
            var count = await _socket.ReceiveAsync(_buffer);
            if (count == 0)
                throw new EndOfStreamException("The script closed the connection.");
            reply.Append(Encoding.UTF8.GetString(_buffer, 0, count));
        } while (!reply.ToString().EndsWith(Terminator, StringComparison.Ordinal));

        IsUsable = true;
        return reply.ToString(0, reply.Length - Terminator.Length);
    }

    public void Dispose() => _socket.Dispose();
}
