using Bridge.Api.Fleet.Snapshot;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>Chosen names and creation keys of two hosts, with one member of etcd.</summary>
public sealed class NameTests : IAsyncLifetime
{
    private static readonly FleetCheckpoint Checkpoint = new(5, """{"rom": "a.gba"}""");

    private EtcdServer _etcd = null!;
    private FleetNode _first = null!;
    private FleetNode _second = null!;

    public async ValueTask InitializeAsync()
    {
        _etcd = await EtcdServer.StartAsync();
        _first = await FleetNode.StartAsync(_etcd.Addresses, "h1");
        _second = await FleetNode.StartAsync(_etcd.Addresses, "h2");
        await Eventually.HoldsAsync(
            () => _first.Snapshot.Members.ContainsKey("h1") && _second.Snapshot.Members.ContainsKey("h2"), "both are members");
    }

    public async ValueTask DisposeAsync()
    {
        await _second.DisposeAsync();
        await _first.DisposeAsync();
        await _etcd.DisposeAsync();
    }

    [Fact]
    public async Task Of_fifty_racers_one_gets_the_name()
    {
        var winners = await Task.WhenAll(Enumerable.Range(0, 50).Select(racer => Task.Run(() => racer % 2 == 0
            ? _first.Names.TryReserveAsync("red", new FleetAlias("h1"), CancellationToken.None)
            : _second.Names.TryReserveAsync("red", new FleetAlias("h2"), CancellationToken.None))));

        Assert.Single(winners, winner => winner is not null);
        var host = (await _first.Names.FindAsync("red", CancellationToken.None))!.Host;
        Assert.Equal(winners.Index().First(winner => winner.Item is not null).Index % 2 == 0 ? "h1" : "h2", host);
        await Eventually.HoldsAsync(
            () => _first.Snapshot.HostIdOf("red") == host && _second.Snapshot.HostIdOf("red") == host, "both know it");
    }

    [Fact]
    public async Task A_released_name_is_free_and_only_its_host_releases_it()
    {
        Assert.NotNull(await _first.Names.TryReserveAsync("red", new FleetAlias("h1"), CancellationToken.None));
        await _second.Names.ReleaseAsync("red", CancellationToken.None);
        Assert.Null(await _second.Names.TryReserveAsync("red", new FleetAlias("h2"), CancellationToken.None));
        Assert.Null(await _first.Names.TryReserveAsync("red", new FleetAlias("h1"), CancellationToken.None));

        await _first.Names.ReleaseAsync("red", CancellationToken.None);

        Assert.Null(await _second.Names.FindAsync("red", CancellationToken.None));
        Assert.NotNull(await _second.Names.TryReserveAsync("red", new FleetAlias("h2"), CancellationToken.None));
    }

    [Fact]
    public async Task A_name_goes_with_its_host_unless_it_has_a_checkpoint()
    {
        var third = await FleetNode.StartAsync(_etcd.Addresses, "h3");
        Assert.NotNull(await third.Names.TryReserveAsync("red", new FleetAlias("h3"), CancellationToken.None));
        Assert.NotNull(await third.Names.TryReserveAsync("blue", new FleetAlias("h3", Checkpoint), CancellationToken.None));
        var before = (await _first.Names.FindAsync("blue", CancellationToken.None))!;
        // Its host is still there, so nobody can take it over.
        Assert.Null(await TakeOverAsync(_first, "h1"));
        await Eventually.HoldsAsync(() => _first.Snapshot.HostIdOf("red") == "h3", "the name is known");

        await third.DisposeAsync();

        await Eventually.HoldsAsync(() => _first.Snapshot.Lost.ContainsKey("h3"), "the host is lost");
        Assert.False(_first.Snapshot.Aliases.ContainsKey("red"));
        Assert.Equal("h3", _first.Snapshot.HostIdOf("red"));
        Assert.Equal("h3", _first.Snapshot.HostIdOf("blue"));
        var takers = await Task.WhenAll(
            TakeOverAsync(_first, "h1"), TakeOverAsync(_second, "h2"));
        var taken = Assert.Single(takers, taken => taken is not null);
        var now = (await _first.Names.FindAsync("blue", CancellationToken.None))!;
        Assert.Equal((takers[0] is null ? "h2" : "h1", taken), (now.Host, now.Revision));

        Task<long?> TakeOverAsync(FleetNode node, string host) => node.Names.TryTakeOverAsync(
            "blue", new FleetAlias(host, Checkpoint), before.Revision, node.Snapshot.Members[host].Created, CancellationToken.None);
    }

    [Fact]
    public async Task A_creation_key_has_one_value_for_all_hosts()
    {
        FleetCreationKey[] wanted =
        [
            new("h1", BodyHash: "x", Name: null), new("h2", BodyHash: "x", Name: null), new("h1", BodyHash: "y", Name: null),
        ];
        const string Key = "clé/1";

        var got = await Task.WhenAll(wanted.Select((value, index) =>
            (index == 1 ? _second : _first).Keys.ReserveAsync(Key, value, CancellationToken.None)));

        var one = Assert.Single(got.Distinct());
        Assert.True(await _first.Keys.ReplaceAsync(Key, one with { Name = "h1-abcdef" }, one.Revision, CancellationToken.None));
        Assert.False(await _second.Keys.ReplaceAsync(Key, one with { Name = "h2-abcdef" }, one.Revision, CancellationToken.None));
        Assert.Equal("h1-abcdef", (await _second.Keys.ReserveAsync(Key, wanted[1], CancellationToken.None)).Name);
    }
}
