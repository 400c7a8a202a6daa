using Bridge.Api.Server.Limits;

namespace Bridge.Api.Tests.Server.Limits;

public sealed class BufferBudgetTests
{
    private const long Max = BufferBudget.MaxBytes, Strangers = BufferBudget.MaxUntrustedBytes;

    private readonly BufferBudget _budget = new();

    [Theory]
    [InlineData(0, false, Max, true)]
    [InlineData(0, false, Max + 1, false)]
    [InlineData(100, false, Max + 100, true)]
    [InlineData(100, false, Max + 101, false)]
    [InlineData(0, true, Strangers, true)]
    [InlineData(0, true, Strangers + 1, false)]
    public void One_share_has_room_up_to_the_limit(int free, bool isUntrusted, long bytes, bool hasRoom) =>
        Assert.Equal(hasRoom, new BufferBudget.Share(_budget, free, isUntrusted).TryHold(bytes));

    [Theory]
    [InlineData(0, 1000, 1000)]
    [InlineData(100, 1000, 900)]
    [InlineData(100, 100, 0)]
    public void A_share_takes_the_bytes_beyond_the_free_ones(int free, long bytes, long taken)
    {
        Assert.True(new BufferBudget.Share(_budget, free, isUntrusted: false).TryHold(bytes));

        AssertLeft(Max - taken);
    }

    [Fact]
    public void Released_bytes_are_available_to_others()
    {
        var share = Share();
        Assert.True(share.TryHold(Max));
        Assert.False(Share().TryHold(1));

        Assert.True(share.TryHold(10));

        AssertLeft(Max - 10);
    }

    [Fact]
    public void Released_bytes_are_counted_until_they_are_reset()
    {
        var share = Share();
        Assert.True(share.TryHold(100));
        Assert.Equal(0, _budget.FreedBytes);
        Assert.True(share.TryHold(30));
        Assert.Equal(70, _budget.FreedBytes);

        _budget.ResetFreed();

        Assert.Equal(0, _budget.FreedBytes);
        Assert.True(share.TryHold(10));
        Assert.Equal(20, _budget.FreedBytes);
    }

    [Fact]
    public void A_refused_share_keeps_its_bytes()
    {
        var share = Share();
        Assert.True(share.TryHold(10));

        Assert.False(share.TryHold(Max + 1));

        AssertLeft(Max - 10);
    }

    [Fact]
    public void An_ended_share_has_no_bytes_and_takes_none()
    {
        var share = Share();
        Assert.True(share.TryHold(10));
        share.Dispose();
        share.Dispose();

        Assert.False(share.TryHold(20));

        AssertLeft(Max);
    }

    [Fact]
    public void Unauthenticated_shares_leave_room_for_others()
    {
        Assert.True(Share(isUntrusted: true).TryHold(Strangers));
        Assert.False(Share(isUntrusted: true).TryHold(1));

        AssertLeft(Max - Strangers);
    }

    [Fact]
    public void A_share_that_becomes_trusted_frees_room_for_unauthenticated_ones()
    {
        var share = Share(isUntrusted: true);
        Assert.True(share.TryHold(Strangers));
        share.Trust();

        Assert.True(Share(isUntrusted: true).TryHold(Strangers));
        Assert.True(share.TryHold(Max - Strangers));
        share.Dispose();
        AssertLeft(Max - Strangers);
    }

    private BufferBudget.Share Share(bool isUntrusted = false) => new(_budget, freeBytes: 0, isUntrusted);

    private void AssertLeft(long bytes)
    {
        using var rest = Share();
        Assert.False(rest.TryHold(bytes + 1));
        Assert.True(rest.TryHold(bytes));
    }
}
