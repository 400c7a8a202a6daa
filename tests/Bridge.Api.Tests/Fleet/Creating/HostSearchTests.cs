using System.Text.Json;
using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Snapshot;

namespace Bridge.Api.Tests.Fleet.Creating;

/// <summary>The search for a host for a creation whose key another host has.</summary>
public sealed class HostSearchTests
{
    private static readonly WantedKey Key = new("key", BodyHash: "body", Name: null);

    [Theory]
    [InlineData("", false)]
    [InlineData("h1 h2", false)]
    [InlineData("h1", true)]
    public async Task A_key_is_taken_from_its_host_only_if_that_is_known_to_be_lost(string known, bool isTaken)
    {
        var keys = new OneKey(new FleetCreationKey("h2", "body", "h2-abcdef"));
        var hosts = known.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(id => FleetHosts.HostOf(id, free: 2)).ToArray();

        var placed = await SearchAsync(keys, hosts);

        Assert.Equal(isTaken ? PlacedKind.Done : PlacedKind.Unreachable, placed.Kind);
        Assert.Equal(isTaken ? FleetCreationKey.NoHost : "h2", keys.Value.Host);
    }

    [Fact]
    public async Task A_key_of_another_body_is_sent_to_no_host() => Assert.Equal(PlacedKind.OtherBody, (await SearchAsync(
        new OneKey(new FleetCreationKey("h2", "another", "h2-abcdef")), FleetHosts.HostOf("h1", free: 2))).Kind);

    // h1 is the host that searches. Only it answers.
    private static Task<Placed<string>> SearchAsync(OneKey keys, params FleetHost[] hosts)
    {
        var fleet = new FleetDirectory();
        fleet.Replace(FleetHosts.SnapshotOf(hosts));
        return new HostSearch<string>("h1", fleet, new Placement(new Random(1)),
            new CreationKeys(keys, new FleetKeys("test"), TimeProvider.System)).RunAsync(null, Key,
            host => Task.FromResult(
                host == "h1" ? new Placed<string>(PlacedKind.Done, "h1-abcdef") : new Placed<string>(PlacedKind.Unreachable)),
            CancellationToken.None);
    }

    // etcd with one key, at revision 1. A transaction puts it if its condition names that revision; otherwise the key is read.
    private sealed class OneKey(FleetCreationKey value) : IEtcd
    {
        public FleetCreationKey Value { get; private set; } = value;

        public Task<TxnResponse> TxnAsync(TxnRequest request, CancellationToken cancellationToken)
        {
            var header = new EtcdHeader(1);
            var put = request.Success[0].RequestPut!;
            // Whatever the key: only the revision is compared.
            if (request.Compare[0] == EtcdCompare.IsAt(put.Key, 1) with { Key = request.Compare[0].Key })
            {
                Value = JsonSerializer.Deserialize(put.Value, FleetJson.Context.FleetCreationKey)!;
                return Task.FromResult(new TxnResponse(header, Succeeded: true, Responses: null));
            }

            var json = JsonSerializer.SerializeToUtf8Bytes(Value, FleetJson.Context.FleetCreationKey);
            var found = new RangeResponse(header, [new EtcdKeyValue(put.Key, json, 1, 1)]);
            return Task.FromResult(new TxnResponse(header, Succeeded: false, [new OperationResponse(found)]));
        }

        public Task<LeaseResponse> GrantAsync(long seconds, CancellationToken cancellationToken) =>
            Task.FromResult(new LeaseResponse(Id: 1, seconds));

        public Task<RangeResponse> RangeAsync(RangeRequest request, CancellationToken cancellationToken) =>
            throw new NotSupportedException();
    }
}
