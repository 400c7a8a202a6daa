using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.OnDemand;
using Bridge.SocketPool;

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
    public void A_vector_takes_several_places()
    {
        _places.Take("red");
        Assert.StartsWith("The vector counts as 2 created emulators, and the bridge has 1;",
            Assert.Throws<RequestException>(() => _places.TakeForVector(2)).Message, StringComparison.Ordinal);
        _places.TakeForVector(1);
        Assert.Equal(ProblemTypes.TooManyEmulators, Assert.Throws<RequestException>(() => _places.Take("blue")).Type);
        _places.ReleaseOfVector(1);
        _places.RestoreVector(5);

        Assert.Equal(0, _places.Free);
        _places.ReleaseOfVector(5);
        Assert.Equal(1, _places.Free);
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

    [Fact]
    public void A_new_name_is_that_of_no_other_emulator()
    {
        // The same names as those of the places below, which have the same seed.
        var next = new NewNames("e", new Random(2));
        var (first, second, third) = (next.Next(), next.Next(), next.Next());
        var places = new CreationPlaces(new OnDemandOptions { Max = 2 }, name => name == second, new NewNames("e", new Random(2)));
        places.Take(first);

        Assert.Equal(third, places.Take(null));
        Assert.True(EmulatorClient.IsName(third));
        Assert.Equal(7, third.Length);
    }

    [Fact]
    public void A_host_that_is_drained_says_so_before_it_says_that_it_is_full()
    {
        _places.Take("red");
        _places.Take("blue");
        var full = Assert.Throws<RequestException>(() => _places.Take("red"));
        Assert.StartsWith("The bridge has 2 created emulators, the maximum that Bridge:OnDemand:Max allows", full.Message,
            StringComparison.Ordinal);

        Assert.False(_places.CloseAsync(CancellationToken.None).IsCompleted);

        Assert.Equal(ProblemTypes.HostDraining, Assert.Throws<RequestException>(() => _places.Take("red")).Type);
    }

    [Fact]
    public void Each_change_of_the_places_is_an_event()
    {
        var free = new List<int>();
        _places.Changed += () => free.Add(_places.Free);

        _places.Take("red");
        Assert.Throws<RequestException>(() => _places.Take("red"));
        _places.Restore("blue");
        _places.Release("red");

        Assert.Equal([1, 0, 1], free);
    }

    [Fact]
    public async Task A_drain_without_creations_is_over_at_once_and_one_that_is_given_up_changes_nothing()
    {
        _places.Restore("red");
        Assert.True(_places.CloseAsync(CancellationToken.None).IsCompletedSuccessfully);
        _places.Open();
        var name = _places.Take(null);
        using var stop = new CancellationTokenSource();
        var (abandoned, other) = (_places.CloseAsync(stop.Token), _places.CloseAsync(CancellationToken.None));

        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => abandoned);
        Assert.Throws<RequestException>(() => _places.Take(null));
        _places.Finish(name);

        await other.WaitAsync(Eventually.Patience);
    }
}
