using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Text;

namespace Bridge.LoadBench.Overload;

/// <summary>One connection of the <see cref="Flood"/>, with one request at a time.</summary>
[SupportedOSPlatform("linux")]
internal sealed class FloodClient : IDisposable
{
    // A picture in base64 has a few KiB; the buffer grows for longer responses.
    private const int FirstBufferBytes = 16 * 1024;

    private static readonly LingerOption Reset = new(enable: true, seconds: 0);

    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp)
        { NoDelay = true, LingerState = Reset };
    private byte[] _response = new byte[FirstBufferBytes];
    private int _received;

    public FloodClient(EndPoint address)
    {
        _socket.Connect(address);
        _socket.Blocking = false;
    }

    /// <summary>Gets the file descriptor, which epoll watches.</summary>
    public int Handle => (int)_socket.Handle;

    /// <summary>Gets when the request was due, by <see cref="Clock.Now"/>; null while no response is expected.</summary>
    public double? Due { get; private set; }

    /// <returns>False if the server has closed the connection.</returns>
    public bool TryAsk(double due, ReadOnlySpan<byte> request)
    {
        Due = due;
        return EpollSystem.Send(Handle, request) == request.Length;
    }

    /// <summary>Reads incoming data.</summary>
    /// <returns>The response; without a status while it is not whole; or <see cref="Answer.Gone"/>.</returns>
    public Answer Take()
    {
        if (_received == _response.Length)
            Array.Resize(ref _response, _response.Length * 2);
        var count = EpollSystem.Receive(Handle, _response.AsSpan(_received));
        if (count == EpollSystem.WouldBlock)
            return default;
        if (count <= 0)
            return Answer.Gone;
        _received += count;
        var response = _response.AsSpan(0, _received);
        if (!Response.TryFindBody(response, out var body))
            return default;
        (_received, Due) = (0, null);
        return new Answer(
            int.Parse(Encoding.ASCII.GetString(response.Slice("HTTP/1.1 ".Length, 3)), CultureInfo.InvariantCulture),
            HasPicture: response[body..].IndexOf("\"png\""u8) >= 0,
            SaysWhen: response[..body].IndexOf("\r\nRetry-After:"u8) >= 0);
    }

    /// <summary>Closes the connection by a reset, so that no port stays in TIME_WAIT.</summary>
    public void Dispose() => _socket.Dispose();
}

/// <summary>The state of a response at a <see cref="FloodClient"/>.</summary>
/// <param name="Status">The HTTP status; 0 until the response is whole.</param>
/// <param name="HasPicture">Whether it contains the picture.</param>
/// <param name="SaysWhen">Whether it has a Retry-After header.</param>
internal readonly record struct Answer(int Status, bool HasPicture, bool SaysWhen)
{
    /// <summary>Gets the value for a connection that the server has closed.</summary>
    public static readonly Answer Gone = new(Status: -1, HasPicture: false, SaysWhen: false);
}
