using Bridge.SocketPool.Simulation;

namespace Bridge.SocketPool;

/// <summary>Replaces the library's type: the run tracks its buffers and finds those that are never returned.</summary>
internal sealed class RecyclableMemoryStreamManager(RecyclableMemoryStreamManager.Options options)
{
    public RecyclableMemoryStream GetStream(string tag, long requiredSize, bool asContiguousBuffer)
    {
        if (!asContiguousBuffer || requiredSize > options.MaximumBufferSize)
            throw new NotSupportedException($"{tag}: {requiredSize} bytes, contiguous {asContiguousBuffer}");
        return new RecyclableMemoryStream((int)requiredSize);
    }

    public sealed class Options
    {
        public int BlockSize { get; set; }

        public int LargeBufferMultiple { get; set; }

        public bool UseExponentialLargeBuffer { get; set; }

        public int MaximumBufferSize { get; set; }

        public long MaximumSmallPoolFreeBytes { get; set; }

        public long MaximumLargePoolFreeBytes { get; set; }
    }
}

/// <summary>A stream of the manager.</summary>
internal sealed class RecyclableMemoryStream(int capacity) : IDisposable
{
    private readonly RentedBuffers _buffers = Scheduler.Current.Buffers;
    private readonly byte[] _bytes = Scheduler.Current.Buffers.Rent(capacity);
    private int _length;

    public long Length => _length;

    public void Write(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(_bytes.AsSpan(_length, capacity - _length));
        _length += bytes.Length;
    }

    public Memory<byte> GetMemory(int sizeHint) => _bytes.AsMemory(_length, Math.Max(sizeHint, capacity - _length));

    public void Advance(int count) => _length += count;

    public byte[] GetBuffer() => _bytes;

    public void Dispose() => _buffers.Return(_bytes);
}
