using Bridge.Api.Features.Clips.Live;

namespace Bridge.Api.Tests.Features.Clips;

public sealed class LiveClockTests
{
    [Theory]
    [InlineData(1, new long[] { 100, 101, 105 }, new long[] { 0, 1, 5 })]
    [InlineData(2, new long[] { 101, 102, 103, 109 }, new long[] { 0, 1, 1, 4 })]
    // A reset and a loaded state take no time.
    [InlineData(2, new long[] { 102, 0, 2, 5000, 5002 }, new long[] { 1, 2, 3, 4, 5 })]
    public void Pictures_have_places_by_their_frames(int every, long[] numbers, long[] places)
    {
        var time = new LiveClock(100, every);
        Assert.Equal(places, numbers.Select(number =>
        {
            time.Advance(number);
            return time.Place;
        }));
    }

    [Fact]
    public void The_next_place_is_found_after_a_late_picture()
    {
        var time = new LiveClock(0, 4);
        Assert.Equal(4, time.UntilNext);
        time.Advance(5);
        Assert.Equal((1, 3), (time.Place, time.UntilNext));
    }
}
