using Bridge.Api.Features.Emulators;

namespace Bridge.Api.Tests.Features.Emulators;

/// <summary>How long a created emulator stays, on a virtual clock.</summary>
public sealed class EmulatorLeaseTests
{
    private readonly FakeTime _time = new();

    [Theory]
    [InlineData(600, 60)]
    [InlineData(60.5, 60)]
    [InlineData(5, 5)]
    public void Before_its_first_use_it_stays_a_minute_or_less(double seconds, double left)
    {
        var lease = new EmulatorLease(_time, TimeSpan.FromSeconds(seconds));
        AssertLeft(left, lease);

        _time.Advance(TimeSpan.FromSeconds(left) - TimeSpan.FromMilliseconds(1));
        Assert.NotEqual(TimeSpan.Zero, lease.Left);
        _time.Advance(TimeSpan.FromMilliseconds(2));
        Assert.Equal(TimeSpan.Zero, lease.Left);
    }

    [Fact]
    public void A_new_request_or_one_in_progress_starts_the_whole_lease()
    {
        var lease = Begun(EmulatorLease.Default, requests: 7);

        lease.Observe(requests: 7, isInUse: false);
        AssertLeft(50, lease);
        lease.Observe(requests: 8, isInUse: false);
        AssertLeft(600, lease);

        _time.Advance(TimeSpan.FromSeconds(10));
        lease.Observe(requests: 8, isInUse: false);
        AssertLeft(590, lease);
        lease.Observe(requests: 8, isInUse: true);
        AssertLeft(600, lease);
    }

    [Fact]
    public void Requests_of_the_bridge_itself_are_no_use()
    {
        var lease = Begun(TimeSpan.FromSeconds(30), requests: 7);

        var sent = new TaskCompletionSource<bool>();
        var sending = lease.UncountedAsync(() => new ValueTask<bool>(sent.Task), count: 2);
        lease.Observe(requests: 8, isInUse: true);
        AssertLeft(20, lease);
        sent.SetException(new IOException());
        Assert.True(sending.IsFaulted);

        lease.Observe(requests: 9, isInUse: false);
        AssertLeft(20, lease);
        lease.Observe(requests: 10, isInUse: false);
        AssertLeft(30, lease);
    }

    [Fact]
    public async Task Requests_of_the_bridge_that_were_not_sent_hide_none_of_a_client()
    {
        var lease = Begun(TimeSpan.FromSeconds(30), requests: 7);
        await Assert.ThrowsAsync<IOException>(() => lease.UncountedAsync<bool>(() => throw new IOException(), count: 2));

        lease.Observe(requests: 7, isInUse: false);
        AssertLeft(20, lease);
        lease.Observe(requests: 8, isInUse: false);
        AssertLeft(30, lease);
    }

    [Fact]
    public void Another_duration_counts_from_now_as_a_use()
    {
        var lease = Begun(TimeSpan.FromSeconds(30), requests: 0);

        lease.Renew(TimeSpan.FromHours(1));
        Assert.Equal(TimeSpan.FromHours(1), lease.Duration);
        AssertLeft(3600, lease);

        lease.Renew(null);
        _time.Advance(TimeSpan.FromDays(30));
        Assert.Null(lease.Duration);
        Assert.Null(lease.Left);
    }

    // A lease that began ten seconds ago, without a use since.
    private EmulatorLease Begun(TimeSpan duration, long requests)
    {
        var lease = new EmulatorLease(_time, duration);
        _time.Advance(TimeSpan.FromSeconds(20));
        lease.Begin(requests);
        _time.Advance(TimeSpan.FromSeconds(10));
        return lease;
    }

    private static void AssertLeft(double seconds, EmulatorLease lease) =>
        Assert.Equal(seconds, lease.Left!.Value.TotalSeconds, tolerance: 0.001);
}
