using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Text;

namespace Bridge.LoadBench.Rates;

/// <summary>One connection of <see cref="OpenLoop"/>, with one request at a time.</summary>
[SupportedOSPlatform("linux")]
internal sealed class EchoCaller : IDisposable
{
    private const int GuidLength = 36;

    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly Tally _tally;
    private readonly byte[] _request;
    private readonly byte[] _response;
    private readonly int _messageAt;
    private readonly int _size;
    private int _received;
    private double _due;
    private bool _isClosed;

    /// <param name="address">The server.</param>
    /// <param name="host">The Host header.</param>
    /// <param name="path">The path up to the message.</param>
    /// <param name="size">The bytes of the message, at least 36.</param>
    /// <param name="tally">Counts the responses.</param>
    public EchoCaller(IPEndPoint address, string host, string path, int size, Tally tally)
    {
        (_tally, _size) = (tally, size);
        var before = $"GET {path}";
        _messageAt = before.Length;
        _request = Encoding.ASCII.GetBytes($"{before}{new string('.', size)} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        _response = new byte[size + 4096];
        _socket.Connect(address);
        _socket.Blocking = false;
    }

    /// <summary>Gets the file descriptor, which epoll watches.</summary>
    public int Handle => (int)_socket.Handle;

    /// <summary>Gets whether the connection is closed: the server closes it after a long address, or while it is idle.</summary>
    public bool IsClosed => _isClosed;

    private ReadOnlySpan<byte> Message => _request.AsSpan(_messageAt, _size);

    /// <param name="due">When the request is due, by <see cref="Clock.Now"/>.</param>
    /// <exception cref="InvalidOperationException">The server has closed the connection or accepts no data.</exception>
    public void Ask(double due)
    {
        Guid.NewGuid().TryFormat(_request.AsSpan(_messageAt, GuidLength), out _);
        _due = due;
        if (EpollSystem.Send(Handle, _request) != _request.Length)
            throw new InvalidOperationException("A request couldn't be sent.");
    }

    /// <summary>Reads incoming data.</summary>
    /// <returns>Whether the response is whole and the next request may be sent.</returns>
    public bool Take()
    {
        var count = EpollSystem.Receive(Handle, _response.AsSpan(_received));
        if (count == EpollSystem.WouldBlock)
            return false;
        if (count <= 0)
        {
            // The last request counts as not answered.
            Dispose();
            return false;
        }

        _received += count;
        var response = _response.AsSpan(0, _received);
        if (!Response.TryFindBody(response, out var body))
            return false;
        Judge(response, response[body..]);
        _received = 0;
        if (response[..body].IndexOf("Connection: close"u8) < 0)
            return true;
        Dispose();
        return false;
    }

    public void Dispose()
    {
        _isClosed = true;
        _socket.Dispose();
    }

    private void Judge(ReadOnlySpan<byte> response, ReadOnlySpan<byte> body)
    {
        var time = (Clock.Now - _due) * 1000;
        var isOk = response.StartsWith("HTTP/1.1 200"u8);
        var isRight = isOk && body.SequenceEqual(Message);
        var isForeign = isOk && !isRight && body.Length >= GuidLength && Guid.TryParse(Encoding.ASCII.GetString(body[..GuidLength]), out _);
        _tally.Add(time, isRight, isForeign && !body.StartsWith(Message[..GuidLength]));
    }
}
