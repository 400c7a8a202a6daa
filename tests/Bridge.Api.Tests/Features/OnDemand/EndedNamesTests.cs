using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Tests.Features.OnDemand;

public sealed class EndedNamesTests
{
    [Fact]
    public void A_name_is_remembered_for_ten_minutes()
    {
        var time = new FakeTime();
        var names = new EndedNames(time);
        names.Add("red");
        time.Advance(TimeSpan.FromMinutes(10));
        Assert.True(names.Has("red"));
        Assert.False(names.Has("blue"));
        time.Advance(TimeSpan.FromMilliseconds(1));
        Assert.False(names.Has("red"));
    }

    [Fact]
    public void The_latest_end_of_a_name_counts()
    {
        var time = new FakeTime();
        var names = new EndedNames(time);
        names.Add("red");
        time.Advance(TimeSpan.FromMinutes(6));
        names.Add("red");
        time.Advance(TimeSpan.FromMinutes(6));

        Assert.True(names.Has("red"));
    }

    [Fact]
    public void Only_the_latest_4096_names_are_remembered()
    {
        var names = new EndedNames(new FakeTime());
        for (var ended = 0; ended <= 4096; ended++)
            names.Add($"e{ended}");

        Assert.False(names.Has("e0"));
        Assert.True(names.Has("e1"));
        Assert.True(names.Has("e4096"));
    }
}
