using Bridge.Api.Hosting;

namespace Bridge.Api.Tests.Upkeep;

public sealed class IdleDetectorTests
{
    private readonly IdleDetector _spell = new();
    private long _requests;
    private long _allocated;

    [Fact]
    public void A_collection_is_due_twice_after_much_work_and_then_not_again()
    {
        Work(IdleDetector.MinWorkBytes);

        Assert.Equal([2, 7], DueLooks(100));
    }

    [Fact]
    public void Little_work_needs_no_collection()
    {
        Work(IdleDetector.MinWorkBytes - 1);

        Assert.Empty(DueLooks(100));
    }

    [Fact]
    public void An_idle_interval_may_have_one_request_and_one_mebibyte()
    {
        Work(IdleDetector.MinWorkBytes);

        Assert.Equal([2, 7], DueLooks(8, IdleDetector.MaxIdleRequests, IdleDetector.MaxIdleBytes));
    }

    [Theory]
    [InlineData(IdleDetector.MaxIdleRequests + 1, 0)]
    [InlineData(0, IdleDetector.MaxIdleBytes + 1)]
    public void More_than_that_is_work(long requests, long bytes)
    {
        Work(IdleDetector.MinWorkBytes);

        Assert.Empty(DueLooks(100, requests, bytes));
    }

    [Fact]
    public void An_interrupted_idle_time_starts_again()
    {
        Work(IdleDetector.MinWorkBytes);
        Assert.Empty(DueLooks(1));
        Work(IdleDetector.MaxIdleBytes + 1);

        Assert.Equal([2, 7], DueLooks(100));
    }

    [Fact]
    public void Work_after_an_idle_time_makes_a_collection_due_again()
    {
        Work(IdleDetector.MinWorkBytes);
        DueLooks(100);
        Work(IdleDetector.MinWorkBytes);

        Assert.Equal([2, 7], DueLooks(100));
    }

    private void Work(long bytes) => Assert.False(_spell.IsDue(_requests += 100, _allocated += bytes));

    private int[] DueLooks(int looks, long requests = 0, long bytes = 0) =>
        [.. Enumerable.Range(1, looks).Where(_ => _spell.IsDue(_requests += requests, _allocated += bytes))];
}
