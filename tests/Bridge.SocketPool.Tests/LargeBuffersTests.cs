using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Tests.Faults;

namespace Bridge.SocketPool.Tests;

/// <summary>Uses the buffers of the whole process, so no other test may use them meanwhile.</summary>
[Collection(nameof(LargeBuffersTests))]
[CollectionDefinition(nameof(LargeBuffersTests), DisableParallelization = true)]
public sealed class LargeBuffersTests
{
    [Theory]
    [InlineData(64 * 1024)]
    [InlineData(4 * 240 * 160)]
    [InlineData(WireLimits.PayloadBytes + WireLimits.HeaderBytes + 7)]
    public void A_returned_buffer_is_reused(int bytes)
    {
        LargeBuffers.Drop();
        byte[] first;
        using (var stream = LargeBuffers.Get(bytes))
        {
            first = stream.GetBuffer();
            Assert.True(first.Length >= bytes, $"{first.Length} bytes");
        }

        using var next = LargeBuffers.Get(bytes);
        Assert.Same(first, next.GetBuffer());
        using var another = LargeBuffers.Get(bytes);
        Assert.NotSame(first, another.GetBuffer());
    }

    [Fact]
    public void Dropped_buffers_are_not_reused_even_if_they_were_in_use()
    {
        const int bytes = 256 * 1024;
        LargeBuffers.Drop();
        byte[] free, inUse;
        using (var stream = LargeBuffers.Get(bytes))
        {
            inUse = stream.GetBuffer();
            using (var other = LargeBuffers.Get(bytes))
                free = other.GetBuffer();
            LargeBuffers.Drop();
        }

        using var next = LargeBuffers.Get(bytes);
        Assert.NotSame(free, next.GetBuffer());
        Assert.NotSame(inUse, next.GetBuffer());
    }

    [Fact]
    public void The_fault_matrix_finds_a_buffer_that_is_never_returned()
    {
        const int bytes = 1_234_567;
        using var rented = new RentedBuffers();
        var stream = LargeBuffers.Get(bytes);
        Assert.Contains(bytes, rented.Sizes);
        stream.Dispose();
        Assert.DoesNotContain(bytes, rented.Sizes);
    }

    [Fact]
    public void At_most_eight_mebibytes_of_one_size_are_kept()
    {
        const int bytes = 1024 * 1024;
        LargeBuffers.Drop();
        var taken = TakeAll();
        var again = TakeAll();
        Assert.Equal(8, again.Count(taken.Contains));

        HashSet<byte[]> TakeAll()
        {
            var streams = Enumerable.Range(0, 20).Select(_ => LargeBuffers.Get(bytes)).ToList();
            var buffers = streams.Select(stream => stream.GetBuffer()).ToHashSet();
            foreach (var stream in streams)
                stream.Dispose();
            return buffers;
        }
    }
}
