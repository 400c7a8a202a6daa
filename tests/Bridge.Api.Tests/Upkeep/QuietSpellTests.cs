using Bridge.Api.Hosting;

namespace Bridge.Api.Tests.Upkeep;

public sealed class QuietSpellTests
{
    private readonly QuietSpell _spell = new();
    private long _requests;
    private long _allocated;

    [Fact]
    public void It_is_due_twice_after_much_work_and_then_not_again()
    {
        Work(QuietSpell.LeastWorkBytes);

        Assert.Equal([2, 7], DueLooks(100));
    }

    [Fact]
    public void Less_work_leaves_nothing_that_is_worth_it()
    {
        Work(QuietSpell.LeastWorkBytes - 1);

        Assert.Empty(DueLooks(100));
    }

    [Fact]
    public void A_quiet_time_may_have_a_request_and_a_mebibyte_between_two_looks()
    {
        Work(QuietSpell.LeastWorkBytes);

        Assert.Equal([2, 7], DueLooks(8, QuietSpell.MostQuietRequests, QuietSpell.MostQuietBytes));
    }

    [Theory]
    [InlineData(QuietSpell.MostQuietRequests + 1, 0)]
    [InlineData(0, QuietSpell.MostQuietBytes + 1)]
    public void More_than_that_is_work(long requests, long bytes)
    {
        Work(QuietSpell.LeastWorkBytes);

        Assert.Empty(DueLooks(100, requests, bytes));
    }

    [Fact]
    public void A_spell_that_is_broken_begins_anew()
    {
        Work(QuietSpell.LeastWorkBytes);
        Assert.Empty(DueLooks(1));
        Work(QuietSpell.MostQuietBytes + 1);

        Assert.Equal([2, 7], DueLooks(100));
    }

    [Fact]
    public void Work_after_a_quiet_time_makes_it_due_again()
    {
        Work(QuietSpell.LeastWorkBytes);
        DueLooks(100);
        Work(QuietSpell.LeastWorkBytes);

        Assert.Equal([2, 7], DueLooks(100));
    }

    private void Work(long bytes) => Assert.False(_spell.IsDue(_requests += 100, _allocated += bytes));

    private int[] DueLooks(int looks, long requests = 0, long bytes = 0) =>
        [.. Enumerable.Range(1, looks).Where(_ => _spell.IsDue(_requests += requests, _allocated += bytes))];
}
