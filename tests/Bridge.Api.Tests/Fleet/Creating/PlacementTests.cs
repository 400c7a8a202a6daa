using System.Collections.Immutable;
using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Testing;

namespace Bridge.Api.Tests.Fleet.Creating;

public sealed class PlacementTests
{
    private static readonly HashSet<string> None = [];

    [Fact]
    public void The_freer_of_two_hosts_is_chosen_and_all_get_some()
    {
        var snapshot = FleetHosts.SnapshotOf(FleetHosts.HostOf("h1", 1), FleetHosts.HostOf("h2", 5), FleetHosts.HostOf("h3", 3));
        var placement = new Placement(new Random(1));

        var chosen = Enumerable.Range(0, 300).Select(_ => placement.Choose(snapshot, "a.gba", None)!.Id).CountBy(id => id).ToDictionary();

        // The fullest is never the freer of two.
        Assert.Equal(["h2", "h3"], chosen.Keys.Order());
        Assert.True(chosen["h2"] > chosen["h3"]);
    }

    [Fact]
    public void Hosts_that_are_full_draining_without_the_rom_or_tried_are_left_out()
    {
        var snapshot = FleetHosts.SnapshotOf(
            FleetHosts.HostOf("h1", 0), FleetHosts.HostOf("h2", 5) with { Draining = true },
            FleetHosts.HostOf("h3", 5) with { Roms = "other" },
            FleetHosts.HostOf("h4", 5), FleetHosts.HostOf("h5", 1)) with
        {
            Roms = ImmutableDictionary<string, ImmutableHashSet<string>>.Empty.Add("all", ["a.gba"]).Add("other", ["b.gba"]),
        };
        var placement = new Placement(new Random(1));

        Assert.Equal("h5", placement.Choose(snapshot, "a.gba", new HashSet<string> { "h4" })?.Id);
        Assert.Equal("h3", placement.Choose(snapshot, "b.gba", None)?.Id);
        Assert.Null(placement.Choose(snapshot, "a.gba", new HashSet<string> { "h4", "h5" }));
        Assert.Null(placement.Choose(snapshot, "a.gba", new HashSet<string> { "x", "y", "z" }));
        Assert.Equal(11, Placement.PlacesIn(snapshot));
    }

    [Theory]
    [InlineData("Pok\u00E9mon.gba", "Poke\u0301mon.gba")]
    [InlineData("Poke\u0301mon.gba", "Pok\u00E9mon.gba")]
    public void A_host_has_a_ROM_in_either_form_of_its_name(string there, string asked)
    {
        var host = FleetHosts.HostOf("h1", 1);
        var snapshot = FleetHosts.SnapshotOf(host) with
        {
            Roms = ImmutableDictionary<string, ImmutableHashSet<string>>.Empty.Add("all", [there]),
        };

        Assert.True(Placement.HasRom(snapshot, host, asked));
        Assert.False(Placement.HasRom(snapshot, host, "Pokemon.gba"));
        Assert.False(Placement.HasRom(snapshot, host, "Pok\u00E8mon.gba"));
    }

    [Fact]
    public async Task Waiting_creations_are_woken_in_the_order_in_which_they_came()
    {
        var time = new FakeTime();
        var queue = new WaitingCreations(time);
        using var first = queue.TryEnter()!;
        using var second = queue.TryEnter()!;
        var minute = TimeSpan.FromMinutes(1);
        var (one, two) = (first.WaitAsync(minute, default), second.WaitAsync(minute, default));

        queue.Wake(1);
        Assert.True(await one);
        Assert.False(two.IsCompleted);
        // The first one was woken in vain, and waits at the front again.
        one = first.WaitAsync(minute, default);
        queue.Wake(1);
        Assert.True(await one);
        time.Advance(minute);
        Assert.False(await two);
    }

    [Fact]
    public async Task The_queue_is_bounded_and_a_client_can_leave_it()
    {
        var queue = new WaitingCreations(new FakeTime());
        var tickets = Enumerable.Range(0, WaitingCreations.Max).Select(_ => queue.TryEnter()!).ToArray();
        Assert.Null(queue.TryEnter());
        using var stop = new CancellationTokenSource();
        var waiting = tickets[0].WaitAsync(TimeSpan.FromMinutes(1), stop.Token);

        await stop.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        tickets[0].Dispose();
        Assert.Equal(WaitingCreations.Max - 1, queue.Count);
        Assert.NotNull(queue.TryEnter());
    }

    [Fact]
    public async Task Only_one_request_at_a_time_uses_a_key()
    {
        var turns = new KeyTurns();
        var first = await turns.EnterAsync("key", default);
        var second = turns.EnterAsync("key", default);
        using var other = await turns.EnterAsync("another", default);
        Assert.False(second.IsCompleted);

        first.Dispose();

        (await second).Dispose();
        (await turns.EnterAsync("key", default)).Dispose();
    }
}
