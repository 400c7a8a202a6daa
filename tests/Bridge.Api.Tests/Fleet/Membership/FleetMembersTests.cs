using System.Collections.Immutable;
using System.Text;
using System.Text.Json;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Membership;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Testing;

namespace Bridge.Api.Tests.Fleet.Membership;

/// <summary>What a host writes of the members of its fleet.</summary>
public sealed class FleetMembersTests : IEtcd
{
    private readonly FakeTime _time = new();
    private readonly FleetDirectory _directory = new();
    private readonly FleetMembers _members;
    private readonly List<TxnRequest> _written = [];

    public FleetMembersTests() => _members = new FleetMembers(
        this, new FleetKeys("test"), new FleetOptions { Name = "test", Host = "h1", Address = "http://h1/" }, _directory, _time);

    [Fact]
    public async Task A_host_joins_and_tells_which_members_it_has_seen()
    {
        await WriteAsync();
        var joined = Assert.Single(_written);
        Assert.Equal(EtcdCompare.IsAbsent([]).Target, Assert.Single(joined.Compare).Target);
        Assert.Equal(("members/h1", "http://h1", 0), Read(joined));

        await WriteAsync(new FleetMember("h1", "http://h1", Seen: 0) { Created = 3 });
        Assert.Equal(("members/h1", "http://h1", 3), Read(_written[1]));

        FleetMember[] both = [new("h1", "http://h1", Seen: 3) { Created = 3 }, new("h2", "http://h2", Seen: 0) { Created = 7 }];
        await WriteAsync(both);
        Assert.Equal(("members/h1", "http://h1", 7), Read(_written[2]));

        await WriteAsync(both[0] with { Seen = 7 }, both[1]);
        Assert.Equal(3, _written.Count);

        await WriteAsync(both[0] with { Seen = 7, Address = "http://before" }, both[1]);
        Assert.Equal(("members/h1", "http://h1", 7), Read(_written[3]));
    }

    [Fact]
    public async Task A_host_forgets_a_member_after_ten_minutes_without_its_host()
    {
        FleetMember[] both = [new("h1", "http://h1", Seen: 7) { Created = 3 }, new("h2", "http://h2", Seen: 7) { Created = 7 }];
        await WriteAsync(both);
        _time.Advance(TimeSpan.FromMinutes(9));
        await WriteAsync(both);
        _directory.Replace(_directory.Snapshot with { Hosts = _directory.Snapshot.Hosts.Add("h2", FleetHosts.HostOf("h2", 1)) });
        await _members.WriteAsync(CancellationToken.None);
        await WriteAsync(both);
        _time.Advance(TimeSpan.FromMinutes(9));
        await WriteAsync(both);
        Assert.Empty(_written);

        _time.Advance(TimeSpan.FromMinutes(2));
        await WriteAsync(both);

        var forgotten = Assert.Single(_written);
        Assert.EndsWith("members/h2", Encoding.UTF8.GetString(forgotten.Success[0].RequestDeleteRange!.Key), StringComparison.Ordinal);
        // On condition that its host is not back (0: no such key), and that it has not joined anew.
        Assert.Equal([0L, 7L], forgotten.Compare.Select(condition => condition.CreateRevision!.Value));
    }

    Task<RangeResponse> IEtcd.RangeAsync(RangeRequest request, CancellationToken cancellationToken) => throw new NotSupportedException();

    Task<TxnResponse> IEtcd.TxnAsync(TxnRequest request, CancellationToken cancellationToken)
    {
        _written.Add(request);
        return Task.FromResult(new TxnResponse(new EtcdHeader(1), Succeeded: true, null));
    }

    Task<LeaseResponse> IEtcd.GrantAsync(long seconds, CancellationToken cancellationToken) => throw new NotSupportedException();

    private static (string Key, string Address, long Seen) Read(TxnRequest written)
    {
        var put = written.Success[0].RequestPut!;
        var member = JsonSerializer.Deserialize(put.Value, FleetJson.Context.FleetMember)!;
        return (Encoding.UTF8.GetString(put.Key)["/bridge/test/".Length..], member.Address, member.Seen);
    }

    private Task WriteAsync(params FleetMember[] members)
    {
        _directory.Replace(FleetSnapshot.Empty with { Members = members.ToImmutableDictionary(member => member.Id) });
        return _members.WriteAsync(CancellationToken.None);
    }
}
