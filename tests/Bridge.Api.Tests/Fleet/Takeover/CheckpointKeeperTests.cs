using System.Collections.Immutable;
using System.Diagnostics.Metrics;
using System.Runtime.Versioning;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Fencing;
using Bridge.Api.Fleet.Membership;
using Bridge.Api.Fleet.Snapshot;
using Bridge.Api.Fleet.Takeover;
using Bridge.Api.Server.Diagnostics;
using Bridge.SocketPool;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging.Abstractions;

namespace Bridge.Api.Tests.Fleet.Takeover;

/// <summary>When the states of an emulator with a checkpoint are saved, on a virtual clock.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class CheckpointKeeperTests : IAsyncLifetime
{
    private const long Revision = 5;

    private static readonly FleetCheckpoint Every = new(EverySeconds: 2, Request: "{}");

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-checkpoints-");
    private readonly FakeTime _time = new();
    private readonly FakeEmulator _fake = new();
    private readonly ReadTime _fenceTime = new();
    private readonly ServiceProvider _meters = new ServiceCollection().AddMetrics().BuildServiceProvider();
    private readonly EmulatorDirectory _directory;
    private readonly ChosenNames _chosen;
    private readonly CheckpointKeeper _keeper;

    public CheckpointKeeperTests()
    {
        var options = new FleetOptions { Name = "test", Host = "h1", CheckpointFolder = _folder.FullName };
        var (fleet, files, lease) = (new FleetDirectory(), new CheckpointFiles(options), new OwnLease(_time));
        fleet.Replace(FleetSnapshot.Empty with
        {
            Aliases = ImmutableDictionary.CreateRange([KeyValuePair.Create("red", new FleetAlias("h1", Every) { Revision = Revision })]),
        });
        _directory = new EmulatorDirectory(
            new DirectoryOptions(new Dictionary<string, EmulatorOptions> { ["default"] = new() { Port = 1 } }, KeyFolder: null, Folders: [],
                DiscoveryPorts: []),
            TimeProvider.System, new Random(1), _meters.GetRequiredService<IMeterFactory>(), new EmulatorPoints(),
            NullLogger<EmulatorDirectory>.Instance);
        var fence = new Fence(new Alone(), _fenceTime);
        _chosen = new ChosenNames(
            options, fleet, new FleetNames(new NoEtcd(), new FleetKeys("test"), options, fleet, lease, NullLogger<FleetNames>.Instance),
            lease, fence, files, new HostFolders(new OnDemandOptions { Folder = "/nowhere" }, NullLogger<HostFolders>.Instance),
            new KeyTurns(), NullLogger<ChosenNames>.Instance);
        _keeper = new CheckpointKeeper(
            options, fleet, _chosen, fence, files, _directory, _time, new WorkGuard(_time, NullLogger<WorkGuard>.Instance),
            NullLogger<CheckpointKeeper>.Instance);
    }

    private string[] Files => [.. _folder.EnumerateFiles().Select(file => file.Name)];

    public async ValueTask InitializeAsync()
    {
        var client = _directory.Connect("red", _fake.Port);
        _directory.Add(new CreatedEmulator(client, "a.gba", new Dictionary<string, string>(), new EmulatorLease(_time, duration: null)));
        _chosen.Add("red", Every, Revision, isRunning: true, before: Alone.OwnLease);
        await Eventually.HoldsAsync(() => client.State == EmulatorState.Running, "it is connected");
        await _keeper.StartAsync(CancellationToken.None);
    }

    public async ValueTask DisposeAsync()
    {
        await _keeper.StopAsync(CancellationToken.None);
        _keeper.Dispose();
        await _directory.DisposeAsync();
        await _fake.DisposeAsync();
        await _meters.DisposeAsync();
        _folder.Delete(recursive: true);
    }

    [Fact]
    public async Task A_state_is_saved_each_time_if_the_game_has_gone_on()
    {
        await ReplyAsync(await NextSaveAsync());
        await Eventually.HoldsAsync(() => Files is ["red.5.checkpoint"], "it is saved");

        // While the game stands still, nothing is saved.
        var ticks = 0;
        await Eventually.HoldsAsync(() => Tick(++ticks == 20), "some seconds pass");
        _fake.Frame++;
        await ReplyAsync(await NextSaveAsync());

        Assert.Equal(2, _fake.Commands.Count(request => request.Command == "state.save"));
    }

    [Fact]
    public async Task A_checkpoint_that_is_being_written_when_its_emulator_ends_is_deleted()
    {
        using var watcher = new FileSystemWatcher(_folder.FullName);
        var (written, deleted) = (false, false);
        watcher.Renamed += (_, renamed) => written |= renamed.Name == "red.5.checkpoint";
        watcher.Deleted += (_, gone) => deleted |= gone.Name == "red.5.checkpoint";
        watcher.EnableRaisingEvents = true;
        var save = await NextSaveAsync();
        Task? releasing = null;
        // The clock is read just after the fence was asked, before the file is written.
        _fenceTime.NextRead = () => releasing = _chosen.ReleaseAsync("red");

        await ReplyAsync(save);

        await Eventually.HoldsAsync(() => written, "it is written");
        await Eventually.HoldsAsync(() => deleted, "it is deleted");
        Assert.Empty(Files);
        await releasing!;
        Assert.False(_chosen.Has("red"));
    }

    private static Task ReplyAsync(FakeRequest save) => save.ReplyAsync("ok", [], "a state"u8.ToArray());

    private async Task<FakeRequest> NextSaveAsync()
    {
        var save = _fake.NextRequestAsync("state.save");
        await Eventually.HoldsAsync(() => Tick(save.IsCompleted), "its state is saved");
        return await save;
    }

    private bool Tick(bool isEnough)
    {
        _time.Advance(TimeSpan.FromMilliseconds(250));
        return isEnough;
    }

    private sealed class Alone : IFenceWorld
    {
        public const long OwnLease = 1;

        public string Host => "h1";

        public long? Lease => OwnLease;

        public IReadOnlyCollection<FleetMember>? Others => [];

        public Task<HolderResponse?> ReadAsync(string name, CancellationToken cancellationToken) => Task.FromResult<HolderResponse?>(null);

        public Task<HolderResponse?> AskAsync(FleetMember host, string name, CancellationToken cancellationToken) =>
            ReadAsync(name, cancellationToken);

        public Task EndAsync(string name) => Task.CompletedTask;
    }

    private sealed class NoEtcd : IEtcd
    {
        public Task<RangeResponse> RangeAsync(RangeRequest request, CancellationToken cancellationToken) => throw Refused();

        public Task<TxnResponse> TxnAsync(TxnRequest request, CancellationToken cancellationToken) => throw Refused();

        public Task<LeaseResponse> GrantAsync(long seconds, CancellationToken cancellationToken) => throw Refused();

        private static EtcdException Refused() => new("etcd can't be reached.");
    }
}
