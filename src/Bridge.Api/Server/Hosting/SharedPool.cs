using System.Buffers;
using Microsoft.AspNetCore.Connections;

namespace Bridge.Api.Server.Hosting;

/// <summary>
/// Gives connections the buffers of .NET's shared pool, which keeps few. Kestrel's own pool keeps nearly all of a burst for minutes: it
/// drops a twentieth every ten seconds, and a hundredth while requests arrive.
/// </summary>
internal sealed class SharedPool : MemoryPool<byte>, IMemoryPoolFactory<byte>
{
    /// <summary>The size of a buffer, in bytes.</summary>
    public const int BufferBytes = 4096;

    public override int MaxBufferSize => BufferBytes;

    public MemoryPool<byte> Create(MemoryPoolOptions? options = null) => this;

    /// <exception cref="ArgumentOutOfRangeException">The size is more than <see cref="MaxBufferSize"/>.</exception>
    public override IMemoryOwner<byte> Rent(int minBufferSize = -1)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(minBufferSize, BufferBytes);
        // Kestrel rents 0 bytes and expects a whole buffer; the shared pool would return none.
        return Shared.Rent(BufferBytes);
    }

    protected override void Dispose(bool disposing)
    {
        // A transport disposes the pool when it ends, but the other transports still use it.
    }
}
