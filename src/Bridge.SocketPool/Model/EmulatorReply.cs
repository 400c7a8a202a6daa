using System.Buffers;
using Microsoft.IO;

namespace Bridge.SocketPool.Model;

/// <summary>Holds a reply of the emulator. The caller owns it: <see cref="Dispose"/> returns its bytes to the pool.</summary>
public sealed class EmulatorReply : IDisposable
{
    private readonly int _argumentsLength;
    private readonly int _payloadLength;
    // The array of a small reply, or the stream of a large one: one field, so that small replies stay small.
    private object? _owned;

    /// <summary>Creates a small reply from rented bytes: the arguments, and the payload right after them.</summary>
    /// <param name="frame">The frame number; -1 without a game.</param>
    /// <param name="bytes">From <see cref="ArrayPool{T}.Shared"/>, or empty. OWNED BY THE REPLY from here on.</param>
    /// <param name="argumentsLength">The number of bytes of the arguments.</param>
    /// <param name="payloadLength">The number of bytes of the payload.</param>
    internal EmulatorReply(long frame, byte[] bytes, int argumentsLength, int payloadLength)
        : this(frame, (object)bytes, argumentsLength, payloadLength)
    {
    }

    /// <summary>Creates a large reply from a stream's bytes: the arguments, and the payload right after them.</summary>
    /// <param name="frame">The frame number; -1 without a game.</param>
    /// <param name="bytes">A stream with one contiguous array. OWNED BY THE REPLY from here on.</param>
    /// <param name="argumentsLength">The number of bytes of the arguments.</param>
    /// <param name="payloadLength">The number of bytes of the payload.</param>
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

    /// <summary>Gets the frame in which the command ran (mGBA's <c>emu:currentFrame()</c>); -1 without a game.</summary>
    public long Frame { get; }

    /// <summary>Gets the payload; valid until <see cref="Dispose"/>.</summary>
    public ReadOnlyMemory<byte> Payload => Bytes.AsMemory(_argumentsLength, _payloadLength);

    /// <summary>Gets the encoded arguments; valid until <see cref="Dispose"/>.</summary>
    public ReadOnlySpan<byte> Arguments => Bytes.AsSpan(0, _argumentsLength);

    private byte[] Bytes => _owned switch
    {
        byte[] bytes => bytes,
        RecyclableMemoryStream stream => stream.GetBuffer(),
        _ => throw new ObjectDisposedException(nameof(EmulatorReply)),
    };

    /// <summary>Returns the bytes to the pool. A second call does nothing.</summary>
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
