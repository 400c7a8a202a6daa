using System.Buffers;
using Bridge.Api.Http;

namespace Bridge.Api.Tests.Listening;

public sealed class BlockPoolTests : IDisposable
{
    private readonly BlockPool _pool = new();

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void A_returned_block_is_rented_again()
    {
        var first = _pool.Rent();
        var memory = first.Memory;
        first.Dispose();

        Assert.Equal(memory, _pool.Rent().Memory);
        Assert.Equal(BlockPool.BlockBytes, memory.Length);
    }

    [Fact]
    public void Two_rented_blocks_are_different() => Assert.NotEqual(_pool.Rent().Memory, _pool.Rent().Memory);

    [Fact]
    public void More_than_one_block_is_refused() => Assert.Throws<ArgumentOutOfRangeException>(() => _pool.Rent(_pool.MaxBufferSize + 1));

    [Theory]
    [InlineData(1, 0)]
    [InlineData(BlockPool.MaxKept, 0)]
    [InlineData(BlockPool.MaxKept + 1, BlockPool.BlockBytes)]
    [InlineData(BlockPool.MaxKept + 100, 100 * BlockPool.BlockBytes)]
    public void Only_free_blocks_beyond_the_reserve_are_dropped(int blocks, long dropped)
    {
        IMemoryOwner<byte>[] rented = [.. Enumerable.Range(0, blocks).Select(_ => _pool.Rent())];
        Assert.Equal(0, _pool.UnneededBytes);
        foreach (var block in rented)
            block.Dispose();
        Assert.Equal(dropped, _pool.UnneededBytes);

        _pool.Trim();

        Assert.Equal(0, _pool.UnneededBytes);
    }

    [Fact]
    public void A_free_block_is_rented_again_until_it_is_dropped()
    {
        IMemoryOwner<byte>[] rented = [.. Enumerable.Range(0, BlockPool.MaxKept + 1).Select(_ => _pool.Rent())];
        var memory = rented[^1].Memory;
        rented[^1].Dispose();
        using (var again = _pool.Rent())
            Assert.Equal(memory, again.Memory);

        _pool.Trim();

        Assert.NotEqual(memory, _pool.Rent().Memory);
    }
}
