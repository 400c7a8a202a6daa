using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.OnDemand;

namespace Bridge.Api.Tests.Features.OnDemand;

public sealed class CreationPlacesTests
{
    private readonly CreationPlaces _places = new(
        new OnDemandOptions { Max = 2 }, name => name == "configured", new NewNames("e", new Random(1)));

    [Theory]
    [InlineData("step")]
    [InlineData("configured")]
    [InlineData("red")]
    public void A_name_is_taken_once(string name)
    {
        _places.Take("red");
        Assert.Equal(ProblemTypes.Conflict, Assert.Throws<RequestException>(() => _places.Take(name)).Type);
        Assert.Equal(1, _places.Free);
    }

    [Fact]
    public void No_more_are_taken_than_there_are()
    {
        Assert.StartsWith("e", _places.Take(null), StringComparison.Ordinal);
        _places.Take("red");
        Assert.Equal(ProblemTypes.TooManyEmulators, Assert.Throws<RequestException>(() => _places.Take("blue")).Type);

        _places.Release("red");
        _places.Release("red");

        Assert.Equal("blue", _places.Take("blue"));
        Assert.Equal(0, _places.Free);
    }

    [Fact]
    public void Emulators_that_run_already_have_places_beyond_the_maximum()
    {
        foreach (var name in (string[])["one", "two", "three"])
            _places.Restore(name);
        Assert.Equal(0, _places.Free);
        _places.Release("one");
        Assert.Throws<RequestException>(() => _places.Take(null));
        _places.Release("two");
        _places.Take(null);
    }

    [Fact]
    public async Task A_drain_waits_for_creations_also_for_those_that_fail()
    {
        var (finished, failed) = (_places.Take("finished"), _places.Take("failed"));
        var closed = _places.CloseAsync(CancellationToken.None);
        Assert.Equal(ProblemTypes.HostDraining, Assert.Throws<RequestException>(() => _places.Take("late")).Type);

        _places.Finish(finished);
        Assert.False(closed.IsCompleted);
        _places.Release(failed);

        await closed.WaitAsync(Eventually.Patience);
        _places.Open();
        _places.Take("late");
    }
}
