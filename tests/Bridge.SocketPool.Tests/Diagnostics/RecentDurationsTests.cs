using Bridge.SocketPool.Diagnostics;
using Bridge.Testing;

namespace Bridge.SocketPool.Tests.Diagnostics;

public sealed class RecentDurationsTests
{
    private readonly FakeTime _time = new();
    private readonly RecentDurations _durations;

    public RecentDurationsTests() => _durations = new RecentDurations(_time);

    [Fact]
    public void There_is_no_quantile_before_the_first_duration() => Assert.Null(_durations.Quantiles());

    [Theory]
    [InlineData(0.0002)]
    [InlineData(0.13)]
    [InlineData(16.743)]
    [InlineData(999)]
    [InlineData(60_000)]
    [InlineData(10_000_000)]
    public void A_single_duration_is_every_quantile_to_a_quarter_of_an_octave(double milliseconds)
    {
        _durations.Add(TimeSpan.FromMilliseconds(milliseconds));
        var (median, p99) = _durations.Quantiles()!.Value;
        Assert.Equal(median, p99);
        // Durations outside of the scale are only known to be beyond its end.
        Assert.InRange(median.TotalMilliseconds, Math.Min(milliseconds, 100_000) * 0.84, Math.Max(milliseconds, 0.0128) * 1.19);
    }

    [Fact]
    public void The_slowest_hundredth_affects_the_99th_percentile_and_not_the_median()
    {
        for (var i = 0; i < 98; i++)
            _durations.Add(TimeSpan.FromMilliseconds(1));
        for (var i = 0; i < 2; i++)
            _durations.Add(TimeSpan.FromMilliseconds(100));
        var (median, p99) = _durations.Quantiles()!.Value;
        Assert.InRange(median.TotalMilliseconds, 0.84, 1.19);
        Assert.InRange(p99.TotalMilliseconds, 84, 119);
    }

    [Fact]
    public void Durations_older_than_ten_seconds_are_dropped_and_no_newer_ones()
    {
        for (var step = 0; step < 60; step++)
        {
            _durations.TakeSnapshot();
            Assert.True((_durations.Quantiles() is not null) == step is > 20 and <= 30, $"step {step}");
            if (step == 20)
                _durations.Add(TimeSpan.FromMilliseconds(3));
            // A little more than a second, so that the clock's rounding plays no part.
            _time.Advance(TimeSpan.FromSeconds(1.01));
        }
    }

    [Fact]
    public void They_are_dropped_without_new_durations_as_well()
    {
        _durations.TakeSnapshot();
        _durations.Add(TimeSpan.FromMilliseconds(3));
        _time.Advance(TimeSpan.FromSeconds(1));
        _durations.TakeSnapshot();
        Assert.NotNull(_durations.Quantiles());
        _time.Advance(TimeSpan.FromSeconds(11));
        Assert.Null(_durations.Quantiles());
    }
}
