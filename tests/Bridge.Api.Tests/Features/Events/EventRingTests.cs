using Bridge.Api.Features.Events;

namespace Bridge.Api.Tests.Features.Events;

public sealed class EventRingTests
{
    private static RingEvent Event(long number, int bytes) => new(number, EventTopic.Frame, 0, new byte[bytes]);

    [Theory]
    [InlineData(4, 100, new[] { 1, 1, 1 }, 1)]
    [InlineData(4, 100, new[] { 1, 1, 1, 1 }, 1)]
    [InlineData(4, 100, new[] { 1, 1, 1, 1, 1 }, 2)]
    [InlineData(4, 10, new[] { 5, 5 }, 1)]
    [InlineData(4, 10, new[] { 5, 5, 1 }, 2)]
    [InlineData(4, 10, new[] { 1, 1, 8, 9 }, 4)]
    [InlineData(4, 10, new[] { 11 }, 1)]
    [InlineData(4, 10, new[] { 11, 1 }, 2)]
    [InlineData(1, 10, new[] { 1, 1, 1 }, 3)]
    public void It_keeps_the_latest_events_that_fit(int capacity, int maxBytes, int[] sizes, long first)
    {
        var ring = new EventRing(capacity, maxBytes);
        foreach (var size in sizes)
            ring.Add(Event(ring.Last + 1, size));
        Assert.Equal((first, (long)sizes.Length), (ring.First, ring.Last));
        for (var number = 1; number <= ring.Last; number++)
            Assert.Equal(number >= first ? number : null, ring.Find(number)?.Number);
    }

    [Fact]
    public void An_empty_ring_has_no_events()
    {
        var ring = new EventRing(4, 10);
        Assert.Equal((1, 0), (ring.First, ring.Last));
        Assert.Null(ring.Find(1));
    }

    [Fact]
    public void It_behaves_like_a_list()
    {
        for (var seed = 0; seed < 50; seed++)
        {
            var random = new Random(seed);
            var (capacity, maxBytes) = (random.Next(1, 20), random.Next(1, 400));
            var ring = new EventRing(capacity, maxBytes);
            var model = new List<RingEvent>();
            for (var number = 1; number <= 500; number++)
            {
                var added = Event(number, random.Next(1, 60));
                ring.Add(added);
                model.Add(added);
                while (model.Count > capacity || (model.Count > 1 && model.Sum(each => each.Bytes.Length) > maxBytes))
                    model.RemoveAt(0);
                Assert.Equal((model[0].Number, model[^1].Number), (ring.First, ring.Last));
                Assert.All(model, each => Assert.Same(each, ring.Find(each.Number)));
                Assert.Null(ring.Find(model[0].Number - 1));
            }
        }
    }

    [Fact]
    public async Task A_concurrent_reader_sees_each_event_or_knows_how_many_it_has_missed()
    {
        const int All = 200_000;
        var ring = new EventRing(16, 1000);
        var writing = Task.Run(() =>
        {
            for (var number = 1; number <= All; number++)
                ring.Add(Event(number, 1 + (number % 100)));
        });
        var (seen, read, lost) = (0L, 0L, 0L);
        while (seen < All)
        {
            if (seen == ring.Last)
                continue;
            if (ring.Find(seen + 1) is { } found)
            {
                Assert.Equal((seen + 1, 1 + ((seen + 1) % 100)), (found.Number, found.Bytes.Length));
                (seen, read) = (seen + 1, read + 1);
                continue;
            }

            var before = ring.First - 1;
            Assert.True(before > seen, $"{seen + 1} is missing, and {before + 1} is said to be the first.");
            (lost, seen) = (lost + before - seen, before);
        }

        await writing;
        Assert.Equal(All, read + lost);
    }
}
