using System.Buffers;
using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using Microsoft.AspNetCore.Connections;

namespace Bridge.Api.Http;

/// <summary>
/// Pools the buffers of all connections. Keeps 8 MiB of them; the others are dropped when a burst of clients is over. Kestrel's own pool
/// drops a twentieth every ten seconds at most.
/// </summary>
internal sealed class BlockPool : MemoryPool<byte>, IMemoryPoolFactory<byte>
{
    /// <summary>The size of a block, in bytes.</summary>
    public const int BlockBytes = 4096;

    /// <summary>Max blocks that are kept.</summary>
    public const int MaxKept = 2048;

    private readonly ConcurrentQueue<Block> _kept = new();
    private readonly ConcurrentQueue<Block> _others = new();
    private int _created;
    private long _droppedElsewhere;

    public override int MaxBufferSize => BlockBytes;

    /// <summary>Gets the bytes that a trim and a collection would free: of free blocks that are not kept, and of other buffers.</summary>
    public long UnneededBytes => ((long)_others.Count * BlockBytes) + Interlocked.Read(ref _droppedElsewhere);

    /// <summary>Returns this pool, which all transports share.</summary>
    public MemoryPool<byte> Create(MemoryPoolOptions? options = null) => this;

    /// <exception cref="ArgumentOutOfRangeException">The size is more than <see cref="MaxBufferSize"/>.</exception>
    public override IMemoryOwner<byte> Rent(int minBufferSize = -1)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan(minBufferSize, BlockBytes);
        // The first blocks are kept, so they lie together. Kept blocks among dropped ones would hold on to whole regions of the heap.
        return _kept.TryDequeue(out var block) || _others.TryDequeue(out block)
            ? block
            : new Block(this, Volatile.Read(ref _created) < MaxKept && Interlocked.Increment(ref _created) <= MaxKept);
    }

    /// <summary>Counts the bytes of other buffers that connections have dropped, as if they were blocks of this pool.</summary>
    public void NoteDropped(long bytes) => Interlocked.Add(ref _droppedElsewhere, bytes);

    /// <summary>Drops the blocks that are free and not kept, so that the next collection frees them.</summary>
    public void Trim()
    {
        Interlocked.Exchange(ref _droppedElsewhere, 0);
        for (var free = _others.Count; free > 0 && _others.TryDequeue(out _); free--)
        {
        }
    }

    protected override void Dispose(bool disposing)
    {
        // A transport disposes the pool when it ends, but the other transports still use it.
    }

    private void Return(Block block) => (block.IsKept ? _kept : _others).Enqueue(block);

    private sealed class Block(BlockPool pool, bool isKept) : IMemoryOwner<byte>
    {
        public bool IsKept => isKept;

        // Pinned, because sockets need buffers that don't move.
        public Memory<byte> Memory { get; } =
            MemoryMarshal.CreateFromPinnedArray(GC.AllocateUninitializedArray<byte>(BlockBytes, pinned: true), 0, BlockBytes);

        public void Dispose() => pool.Return(this);
    }
}
