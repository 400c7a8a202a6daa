using System.Text.Json;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Fencing;
using Bridge.Api.Fleet.Membership;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Fleet.Takeover;
using Bridge.Api.Server.Diagnostics;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Fleet.Creating;

/// <summary>Names that this host no longer has. The tests are etcd: it has the key of one name.</summary>
public sealed class ChosenNamesTests : IEtcd, IDisposable
{
    private static readonly FleetCheckpoint Checkpoint = new(1, "{}");

    private readonly FleetKeys _keys = new("test");
    private readonly ChosenNames _chosen;
    private readonly FleetTakeover _takeover;
    private EtcdKeyValue? _value;
    private long _revision = 1;

    public ChosenNamesTests()
    {
        var (time, fleet) = (new FakeTime(), new FleetDirectory());
        var options = new FleetOptions { Name = "test", Host = "h1", CheckpointFolder = Path.GetTempPath() };
        fleet.Replace(FleetSnapshot.Empty with { Members = FleetSnapshot.Empty.Members.Add("h1", new FleetMember("h1", "http://h1", 0)) });
        var lease = new OwnLease(time);
        lease.Renewed(1, lease.Now(), OwnLease.Seconds);
        var names = new FleetNames(this, _keys, options, fleet, lease, NullLogger<FleetNames>.Instance);
        // No name is proven here, and no emulator started.
        var (fence, files) = (new Fence(null!, time), new CheckpointFiles(options));
        _chosen = new ChosenNames(
            options, fleet, names, lease, fence, files,
            new HostFolders(new OnDemandOptions { Folder = "/nowhere" }, NullLogger<HostFolders>.Instance), new KeyTurns(),
            NullLogger<ChosenNames>.Instance);
        _takeover = new FleetTakeover(
            options, fleet, names, http: null!, lease, _chosen, fence, files, emulators: null!, roms: null!, time,
            new WorkGuard(time, NullLogger<WorkGuard>.Instance), NullLogger<FleetTakeover>.Instance);
    }

    public void Dispose() => _takeover.Dispose();

    [Fact]
    public async Task A_name_that_another_host_has_taken_can_be_chosen_again_when_it_is_free()
    {
        await ReserveAsync();
        Put(new FleetAlias("h2"));

        Assert.True(_chosen.Abandon("red"));

        await Assert.ThrowsAsync<RequestException>(ReserveAsync);
        _value = null;
        await ReserveAsync();
    }

    [Fact]
    public async Task A_name_that_this_host_has_given_up_can_be_chosen_again_when_it_is_free()
    {
        Put(new FleetAlias("h2", Checkpoint));
        var taken = new FleetAlias("h1", Checkpoint);
        Assert.True(await _takeover.TryTakeOverAsync("red", taken, _value!.ModRevision, member: 1, CancellationToken.None));

        await _takeover.GiveUpAsync("red", taken, CancellationToken.None);

        Assert.Equal(taken with { Host = EmulatorTakeover.NoHost }, EtcdValue.TryRead(_value!.Value!, FleetJson.Context.FleetAlias));
        await Assert.ThrowsAsync<RequestException>(ReserveAsync);
        _value = null;
        await ReserveAsync();
    }

    Task<RangeResponse> IEtcd.RangeAsync(RangeRequest request, CancellationToken cancellationToken) => Task.FromResult(Read());

    Task<TxnResponse> IEtcd.TxnAsync(TxnRequest request, CancellationToken cancellationToken)
    {
        // Conditions on other keys hold: this host is in the fleet, and no other one is.
        var holds = request.Compare.Where(compare => compare.Key.AsSpan().SequenceEqual(_keys.Name("red")))
            .All(compare => (compare.CreateRevision ?? compare.ModRevision) == (_value?.ModRevision ?? 0));
        if (holds)
            Put(request.Success[0].RequestPut!.Value);
        return Task.FromResult(new TxnResponse(new EtcdHeader(_revision), holds, holds ? null : [new OperationResponse(Read())]));
    }

    Task<LeaseResponse> IEtcd.GrantAsync(long seconds, CancellationToken cancellationToken) => throw new NotSupportedException();

    private RangeResponse Read() => new(new EtcdHeader(_revision), _value is null ? [] : [_value]);

    private void Put(FleetAlias alias) => Put(JsonSerializer.SerializeToUtf8Bytes(alias, FleetJson.Context.FleetAlias));

    private void Put(byte[] alias)
    {
        _revision++;
        _value = new EtcdKeyValue(_keys.Name("red"), alias, _revision, _revision);
    }

    private async Task ReserveAsync() =>
        await _chosen.ReserveAsync("red", NewEmulator.Read(new CreateRequest("a.gba")), CancellationToken.None);
}
