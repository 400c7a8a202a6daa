using Microsoft.IO;

namespace Bridge.SocketPool.Framing;

/// <summary>The pool of the buffers that large replies are received into. All clients of the process share it.</summary>
internal static class LargeBuffers
{
    private const int KiB = 1024;
    private const int MiB = 1024 * KiB;

    // A Game Boy's picture fits in the smallest buffer, and the longest message in the largest. Free bytes are counted for each size.
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

    /// <summary>Gets a stream whose bytes lie in one array of at least <paramref name="bytes"/> bytes. The caller owns it.</summary>
    public static RecyclableMemoryStream Get(int bytes) => _manager.GetStream("reply", bytes, asContiguousBuffer: true);

    /// <summary>Leaves the free buffers to the garbage collector, and those in use once they are given back.</summary>
    public static void Drop() => _manager = new RecyclableMemoryStreamManager(Options);
}
