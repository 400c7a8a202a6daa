using System.Buffers;
using System.Numerics;
using Microsoft.IO;

namespace Bridge.RawListener.Connections;

/// <summary>Lends the memory of messages that have arrived in part, as far as <c>RawHost.TryHoldInput</c> allows.</summary>
/// <remarks>
/// Buffers have few sizes: the memory of many clients at once is garbage afterwards, and buffers that grow step by step would leave more.
/// </remarks>
internal sealed class InputMemory(Func<long, bool> tryHold)
{
    /// <summary>Bytes of a message that is not counted.</summary>
    public const int FreeBytes = 4096;

    /// <summary>Bytes of the buffer of a longer message.</summary>
    public const int MediumBytes = 256 * 1024;

    /// <summary>Bytes of the buffer of a longer one still: the longest message, and what is received together with its end.</summary>
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

    private long _held;

    /// <summary>Returns how many bytes the buffer of a message gets.</summary>
    public static int SizeFor(int bytes) => bytes switch
    {
        <= FreeBytes => (int)BitOperations.RoundUpToPowerOf2((uint)Math.Max(MinBytes, bytes)),
        <= MediumBytes => MediumBytes,
        _ => LongBytes,
    };

    /// <summary>Replaces a buffer by one of another size, and copies its first bytes.</summary>
    /// <param name="buffer">The buffer, which is given back; null: there is none yet. Unchanged when there is no room.</param>
    /// <param name="used">Bytes to copy.</param>
    /// <param name="bytes">Bytes to have room for, at most <see cref="LongBytes"/>.</param>
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

    private static long Counted(int size) => size > FreeBytes ? size : 0;

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
