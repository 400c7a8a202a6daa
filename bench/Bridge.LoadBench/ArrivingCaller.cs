using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Bridge.LoadBench;

/// <summary>One connection of <see cref="Arrivals"/>: one request at a time, and a thread that reads the responses.</summary>
internal sealed class ArrivingCaller : IDisposable
{
    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly ConcurrentStack<ArrivingCaller> _idle;
    private readonly Thread _reader;
    private int _asked;
    private double _due;

    /// <param name="address">The server.</param>
    /// <param name="idle">The stack that the caller joins after each response.</param>
    public ArrivingCaller(IPEndPoint address, ConcurrentStack<ArrivingCaller> idle)
    {
        _idle = idle;
        _socket.Connect(address);
        _reader = new Thread(Read);
        _reader.Start();
    }

    /// <summary>Gets the latency in ms of each request that was answered with 200. Read it after disposal.</summary>
    public List<double> Times { get; } = [];

    /// <summary>Gets the number of other requests. Read it after disposal.</summary>
    public int Failed => _asked - Times.Count;

    /// <summary>Sends a request whose latency counts from <paramref name="due"/>. The caller must have left the stack.</summary>
    public void Ask(double due, ReadOnlySpan<byte> request)
    {
        _asked++;
        Volatile.Write(ref _due, due);
        _socket.Send(request);
    }

    public void Dispose()
    {
        _socket.Shutdown(SocketShutdown.Both);
        _reader.Join();
        _socket.Dispose();
    }

    private void Read()
    {
        var buffer = new byte[4096];
        for (var count = 0; _socket.Receive(buffer, count, buffer.Length - count, SocketFlags.None) is > 0 and var received;)
        {
            var now = Clock.Now;
            count += received;
            if (IsOkOnceWhole(Encoding.ASCII.GetString(buffer, 0, count)) is not { } ok)
                continue;
            if (ok)
                Times.Add((now - Volatile.Read(ref _due)) * 1000);
            count = 0;
            _idle.Push(this);
        }
    }

    // Null until the response is whole; then whether its status is 200.
    private static bool? IsOkOnceWhole(string response)
    {
        const string Length = "Content-Length: ";
        var body = response.IndexOf("\r\n\r\n", StringComparison.Ordinal) + 4;
        if (body < 4)
            return null;
        var length = response.IndexOf(Length, StringComparison.OrdinalIgnoreCase);
        var whole = length > 0 && length < body
            ? response.Length >= body
                + int.Parse(
                    response.AsSpan(length + Length.Length, response.IndexOf('\r', length) - length - Length.Length), provider: null)
            : response.EndsWith("0\r\n\r\n", StringComparison.Ordinal);
        return whole ? response.StartsWith("HTTP/1.1 200", StringComparison.Ordinal) : null;
    }
}
