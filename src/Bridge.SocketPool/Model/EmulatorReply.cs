using System.Buffers;

namespace Bridge.SocketPool.Model;

/// <summary>What the emulator answered. The caller owns it: its bytes go back to the pool with <see cref="Dispose"/>.</summary>
public sealed class EmulatorReply : IDisposable
{
    private readonly int _argumentsLength;
    private readonly int _payloadLength;
    private byte[]? _bytes;

    /// <summary>Makes a reply of rented bytes, arguments first, the payload right behind them.</summary>
    /// <param name="frame">The frame number; -1 without a game.</param>
    /// <param name="bytes">OWNED BY THE REPLY from here on; from <see cref="ArrayPool{T}.Shared"/>, or empty.</param>
    /// <param name="argumentsLength">Bytes of arguments.</param>
    /// <param name="payloadLength">Bytes of payload.</param>
    internal EmulatorReply(long frame, byte[] bytes, int argumentsLength, int payloadLength)
    {
        Frame = frame;
        _bytes = bytes;
        _argumentsLength = argumentsLength;
        _payloadLength = payloadLength;
    }

    /// <summary>The frame in which the command ran (mGBA's <c>emu:currentFrame()</c>); -1 without a game.</summary>
    public long Frame { get; }

    /// <summary>The payload; valid until <see cref="Dispose"/>.</summary>
    public ReadOnlyMemory<byte> Payload => Bytes.AsMemory(_argumentsLength, _payloadLength);

    /// <summary>The arguments as they stand on the wire; valid until <see cref="Dispose"/>.</summary>
    public ReadOnlySpan<byte> Arguments => Bytes.AsSpan(0, _argumentsLength);

    private byte[] Bytes => _bytes ?? throw new ObjectDisposedException(nameof(EmulatorReply));

    /// <summary>Gives the bytes back to the pool. A second call does nothing.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _bytes, null) is { Length: > 0 } bytes)
            ArrayPool<byte>.Shared.Return(bytes);
    }
}
