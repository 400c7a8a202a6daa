using System.Buffers;
using Microsoft.IO;

namespace Bridge.SocketPool.Model;

/// <summary>What the emulator answered. The caller owns it: its bytes go back to the pool with <see cref="Dispose"/>.</summary>
public sealed class EmulatorReply : IDisposable
{
    private readonly int _argumentsLength;
    private readonly int _payloadLength;
    // The array of a small reply, or the stream of a large one. One field, so that a small reply costs nothing for it.
    private object? _owned;

    /// <summary>Makes a small reply of rented bytes, arguments first, the payload right behind them.</summary>
    /// <param name="frame">The frame number; -1 without a game.</param>
    /// <param name="bytes">OWNED BY THE REPLY from here on; from <see cref="ArrayPool{T}.Shared"/>, or empty.</param>
    /// <param name="argumentsLength">Bytes of arguments.</param>
    /// <param name="payloadLength">Bytes of payload.</param>
    internal EmulatorReply(long frame, byte[] bytes, int argumentsLength, int payloadLength)
        : this(frame, (object)bytes, argumentsLength, payloadLength)
    {
    }

    /// <summary>Makes a large reply of a stream's bytes, arguments first, the payload right behind them.</summary>
    /// <param name="frame">The frame number; -1 without a game.</param>
    /// <param name="bytes">OWNED BY THE REPLY from here on; its bytes lie in one array.</param>
    /// <param name="argumentsLength">Bytes of arguments.</param>
    /// <param name="payloadLength">Bytes of payload.</param>
    internal EmulatorReply(long frame, RecyclableMemoryStream bytes, int argumentsLength, int payloadLength)
        : this(frame, (object)bytes, argumentsLength, payloadLength)
    {
    }

    private EmulatorReply(long frame, object owned, int argumentsLength, int payloadLength)
    {
        Frame = frame;
        _owned = owned;
        _argumentsLength = argumentsLength;
        _payloadLength = payloadLength;
    }

    /// <summary>The frame in which the command ran (mGBA's <c>emu:currentFrame()</c>); -1 without a game.</summary>
    public long Frame { get; }

    /// <summary>The payload; valid until <see cref="Dispose"/>.</summary>
    public ReadOnlyMemory<byte> Payload => Bytes.AsMemory(_argumentsLength, _payloadLength);

    /// <summary>The arguments as they stand on the wire; valid until <see cref="Dispose"/>.</summary>
    public ReadOnlySpan<byte> Arguments => Bytes.AsSpan(0, _argumentsLength);

    private byte[] Bytes => _owned switch
    {
        byte[] bytes => bytes,
        RecyclableMemoryStream stream => stream.GetBuffer(),
        _ => throw new ObjectDisposedException(nameof(EmulatorReply)),
    };

    /// <summary>Gives the bytes back to the pool. A second call does nothing.</summary>
    public void Dispose()
    {
        switch (Interlocked.Exchange(ref _owned, null))
        {
            case byte[] { Length: > 0 } bytes:
                ArrayPool<byte>.Shared.Return(bytes);
                break;
            case RecyclableMemoryStream stream:
                stream.Dispose();
                break;
        }
    }
}
