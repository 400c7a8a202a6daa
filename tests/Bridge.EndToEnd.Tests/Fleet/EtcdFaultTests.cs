using System.Globalization;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>One or all of the three members of etcd fail.</summary>
public sealed class EtcdFaultTests(ITestOutputHelper output) : IAsyncLifetime
{
    private EtcdServer _etcd = null!;
    private FleetNode _first = null!;
    private FleetNode _second = null!;

    public async ValueTask InitializeAsync()
    {
        _etcd = await EtcdServer.StartAsync(3);
        _first = await FleetNode.StartAsync(_etcd.Addresses, "h1");
        // With the addresses in reverse, it asks another member first.
        _second = await FleetNode.StartAsync(_etcd.Addresses.Reverse(), "h2");
        await Eventually.HoldsAsync(() => _first.Snapshot.Hosts.Count == 2 && _second.Snapshot.Hosts.Count == 2, "both are known");
    }

    public async ValueTask DisposeAsync()
    {
        await _second.DisposeAsync();
        await _first.DisposeAsync();
        await _etcd.DisposeAsync();
    }

    [Fact]
    public async Task After_the_leaders_death_names_work_again_and_the_snapshots_go_on()
    {
        _etcd.Kill(await _etcd.LeaderAsync());
        var start = TimeProvider.System.GetTimestamp();
        await Eventually.HoldsAsync(async () =>
        {
            try
            {
                return await _first.Names.TryReserveAsync("red", new FleetAlias("h1"), CancellationToken.None) is not null;
            }
            catch (EtcdException)
            {
                return false;
            }
        }, "names work");
        var took = SecondsSince(start);

        Assert.InRange(took, 0, 5);
        await _first.SeesHeartbeatsOfAsync("h2");
        await _second.SeesHeartbeatsOfAsync("h1");
        Assert.Equal("h1", _second.Snapshot.HostIdOf("red"));
        Assert.Empty(_first.Snapshot.Lost);
        Assert.Empty(_second.Snapshot.Lost);
    }

    [Fact]
    public async Task A_member_that_falls_silent_is_left_for_another()
    {
        var (resyncs, heartbeats) = (_first.Resyncs, _second.HeartbeatsOf("h2"));
        _etcd.Silence(0);
        var start = TimeProvider.System.GetTimestamp();

        await Eventually.HoldsAsync(() => _first.Resyncs > resyncs && _first.HeartbeatsOf("h2") > heartbeats + 2, "the snapshot goes on");

        Assert.InRange(SecondsSince(start), 0, 10);
        Assert.True(_first.HasLease);
        Assert.Empty(_first.Snapshot.Lost);
        Assert.Empty(_second.Snapshot.Lost);
        _etcd.Continue(0);
    }

    [Fact]
    public async Task Without_etcd_the_last_snapshot_stays_and_all_goes_on_afterwards()
    {
        Assert.NotNull(await _first.Names.TryReserveAsync("red", new FleetAlias("h1"), CancellationToken.None));
        await Eventually.HoldsAsync(() => _second.Snapshot.HostIdOf("red") == "h1", "the name is known");
        for (var member = 0; member < 3; member++)
            _etcd.Kill(member);
        var start = TimeProvider.System.GetTimestamp();

        await Eventually.HoldsAsync(() => !_first.HasLease && !_second.HasLease, "no lease is certain");
        // The lease of six seconds was renewed up to two seconds before.
        Assert.InRange(SecondsSince(start), 3.9, 7);
        await Assert.ThrowsAsync<EtcdException>(
            () => _second.Names.TryReserveAsync("blue", new FleetAlias("h2"), CancellationToken.None));
        // Longer than a bridge takes to notice that its watch of etcd is dead.
        await Eventually.HoldsAsync(() => TimeProvider.System.GetElapsedTime(start) > TimeSpan.FromSeconds(10), "time passes");
        Assert.Equal(["h1", "h2"], _first.Snapshot.Hosts.Keys.Order());
        Assert.Equal("h1", _second.Snapshot.HostIdOf("red"));
        for (var member = 0; member < 3; member++)
            _etcd.Start(member);

        await Eventually.HoldsAsync(() => _first.HasLease && _second.HasLease, "both have a lease again");
        await _first.SeesHeartbeatsOfAsync("h2");
        await _second.SeesHeartbeatsOfAsync("h1");
        Assert.Equal("h1", (await _second.Names.FindAsync("red", CancellationToken.None))?.Host);
        Assert.Null(await _second.Names.FindAsync("blue", CancellationToken.None));
    }

    // Also writes it to the output of the test.
    private double SecondsSince(long start)
    {
        var took = TimeProvider.System.GetElapsedTime(start).TotalSeconds;
        output.WriteLine(took.ToString("0.000 s", CultureInfo.InvariantCulture));
        return took;
    }
}
