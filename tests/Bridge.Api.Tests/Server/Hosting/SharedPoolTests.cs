using Bridge.Api.Server.Hosting;

namespace Bridge.Api.Tests.Server.Hosting;

public sealed class SharedPoolTests : IDisposable
{
    private readonly SharedPool _pool = new();

    public void Dispose() => _pool.Dispose();

    [Theory]
    [InlineData(-1)]
    [InlineData(0)]
    [InlineData(SharedPool.BufferBytes)]
    public void A_buffer_is_whole_whatever_its_least_size(int bytes)
    {
        using var buffer = _pool.Rent(bytes);

        Assert.Equal(SharedPool.BufferBytes, buffer.Memory.Length);
    }

    [Fact]
    public void More_than_one_buffer_is_refused() => Assert.Throws<ArgumentOutOfRangeException>(() => _pool.Rent(_pool.MaxBufferSize + 1));
}
