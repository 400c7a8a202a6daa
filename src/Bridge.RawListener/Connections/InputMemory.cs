using System.Buffers;
using System.Numerics;
using Microsoft.IO;

namespace Bridge.RawListener.Connections;

/// <summary>Lends the memory of messages that have arrived in part, as far as <c>RawHost.TryHoldInput</c> allows.</summary>
internal sealed class InputMemory(Func<long, bool> tryHold)
{
    /// <summary>Bytes of each message that are not counted.</summary>
    public const int FreeBytes = 4096;

    private const int KiB = 1024;
    private const int MinBytes = 256;
    private const int MaxSmallBytes = 64 * KiB;

    // Five sizes, of which the largest has room for the longest message and what is received together with its end.
    private const int MinLargeBytes = 134 * KiB;
    private const int MaxLargeBytes = 16 * MinLargeBytes;

    // Keeps at most 4 MiB of each size. ArrayPool would keep the memory of many clients for hours.
    private static readonly RecyclableMemoryStreamManager LargeBuffers = new(new RecyclableMemoryStreamManager.Options
    {
        BlockSize = MaxSmallBytes,
        LargeBufferMultiple = MinLargeBytes,
        UseExponentialLargeBuffer = true,
        MaximumBufferSize = MaxLargeBytes,
        MaximumSmallPoolFreeBytes = MaxSmallBytes,
        MaximumLargePoolFreeBytes = 4096 * KiB,
    });

    private long _held;

    /// <summary>Returns how many bytes a buffer gets that has to hold <paramref name="bytes"/>.</summary>
    public static int SizeFor(int bytes)
    {
        if (bytes <= MaxSmallBytes)
            return (int)BitOperations.RoundUpToPowerOf2((uint)Math.Max(MinBytes, bytes));
        var size = MinLargeBytes;
        while (size < bytes)
            size *= 2;
        return size;
    }

    /// <summary>Replaces a buffer by one of another size, and copies its first bytes.</summary>
    /// <param name="buffer">The buffer, which is given back; null: there is none yet. Unchanged when there is no room.</param>
    /// <param name="used">Bytes to copy.</param>
    /// <param name="bytes">Bytes to have room for, at most twice the longest payload.</param>
    /// <returns>Whether there was room.</returns>
    public bool TryReplace(ref Buffer? buffer, int used, int bytes)
    {
        var size = SizeFor(bytes);
        if (!TryHold(Counted(size) - Counted(buffer?.Size ?? 0)))
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

    /// <summary>Takes a buffer back.</summary>
    public void Return(Buffer buffer)
    {
        TryHold(-Counted(buffer.Size));
        buffer.Release();
    }

    /// <summary>Gives back all that it holds, after its last use.</summary>
    public void ReturnAll() => TryHold(-_held);

    private static long Counted(int size) => Math.Max(0, size - FreeBytes);

    private bool TryHold(long change)
    {
        if (change == 0)
            return true;
        if (!tryHold(_held + change))
            return false;
        _held += change;
        return true;
    }

    /// <summary>A pooled array: a small one of ArrayPool's, or the buffer of a stream.</summary>
    public readonly struct Buffer
    {
        private readonly byte[] _array;
        private readonly RecyclableMemoryStream? _stream;

        public Buffer(int size)
        {
            Size = size;
            _stream = size > MaxSmallBytes ? LargeBuffers.GetStream("input", size, asContiguousBuffer: true) : null;
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
