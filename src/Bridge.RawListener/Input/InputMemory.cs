using System.Buffers;
using System.Numerics;
using Microsoft.IO;

namespace Bridge.RawListener.Input;

/// <summary>Provides buffers for incomplete messages, within the limit of <c>RawHost.TryHoldInput</c>.</summary>
/// <remarks>Buffers have only a few sizes, because buffers that grow step by step leave more garbage after many clients.</remarks>
internal sealed class InputMemory(Func<long, bool> tryHold)
{
    /// <summary>Max bytes of a buffer that does not count towards the limit.</summary>
    public const int FreeBytes = 4096;

    /// <summary>Bytes of the buffer of a longer message.</summary>
    public const int MediumBytes = 256 * 1024;

    /// <summary>Bytes of the largest buffer: the longest message, and the bytes received together with its end.</summary>
    public const int LongBytes = 9 * MediumBytes;

    private const int MinBytes = 256;
    private const int MaxKeptBytes = 5 * 1024 * 1024;

    // ArrayPool would keep the memory of many clients for hours.
    private static readonly RecyclableMemoryStreamManager Streams = new(new RecyclableMemoryStreamManager.Options
    {
        BlockSize = MediumBytes,
        LargeBufferMultiple = LongBytes,
        MaximumBufferSize = LongBytes,
        MaximumSmallPoolFreeBytes = MaxKeptBytes,
        MaximumLargePoolFreeBytes = MaxKeptBytes,
    });

    private readonly Lock _gate = new();
    private long _held;

    /// <summary>Returns the size of the buffer for a message.</summary>
    public static int SizeFor(int bytes) => bytes switch
    {
        <= FreeBytes => (int)BitOperations.RoundUpToPowerOf2((uint)Math.Max(MinBytes, bytes)),
        <= MediumBytes => MediumBytes,
        _ => LongBytes,
    };

    /// <summary>Replaces a buffer by one of another size and copies its first bytes.</summary>
    /// <param name="buffer">The buffer, which is released; null if there is none yet. Unchanged if there is no room.</param>
    /// <param name="used">The number of bytes to copy.</param>
    /// <param name="bytes">The number of bytes needed, at most <see cref="LongBytes"/>.</param>
    /// <returns>Whether there was room.</returns>
    public bool TryReplace(ref Buffer? buffer, int used, int bytes)
    {
        var size = SizeFor(bytes);
        if (!TryHold(CountedBytes(size) - CountedBytes(buffer?.Size ?? 0)))
            return false;
        var replacement = new Buffer(size);
        if (buffer is { } old)
        {
            old.Bytes[..used].CopyTo(replacement.Bytes);
            old.Release();
        }

        buffer = replacement;
        return true;
    }

    /// <summary>Releases a buffer.</summary>
    public void Return(Buffer buffer)
    {
        TryHold(-CountedBytes(buffer.Size));
        buffer.Release();
    }

    private static long CountedBytes(int size) => size > FreeBytes ? size : 0;

    private bool TryHold(long change)
    {
        if (change == 0)
            return true;
        lock (_gate)
        {
            if (!tryHold(_held + change))
                return false;
            _held += change;
            return true;
        }
    }

    /// <summary>Wraps a pooled array: a small one from ArrayPool, or the buffer of a stream.</summary>
    public readonly struct Buffer
    {
        private readonly byte[] _array;
        private readonly RecyclableMemoryStream? _stream;

        public Buffer(int size)
        {
            Size = size;
            _stream = size > FreeBytes ? Streams.GetStream("input", size, asContiguousBuffer: true) : null;
            _array = _stream?.GetBuffer() ?? ArrayPool<byte>.Shared.Rent(size);
        }

        public int Size { get; }

        public Span<byte> Bytes => _array.AsSpan(0, Size);

        public void Release()
        {
            if (_stream is null)
                ArrayPool<byte>.Shared.Return(_array);
            else
                _stream.Dispose();
        }
    }
}
