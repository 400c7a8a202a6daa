using System.Buffers;
using System.Globalization;
using System.Net.Sockets;

namespace Bridge.Testing;

/// <summary>One of the bridge's connections, seen from the fake emulator.</summary>
public sealed class FakeConnection : IDisposable
{
    private readonly FakeEmulator _emulator;
    private readonly Socket _socket;
    private readonly SemaphoreSlim _sending = new(1);
    private readonly TaskCompletionSource<SocketError> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile TaskCompletionSource? _resumed; // null while it reads

    internal FakeConnection(FakeEmulator emulator, Socket socket)
    {
        _emulator = emulator;
        _socket = socket;
        if (socket.AddressFamily is not AddressFamily.Unix)
            _socket.NoDelay = true;
    }

    /// <summary>
    /// Gets a task that completes when either side has ended the connection: <see cref="SocketError.Success"/> unless reading failed.
    /// </summary>
    public Task<SocketError> Ended => _ended.Task;

    public Task ReplyAsync(long id, string status, IReadOnlyList<string> arguments, byte[] payload) =>
        SendAsync(WireText.Message(id, status, _emulator.Frame, arguments, payload));

    /// <summary>Sends bytes unchanged.</summary>
    public async Task SendAsync(ReadOnlyMemory<byte> bytes)
    {
        await _sending.WaitAsync().ConfigureAwait(false);
        try
        {
            while (!bytes.IsEmpty)
                bytes = bytes[await _socket.SendAsync(bytes).ConfigureAwait(false)..];
        }
        finally
        {
            _sending.Release();
        }
    }

    /// <summary>Stops reading until <see cref="ResumeReading"/>, so that the bridge's sends fill the kernel's buffers.</summary>
    public void StopReading() => _resumed ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);

    public void ResumeReading()
    {
        var resumed = _resumed;
        _resumed = null;
        resumed?.TrySetResult();
    }

    /// <summary>Closes it gracefully: the bridge reads an end of file.</summary>
    public void Close()
    {
        try
        {
            _socket.Shutdown(SocketShutdown.Both);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // It has ended already.
        }

        Dispose();
    }

    /// <summary>Simulates a loss of power: no packet is acknowledged any more, on Linux.</summary>
    internal void Vanish() => PacketLoss.Begin(_socket);

    /// <summary>Resets it: the bridge gets an error.</summary>
    public void Reset()
    {
        _socket.LingerState = new LingerOption(true, 0);
        Dispose();
    }

    public void Dispose() => End(SocketError.Success);

    internal async Task ReadAsync()
    {
        var buffer = new ArrayBufferWriter<byte>();
        try
        {
            while (true)
            {
                if (_resumed is { } resumed)
                    await resumed.Task.ConfigureAwait(false);
                var count = await _socket.ReceiveAsync(buffer.GetMemory(64 * 1024)).ConfigureAwait(false);
                if (count == 0)
                    break;
                buffer.Advance(count);
                await HandleAsync(buffer).ConfigureAwait(false);
            }
        }
        catch (SocketException exception)
        {
            End(exception.SocketErrorCode);
        }
        catch (ObjectDisposedException)
        {
            // The test has ended it.
        }

        Dispose();
    }

    private void End(SocketError error)
    {
        _socket.Dispose();
        ResumeReading();
        _ended.TrySetResult(error);
    }

    private async Task HandleAsync(ArrayBufferWriter<byte> buffer)
    {
        var start = 0;
        while (WireText.TryRead(buffer.WrittenSpan[start..]) is var (header, payload, length))
        {
            start += length;
            await _emulator.HandleAsync(new FakeRequest(
                this, Number(header[0]), header[1], Number(header[2]), [.. header[4..].Select(WireText.Decode)], payload))
                .ConfigureAwait(false);
        }

        var rest = buffer.WrittenSpan[start..].ToArray();
        buffer.ResetWrittenCount();
        buffer.Write(rest);
    }

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
