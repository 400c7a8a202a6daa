using System.Globalization;
using Bridge.Api.Composition.CommandLine;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>Hosts come and go, with one member of etcd.</summary>
public sealed class MembershipTests(ITestOutputHelper output) : IAsyncLifetime
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-fleet-");
    private EtcdServer _etcd = null!;

    public async ValueTask InitializeAsync() => _etcd = await EtcdServer.StartAsync();

    public async ValueTask DisposeAsync()
    {
        await _etcd.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    [Fact]
    public async Task Two_hosts_see_each_other_within_a_second()
    {
        await using var first = await FleetNode.StartAsync(_etcd.Addresses, "h-1");
        await using var second = await FleetNode.StartAsync(_etcd.Addresses, "h2");

        var took = await TimeAsync(() => first.Snapshot.Hosts.ContainsKey("h2") && second.Snapshot.Hosts.ContainsKey("h-1"));

        Assert.InRange(took, 0, 1);
        Assert.Equal("h-1", second.Snapshot.HostIdOf("h-1-abcdef"));
        Assert.Null(second.Snapshot.HostIdOf("h3-abcdef"));
        second.Status.SetDraining(true);
        Assert.InRange(await TimeAsync(() => first.Snapshot.Hosts["h2"].Draining), 0, 2);
    }

    [Fact]
    public async Task A_killed_host_is_lost_when_its_lease_ends_and_a_stopped_one_at_once()
    {
        await using var observer = await FleetNode.StartAsync(_etcd.Addresses, "h1");
        await using var killed = Start("h2", "http://127.0.0.1:1");
        await using var stopped = Start("h3", "http://127.0.0.1:2");
        await Eventually.HoldsAsync(() => observer.Snapshot.Hosts.Count == 3, "all hosts are known");
        await observer.SeesHeartbeatsOfAsync("h3");
        await Eventually.HoldsAsync(() => observer.Snapshot.Members.Count == 3 && observer.Snapshot.Members.Values.All(
            member => observer.Snapshot.Members.Values.All(other => member.Seen >= other.Created)), "each has seen all");

        ProcessSignals.Send(stopped.Id, ProcessSignals.Terminate);
        Assert.Equal(0, await stopped.EndsAsync());
        Assert.InRange(await TimeAsync(() => observer.Snapshot.Lost.ContainsKey("h3")), 0, 1);

        ProcessSignals.Send(killed.Id, ProcessSignals.Kill);
        var took = await TimeAsync(() => observer.Snapshot.Lost.ContainsKey("h2"));

        // The lease of six seconds was renewed up to two seconds before.
        Assert.InRange(took, 3.9, 9);
        Assert.Equal("h2", observer.Snapshot.HostIdOf("h2-abcdef"));
        Assert.Equal(["h1"], observer.Snapshot.Hosts.Keys);
        Assert.Equal(["h1", "h2", "h3"], observer.Snapshot.Members.Keys.Order());
    }

    [Fact]
    public async Task A_restarted_host_replaces_itself_and_another_one_can_not_take_its_id()
    {
        await using var observer = await FleetNode.StartAsync(_etcd.Addresses, "h1");
        await using var first = Start("h2", "http://127.0.0.1:1");
        await first.ListensAsync();
        await Eventually.HoldsAsync(() => observer.Snapshot.Hosts.ContainsKey("h2"), "h2 is known");
        var instance = observer.Snapshot.Hosts["h2"].Instance;
        await using var other = Start("h2", "http://127.0.0.1:2");

        Assert.Equal(ExitCodes.TryAgain, await other.EndsAsync());
        Assert.Contains("another bridge, at http://127.0.0.1:1, is the host \"h2\".", other.Output, StringComparison.Ordinal);

        ProcessSignals.Send(first.Id, ProcessSignals.Kill);
        await first.EndsAsync();
        await using var again = Start("h2", "http://127.0.0.1:1");
        await Eventually.HoldsAsync(
            () => observer.Snapshot.Hosts.TryGetValue("h2", out var host) && host.Instance != instance, "the next run is known");
        // Longer than the lease of the run before.
        await observer.SeesHeartbeatsOfAsync("h2", 4);
        Assert.Empty(observer.Snapshot.Lost);
        ProcessSignals.Send(again.Id, ProcessSignals.Terminate);
        await again.EndsAsync();
    }

    [Fact]
    public async Task A_host_tells_its_roms()
    {
        await File.WriteAllTextAsync(Path.Combine(_folder.FullName, "b.gb"), "b");
        await File.WriteAllTextAsync(Path.Combine(_folder.FullName, "a.gba"), "a");
        await using var host = await FleetNode.StartAsync(_etcd.Addresses, "h1", $"--Bridge:RomFolder={_folder.FullName}");
        await using var without = await FleetNode.StartAsync(_etcd.Addresses, "h2");

        await Eventually.HoldsAsync(() => without.Snapshot.Hosts.ContainsKey("h2")
            && without.Snapshot.Hosts.TryGetValue("h1", out var other)
            && without.Snapshot.Roms.TryGetValue(other.Roms, out var roms) && roms.SetEquals(["a.gba", "b.gb"]), "the list arrives");
        Assert.Equal("", without.Snapshot.Hosts["h2"].Roms);
    }

    [Fact]
    public async Task An_account_at_etcd_is_used()
    {
        await _etcd.RequireAccountsAsync("secret");

        await using var host = await FleetNode.StartAsync(
            _etcd.Addresses, "h1", "--Bridge:Fleet:EtcdUser=root", "--Bridge:Fleet:EtcdPassword=secret");

        await host.SeesHeartbeatsOfAsync("h1");
        Assert.NotNull(await host.Names.TryReserveAsync("red", new FleetAlias("h1"), CancellationToken.None));
    }

    private BridgeProcess Start(string id, string address) => new(
        [.. FleetNode.Settings(_etcd.Addresses, id, address), $"--Bridge:OnDemand:Folder={Path.Combine(_folder.FullName, id)}"]);

    // Returns the seconds until it holds.
    private async Task<double> TimeAsync(Func<bool> condition)
    {
        var start = TimeProvider.System.GetTimestamp();
        await Eventually.HoldsAsync(condition);
        var took = TimeProvider.System.GetElapsedTime(start).TotalSeconds;
        output.WriteLine(took.ToString("0.000 s", CultureInfo.InvariantCulture));
        return took;
    }
}
