using Microsoft.IO;

namespace Bridge.SocketPool.Framing;

/// <summary>Pools the buffers that large replies are received into. All clients of the process share it.</summary>
internal static class LargeBuffers
{
    private const int KiB = 1024;
    private const int MiB = 1024 * KiB;

    // A Game Boy screenshot fits in the smallest buffer, and the longest message in the largest. The limits of free bytes count per size.
    private static readonly RecyclableMemoryStreamManager.Options Options = new()
    {
        BlockSize = 128 * KiB,
        LargeBufferMultiple = 256 * KiB,
        UseExponentialLargeBuffer = true,
        MaximumBufferSize = 4 * MiB,
        MaximumSmallPoolFreeBytes = 8 * MiB,
        MaximumLargePoolFreeBytes = 8 * MiB,
    };

    private static volatile RecyclableMemoryStreamManager _manager = new(Options);

    /// <summary>Rents a stream with one contiguous array of at least <paramref name="bytes"/> bytes. OWNED BY THE CALLER.</summary>
    public static RecyclableMemoryStream Get(int bytes) => _manager.GetStream("reply", bytes, asContiguousBuffer: true);

    /// <summary>Releases the free buffers to the garbage collector, and each buffer in use once it is returned.</summary>
    public static void Drop() => _manager = new RecyclableMemoryStreamManager(Options);
}
