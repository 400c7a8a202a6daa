using System.Diagnostics;
using System.Runtime.Versioning;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.SocketPool;
using Microsoft.Extensions.DependencyInjection;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>The end of a lease on a virtual clock, with an emulator whose state takes as long to save as the test wants.</summary>
[SupportedOSPlatform("linux")]
public sealed class LeaseTests : IAsyncLifetime
{
    private static readonly TimeSpan Lease = TimeSpan.FromSeconds(5);

    private readonly DirectoryInfo _root = Directory.CreateTempSubdirectory("bridge-lease-");
    private readonly FakeTime _time = new();
    private readonly FakeEmulator _fake = new();
    private BridgeHost _bridge = null!;
    private HostedEmulator _hosted = null!;

    private OnDemandEmulators Emulators => Get<OnDemandEmulators>();

    public async ValueTask InitializeAsync()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The bridge creates emulators on Linux only.");
        _bridge = new BridgeHost(
            ("Bridge:Emulators:default:Port", "1"), ("Bridge:OnDemand:Folder", Path.Combine(_root.FullName, "emulators")),
            ("Bridge:StateFolder", Path.Combine(_root.FullName, "states")));
        var client = Get<EmulatorDirectory>().Connect("red", _fake.Port);
        await Eventually.HoldsAsync(() => client.State == EmulatorState.Running, "it is connected");
        Get<HostFolders>().Open();
        var host = new HostProcess(Process.Start("sleep", "600"), "secret", Get<HostFolders>().Create("red"), TimeProvider.System);
        var lease = new EmulatorLease(_time, Lease);
        lease.Begin(client.RequestCount);
        _hosted = new HostedEmulator(
            new CreatedEmulator(client, "a.gba", new Dictionary<string, string>(), lease), host,
            new HostPlan("/a.gba", Speed: 1, Model: null, Clock: null), keepsSaves: false);
        HostRecordFile.Write(host.Folder, _hosted.ToRecord());
        Get<CreationPlaces>().Restore("red");
        Emulators.Add(_hosted);
    }

    public async ValueTask DisposeAsync()
    {
        if (_bridge is not null)
            await _bridge.DisposeAsync();
        await _fake.DisposeAsync();
        _root.Delete(recursive: true);
    }

    [Fact]
    public async Task Without_use_the_state_is_saved_once_and_nothing_is_left()
    {
        var free = Get<CreationPlaces>().Free;
        var save = await NextSaveAsync();
        await save.RefuseAsync("failed");

        await Eventually.HoldsAsync(() => !Directory.Exists(_hosted.Host.Folder), "it is ended");
        await Emulators.EndAsync("red");

        Assert.Single(_fake.Commands, request => request.Command == "state.save");
        Assert.Equal(free + 1, Get<CreationPlaces>().Free);
        await Eventually.HoldsAsync(() => Get<LeaseKeeper>().Expired == 1, "it is counted");
    }

    [Fact]
    public async Task A_save_that_may_succeed_later_is_tried_ten_times()
    {
        for (var i = 1; i <= 10; i++)
        {
            Assert.True(Directory.Exists(_hosted.Host.Folder));
            await (await NextSaveAsync()).RefuseAsync("busy");
        }

        await Eventually.HoldsAsync(() => !Directory.Exists(_hosted.Host.Folder), "it is ended");
    }

    [Fact]
    public async Task A_lease_that_is_set_during_the_save_counts()
    {
        var save = await NextSaveAsync();
        var renewing = _bridge.Client.AskForJsonAsync("PUT", "/emulators/red/lease", """{"seconds": 3600}""");
        await (await _fake.NextRequestAsync("expire")).ReplyAsync();
        Assert.Equal(3600, (await renewing).GetProperty("seconds").GetDouble());

        await save.RefuseAsync("failed");

        await AssertGoesOnAsync();
    }

    [Fact]
    public async Task A_request_during_the_save_counts()
    {
        var save = await NextSaveAsync();
        var reading = _bridge.Client.AskAsync("GET", "/emulators/red/memory/0x02000000?type=u8");
        await (await _fake.NextRequestAsync()).RefuseAsync("failed");
        using var response = await reading;

        await save.RefuseAsync("failed");

        await AssertGoesOnAsync();
    }

    [Fact]
    public async Task A_lease_that_can_not_be_recorded_is_not_set()
    {
        var file = Path.Combine(_hosted.Host.Folder, HostRecordFile.Name);
        File.Delete(file);
        Directory.CreateDirectory(Path.Combine(file, "folder"));

        using var refused = await _bridge.Client.AskAsync("PUT", "/emulators/red/lease", """{"seconds": 3600}""");

        Assert.Equal(500, (int)refused.StatusCode);
        Assert.Equal(Lease, _hosted.Emulator.Lease.Duration);
        Assert.DoesNotContain(_fake.Commands, request => request.Command == "expire");
    }

    [Fact]
    public async Task A_lease_that_the_script_refuses_is_not_recorded()
    {
        var renewing = _bridge.Client.AskAsync("PUT", "/emulators/red/lease", """{"seconds": 3600}""");
        await (await _fake.NextRequestAsync("expire")).RefuseAsync("failed");

        using var refused = await renewing;

        Assert.Equal(502, (int)refused.StatusCode);
        Assert.Equal(Lease.TotalSeconds, HostRecordFile.Read(_hosted.Host.Folder).Record!.LeaseSeconds);
    }

    [Fact]
    public async Task Concurrent_ends_are_one_and_each_returns_when_nothing_is_left()
    {
        await Task.WhenAll(Enumerable.Range(0, 4).Select(async _ =>
        {
            await Emulators.EndAsync(_hosted);
            Assert.False(Directory.Exists(_hosted.Host.Folder));
            Assert.True(_hosted.Host.Ended.IsCompleted);
        }));
        using var late = await _bridge.Client.AskAsync("PUT", "/emulators/red/lease", """{"seconds": 3600}""");
        Assert.Equal(404, (int)late.StatusCode);
    }

    [Fact]
    public async Task An_end_that_a_feature_fails_leaves_nothing_either()
    {
        Get<EmulatorDirectory>().Removed += _ => throw new InvalidOperationException("A feature failed.");
        var free = Get<CreationPlaces>().Free;

        await Assert.ThrowsAsync<InvalidOperationException>(() => Emulators.EndAsync("red"));

        Assert.Equal(free + 1, Get<CreationPlaces>().Free);
        Assert.True(_hosted.Host.Ended.IsCompleted);
        Assert.False(Directory.Exists(_hosted.Host.Folder));
        await Emulators.EndAsync("red");
    }

    // Returns the request of the last save, which waits.
    private async Task<FakeRequest> NextSaveAsync()
    {
        var save = _fake.NextRequestAsync("state.save");
        // The bridge's own first requests may come after the lease has begun.
        await Eventually.HoldsAsync(() =>
        {
            _time.Advance(Lease);
            return save.IsCompleted;
        }, "its state is saved");
        return await save;
    }

    private async Task AssertGoesOnAsync()
    {
        await Eventually.HoldsAsync(_hosted.TryExpire, "the end of its lease is over");
        Assert.True(Emulators.IsThere(new Creation.Here(_hosted.Emulator)));
        Assert.Equal(0, Get<LeaseKeeper>().Expired);
        Assert.False(_hosted.Host.Ended.IsCompleted);
    }

    private T Get<T>() where T : notnull => _bridge.Services.GetRequiredService<T>();
}
