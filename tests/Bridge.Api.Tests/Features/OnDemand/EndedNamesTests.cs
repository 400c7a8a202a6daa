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
}
