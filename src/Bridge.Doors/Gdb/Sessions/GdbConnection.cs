using System.Net.Sockets;
using Bridge.Doors.Gdb.Packets;
using Bridge.Doors.Listening;

namespace Bridge.Doors.Gdb.Sessions;

/// <summary>Receives packets of a debugger and sends others. One caller uses it at a time, also while it receives.</summary>
/// <param name="socket">The connection.</param>
/// <param name="time">The clock for a debugger that doesn't read.</param>
/// <param name="stopping">Ends the session.</param>
internal sealed class GdbConnection(Socket socket, TimeProvider time, CancellationToken stopping)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    private readonly PacketReader _reader = new();
    private readonly byte[] _received = new byte[4096];
    private Memory<byte> _unread;
    private Task<GdbInput>? _next;
    private byte[]? _latest; // The packet to send again if the debugger asks for it.
    private bool _confirms = true;

    /// <summary>
    /// Gets the next message, which stays the next one until it is taken. Fails with a <see cref="SessionEndException"/>.
    /// </summary>
    public Task<GdbInput> Next => _next ??= ReceiveAsync();

    /// <summary>Takes the next message, and confirms it.</summary>
    /// <exception cref="SessionEndException">The debugger is gone, doesn't read, or sends something else.</exception>
    public async Task<GdbInput> TakeAsync()
    {
        var input = await Next.ConfigureAwait(false);
        _next = null;
        switch (input.Kind)
        {
            case GdbInputKind.Packet when _confirms:
                await SendAsync("+"u8.ToArray()).ConfigureAwait(false);
                break;
            case GdbInputKind.WrongChecksum:
                await SendAsync("-"u8.ToArray()).ConfigureAwait(false);
                break;
            case GdbInputKind.Again when _confirms && _latest is not null:
                await SendAsync(_latest).ConfigureAwait(false);
                break;
            case GdbInputKind.TooLong:
                throw new SessionEndException($"it sent a packet of more than {PacketReader.MaxBytes} bytes");
            case GdbInputKind.Foreign:
                throw new SessionEndException("it does not speak GDB's protocol");
        }

        return input;
    }

    /// <summary>Takes the next message, for which the debugger has only a short time.</summary>
    /// <exception cref="SessionEndException">As for <see cref="TakeAsync"/>, or it sent nothing.</exception>
    public async Task<GdbInput> TakeFirstAsync()
    {
        await ((Task)Next).WaitAsync(Patience, time).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return Next.IsCompleted
            ? await TakeAsync().ConfigureAwait(false)
            : throw new SessionEndException($"it sent nothing for {Patience.TotalSeconds} s");
    }

    /// <summary>Sends a packet.</summary>
    /// <exception cref="SessionEndException">The debugger is gone, or doesn't read.</exception>
    public Task SendAsync(string packet) => SendAsync(_latest = PacketWriter.Write(packet));

    /// <summary>Packets are no longer confirmed, in both directions.</summary>
    public void StopConfirming() => _confirms = false;

    private async Task SendAsync(ReadOnlyMemory<byte> bytes)
    {
        using var patience = new CancellationTokenSource(Patience, time);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, stopping);
        try
        {
            while (!bytes.IsEmpty)
                bytes = bytes[await socket.SendAsync(bytes, SocketFlags.None, end.Token).ConfigureAwait(false)..];
        }
        catch (OperationCanceledException) when (!stopping.IsCancellationRequested)
        {
            throw new SessionEndException($"it did not read for {Patience.TotalSeconds} s");
        }
        catch (Exception exception) when (IsEnd(exception))
        {
            throw Ended();
        }
    }

    private async Task<GdbInput> ReceiveAsync()
    {
        while (true)
        {
            if (TakeUnread() is { } input)
                return input;
            int count;
            try
            {
                count = await socket.ReceiveAsync(_received, SocketFlags.None, stopping).ConfigureAwait(false);
            }
            catch (Exception exception) when (IsEnd(exception))
            {
                throw Ended();
            }

            if (count == 0)
                throw Ended();
            _unread = _received.AsMemory(0, count);
            // Not on the thread that polls the sockets, which others wait for.
            await Task.CompletedTask.ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        }
    }

    private GdbInput? TakeUnread()
    {
        ReadOnlySpan<byte> bytes = _unread.Span;
        var input = _reader.Take(ref bytes);
        _unread = _unread[^bytes.Length..];
        return input;
    }

    private static bool IsEnd(Exception exception) => exception is SocketException or ObjectDisposedException or OperationCanceledException;

    private SessionEndException Ended() => new(stopping.IsCancellationRequested ? "its door was closed" : "it closed the connection");
}
