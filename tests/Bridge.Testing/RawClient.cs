using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Bridge.Testing;

/// <summary>A client of the raw listener (docs/protocol/raw-listener.md). Bytes are Latin-1 characters here.</summary>
public sealed class RawClient : IDisposable
{
    private readonly Socket _socket;
    private readonly List<byte> _received = [];
    private readonly byte[] _buffer = new byte[64 * 1024];

    private RawClient(Socket socket) => _socket = socket;

    public static async Task<RawClient> ConnectAsync(EndPoint address)
    {
        var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Unspecified);
        await socket.ConnectAsync(address).WaitAsync(Eventually.Patience).ConfigureAwait(false);
        return new RawClient(socket);
    }

    /// <summary>Connects to a socket in the file system.</summary>
    public static Task<RawClient> ConnectAsync(string path) => ConnectAsync(new UnixDomainSocketEndPoint(path));

    /// <summary>Connects and says hello.</summary>
    public static async Task<RawClient> ConnectWithHelloAsync(string path, string hello = "hello 1")
    {
        var client = await ConnectAsync(path).ConfigureAwait(false);
        var reply = await client.AskAsync(hello).ConfigureAwait(false);
        return reply.Word == "ok" ? client : throw new InvalidOperationException($"Hello was answered with {reply}.");
    }

    /// <summary>Sends these bytes unchanged; bytes after the bridge has closed the connection are lost.</summary>
    public async Task SendRawAsync(string bytes)
    {
        var rest = Encoding.Latin1.GetBytes(bytes).AsMemory();
        try
        {
            while (!rest.IsEmpty)
                rest = rest[await _socket.SendAsync(rest).AsTask().WaitAsync(Eventually.Patience).ConfigureAwait(false)..];
        }
        catch (SocketException)
        {
            // The bridge sends the reason before it closes.
        }
    }

    /// <summary>Sends commands, each followed by a terminator.</summary>
    public Task SendAsync(params IEnumerable<string> commands) =>
        SendRawAsync(string.Concat(commands.Select(command => $"{command}<|END|>")));

    /// <summary>Sends one command and returns the next reply.</summary>
    public async Task<RawReply> AskAsync(string command)
    {
        await SendAsync(command).ConfigureAwait(false);
        return await ReplyAsync().ConfigureAwait(false);
    }

    /// <summary>Returns the next reply.</summary>
    public async Task<RawReply> ReplyAsync()
    {
        while (true)
        {
            if (TryTake() is { } reply)
                return reply;
            if (!await ReceiveAsync().ConfigureAwait(false))
                throw new EndOfStreamException("The bridge has closed the connection.");
        }
    }

    /// <summary>Waits until the bridge closes the connection, and returns the replies before that.</summary>
    public async Task<IReadOnlyList<RawReply>> EndsAsync()
    {
        while (await ReceiveAsync().ConfigureAwait(false))
        {
            // Until the end.
        }

        var replies = new List<RawReply>();
        while (TryTake() is { } reply)
            replies.Add(reply);
        return replies;
    }

    /// <summary>Closes the sending side of the connection.</summary>
    public void EndSending() => _socket.Shutdown(SocketShutdown.Send);

    public void Dispose() => _socket.Dispose();

    private async Task<bool> ReceiveAsync()
    {
        try
        {
            var count = await _socket.ReceiveAsync(_buffer.AsMemory()).AsTask().WaitAsync(Eventually.Patience).ConfigureAwait(false);
            _received.AddRange(_buffer[..count]);
            return count > 0;
        }
        catch (SocketException)
        {
            // Closed with bytes of ours unread; data received before that counts.
            return false;
        }
    }

    private RawReply? TryTake()
    {
        var lineEnd = _received.IndexOf((byte)'\n');
        if (lineEnd < 0)
            return null;
        var head = Encoding.ASCII.GetString([.. _received[..lineEnd]]).Split(' ');
        var payload = int.Parse(head[2], CultureInfo.InvariantCulture);
        var length = lineEnd + 1 + payload + WireText.Terminator.Length;
        if (_received.Count < length)
            return null;
        if (!((ReadOnlySpan<byte>)_received[(length - WireText.Terminator.Length)..length].ToArray()).SequenceEqual(WireText.Terminator))
            throw new InvalidDataException("A reply does not end where its length says.");
        var reply = new RawReply(head[0], long.Parse(head[1], CultureInfo.InvariantCulture), head[3..],
            Encoding.Latin1.GetString([.. _received[(lineEnd + 1)..(lineEnd + 1 + payload)]]));
        _received.RemoveRange(0, length);
        return reply;
    }
}

/// <summary>A reply of the raw listener.</summary>
/// <param name="Word"><c>ok</c>, or a problem's name.</param>
/// <param name="Frame">The frame; -1 without one.</param>
/// <param name="Arguments">The arguments, still escaped.</param>
/// <param name="Payload">The payload as Latin-1.</param>
public sealed record RawReply(string Word, long Frame, string[] Arguments, string Payload)
{
    public override string ToString() => $"{Word} {Frame} {string.Join(' ', Arguments)}\n{Payload}";
}
