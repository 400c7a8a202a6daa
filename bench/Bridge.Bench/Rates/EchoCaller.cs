using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Bridge.Bench.Rates;

/// <summary>One connection of <see cref="OpenLoop"/>, with one request at a time.</summary>
internal sealed class EchoCaller : IDisposable
{
    private const int GuidLength = 36;

    private readonly Socket _socket = new(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly Tally _tally;
    private readonly ConcurrentStack<EchoCaller> _idle;
    private readonly byte[] _request;
    private readonly int _messageAt;
    private readonly int _size;
    private double _due;

    /// <param name="address">Whom to ask.</param>
    /// <param name="host">Its name in the request.</param>
    /// <param name="path">Up to the message.</param>
    /// <param name="size">Bytes of the message, 36 and up.</param>
    /// <param name="tally">Where answers are counted.</param>
    /// <param name="idle">Where it goes when it has been answered.</param>
    public EchoCaller(IPEndPoint address, string host, string path, int size, Tally tally, ConcurrentStack<EchoCaller> idle)
    {
        (_tally, _idle, _size) = (tally, idle, size);
        var before = $"GET {path}";
        _messageAt = before.Length;
        _request = Encoding.ASCII.GetBytes($"{before}{new string('.', size)} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        _socket.Connect(address);
        _ = ReadAsync();
    }

    private ReadOnlySpan<byte> Message => _request.AsSpan(_messageAt, _size);

    public void Ask(double due)
    {
        Guid.NewGuid().TryFormat(_request.AsSpan(_messageAt, GuidLength), out _);
        Volatile.Write(ref _due, due);
        _socket.Send(_request);
    }

    public void Dispose() => _socket.Dispose();

    private async Task ReadAsync()
    {
        var buffer = new byte[_size + 4096];
        try
        {
            for (var count = 0; await _socket.ReceiveAsync(buffer.AsMemory(count)) is > 0 and var received;)
            {
                count += received;
                if (!TryFindBody(buffer.AsSpan(0, count), out var body))
                    continue;
                Judge(buffer.AsSpan(0, count), buffer.AsSpan(body, count - body));
                count = 0;
                _idle.Push(this);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // What it has asked for last counts as not answered.
        }
    }

    private void Judge(ReadOnlySpan<byte> response, ReadOnlySpan<byte> body)
    {
        var time = (Clock.Now - Volatile.Read(ref _due)) * 1000;
        var isOk = response.StartsWith("HTTP/1.1 200"u8);
        var isRight = isOk && body.SequenceEqual(Message);
        var isForeign = isOk && !isRight && body.Length >= GuidLength && Guid.TryParse(Encoding.ASCII.GetString(body[..GuidLength]), out _);
        _tally.Add(time, isRight, isForeign && !body.StartsWith(Message[..GuidLength]));
    }

    // Whether the response is whole; an answer of unknown length ends with an empty chunk.
    private static bool TryFindBody(ReadOnlySpan<byte> response, out int body)
    {
        var length = "Content-Length: "u8;
        body = response.IndexOf("\r\n\r\n"u8) + 4;
        if (body < 4)
            return false;
        var at = response[..body].IndexOf(length);
        if (at < 0)
            return response.EndsWith("0\r\n\r\n"u8);
        var digits = response[(at + length.Length)..];
        return response.Length >= body + int.Parse(digits[..digits.IndexOf((byte)'\r')], CultureInfo.InvariantCulture);
    }
}
