using Bridge.Api.Fleet.Membership;

namespace Bridge.Api.Tests.Fleet.Membership;

public sealed class OwnLeaseTests
{
    // The answer takes some time; the lease counts from before the request was sent. It never counts for more than 6 s.
    [Theory]
    [InlineData(0, 6, 5.9, true)]
    [InlineData(0, 6, 6, false)]
    [InlineData(1, 6, 4.9, true)]
    [InlineData(1, 6, 5, false)]
    [InlineData(7, 6, 0, false)]
    [InlineData(0, 60, 6, false)]
    [InlineData(0, 2, 2, false)]
    public void A_lease_is_held_as_long_as_etcd_can_not_have_ended_it(double answerAfter, long seconds, double later, bool isHeld)
    {
        var time = new FakeTime();
        var lease = new OwnLease(time);
        Assert.False(lease.IsHeld);
        var sent = lease.Now();
        time.Advance(TimeSpan.FromSeconds(answerAfter));

        lease.Renewed(id: 7, sent, seconds);
        time.Advance(TimeSpan.FromSeconds(later));

        Assert.Equal(isHeld, lease.IsHeld);
        Assert.Equal(isHeld ? 7L : null, lease.Id);
    }

    [Fact]
    public void An_ended_lease_is_not_held()
    {
        var lease = new OwnLease(new FakeTime());
        lease.Renewed(id: 7, lease.Now(), seconds: 6);
        lease.Ended();

        Assert.False(lease.IsHeld);
    }

    [Fact]
    public void A_machine_that_was_suspended_does_not_hold_its_lease()
    {
        var time = new SuspendedTime();
        var lease = new OwnLease(time);
        lease.Renewed(id: 7, lease.Now(), seconds: 6);
        time.Suspended = TimeSpan.FromSeconds(6);

        Assert.False(lease.IsHeld);
    }

    // The monotonic clock stands still.
    private sealed class SuspendedTime : TimeProvider
    {
        public TimeSpan Suspended { get; set; }

        public override long GetTimestamp() => 0;

        public override DateTimeOffset GetUtcNow() => DateTimeOffset.UnixEpoch + Suspended;
    }
}
