using System.Net.Sockets;
using Bridge.Doors.BizHawk.Messages;
using Bridge.Doors.Listening;

namespace Bridge.Doors.BizHawk.Sessions;

/// <summary>Receives a client's lines, and sends the replies. For one caller at a time.</summary>
/// <param name="socket">The connection.</param>
/// <param name="time">The clock for a client that is too slow.</param>
/// <param name="stopping">Ends the session.</param>
internal sealed class ConnectorConnection(Socket socket, TimeProvider time, CancellationToken stopping)
{
    // The protocol's script drops a client that sends nothing for 5 s. Here a whole line, or a whole reply, must pass within that.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly LineReader _reader = new();
    private readonly byte[] _received = new byte[16_384];
    private Memory<byte> _unread;

    /// <summary>Receives the next line.</summary>
    /// <exception cref="SessionEndException">The client is gone, sends no whole line within 5 s, or one that is too long.</exception>
    public async Task<byte[]> ReceiveAsync()
    {
        using var patience = new CancellationTokenSource(Patience, time);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, stopping);
        while (true)
        {
            if (TakeUnread() is { } line)
                return line;
            if (_reader.IsTooLong)
                throw new SessionEndException($"it sent a line of more than {ConnectorLimits.LineBytes} bytes");
            var count = await TryAsync(token => socket.ReceiveAsync(_received, SocketFlags.None, token), "send a line", end.Token)
                .ConfigureAwait(false);
            if (count == 0)
                throw new SessionEndException("it closed the connection");
            _unread = _received.AsMemory(0, count);
            // Otherwise the line may be handled on the thread that polls all sockets.
            await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        }
    }

    /// <summary>Sends a line.</summary>
    /// <exception cref="SessionEndException">The client is gone, or does not read the whole line within 5 s.</exception>
    public async Task SendAsync(ReadOnlyMemory<byte> line)
    {
        using var patience = new CancellationTokenSource(Patience, time);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, stopping);
        while (!line.IsEmpty)
        {
            var rest = line;
            var sent = await TryAsync(token => socket.SendAsync(rest, SocketFlags.None, token), "read the reply", end.Token)
                .ConfigureAwait(false);
            line = line[sent..];
        }
    }

    private byte[]? TakeUnread()
    {
        ReadOnlySpan<byte> bytes = _unread.Span;
        var line = bytes.IsEmpty ? null : _reader.Take(ref bytes);
        _unread = _unread[^bytes.Length..];
        return line;
    }

    private async Task<int> TryAsync(Func<CancellationToken, ValueTask<int>> transfer, string clientsTask, CancellationToken end)
    {
        try
        {
            return await transfer(end).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or OperationCanceledException)
        {
            throw new SessionEndException(stopping.IsCancellationRequested ? "its port was closed"
                : exception is OperationCanceledException ? $"it did not {clientsTask} within {Patience.TotalSeconds} s"
                : "it closed the connection");
        }
    }
}
