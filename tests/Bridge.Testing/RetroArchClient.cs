using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Bridge.Testing;

/// <summary>Sends RetroArch's network commands to a door.</summary>
public sealed class RetroArchClient : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
    private readonly byte[] _buffer = new byte[65536];

    /// <param name="port">The door's port.</param>
    /// <param name="from">The client's port; 0: any.</param>
    public RetroArchClient(int port, int from = 0)
    {
        _socket.Bind(new IPEndPoint(IPAddress.Loopback, from));
        _socket.Connect(new IPEndPoint(IPAddress.Loopback, port));
    }

    /// <summary>Gets whether a datagram has come.</summary>
    public bool HasReply => _socket.Available > 0;

    /// <summary>Sends a command and returns the next datagram.</summary>
    public async Task<string> AskAsync(string command)
    {
        await SendAsync(command).ConfigureAwait(false);
        return await ReceiveAsync().ConfigureAwait(false);
    }

    /// <summary>Sends commands, then VERSION, whose reply shows that all have run, and returns the replies before it.</summary>
    public async Task<IReadOnlyList<string>> RunAsync(params string[] commands)
    {
        var replies = new List<string>();
        foreach (var command in commands)
            await SendAsync(command).ConfigureAwait(false);
        await SendAsync("VERSION").ConfigureAwait(false);
        while (await ReceiveAsync().ConfigureAwait(false) is { } reply && !char.IsAsciiDigit(reply[0]))
            replies.Add(reply);
        return replies;
    }

    public Task SendAsync(string command) => SendAsync(Encoding.UTF8.GetBytes(command));

    public async Task SendAsync(ReadOnlyMemory<byte> datagram) =>
        await _socket.SendAsync(datagram, SocketFlags.None).ConfigureAwait(false);

    public async Task<string> ReceiveAsync()
    {
        using var patience = new CancellationTokenSource(Patience);
        var length = await _socket.ReceiveAsync(_buffer, SocketFlags.None, patience.Token).ConfigureAwait(false);
        return Encoding.UTF8.GetString(_buffer, 0, length);
    }

    public void Dispose() => _socket.Dispose();
}
