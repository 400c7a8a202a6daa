using Bridge.Api;
using Bridge.Api.Composition.Configuration;
using Bridge.Api.Fleet;
using Bridge.Api.Fleet.Creating;
using Bridge.Api.Fleet.Etcd;
using Bridge.Api.Fleet.Membership;
using Bridge.Api.Fleet.Snapshot;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>A member of a fleet in this process, so that tests can read its snapshot of the fleet. It has no emulators.</summary>
internal sealed class FleetNode : IAsyncDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-fleet-");
    private readonly WebApplication _app;

    private FleetNode(IEnumerable<Uri> etcd, string id, string[] more)
    {
        var address = $"http://127.0.0.1:{FreePort.Take()}";
        var builder = ProgramSettings.CreateBuilder(
            ["--urls", address, $"--Bridge:OnDemand:Folder={_folder.FullName}", .. Settings(etcd, id, address), .. more]);
        builder.Logging.ClearProviders();
        builder.AddBridge();
        _app = builder.Build();
    }

    public FleetSnapshot Snapshot => Get<FleetDirectory>().Snapshot;

    public FleetNames Names => Get<FleetNames>();

    public EtcdClient Etcd => Get<EtcdClient>();

    public CreationKeys Keys => Get<CreationKeys>();

    public FleetStatus Status => Get<FleetStatus>();

    public bool HasLease => Get<OwnLease>().IsHeld;

    public long Resyncs => Get<FleetMeters>().Resyncs;

    /// <summary>Starts a member and waits until it has its lease.</summary>
    public static async Task<FleetNode> StartAsync(IEnumerable<Uri> etcd, string id, params string[] more)
    {
        var node = new FleetNode(etcd, id, more);
        await node._app.StartAsync();
        await Eventually.HoldsAsync(() => node.HasLease, $"{id} is in the fleet");
        return node;
    }

    /// <summary>Returns the settings of a member in this process, or in one of its own.</summary>
    public static string[] Settings(IEnumerable<Uri> etcd, string id, string address) =>
    [
        "--Bridge:Fleet:Name=test", $"--Bridge:Fleet:Host={id}", $"--Bridge:Fleet:Address={address}",
        $"--Bridge:Fleet:Secret={new string('s', 32)}", "--Bridge:Emulators:default:Port=1", "--Bridge:Drain=00:00:00",
        .. etcd.Select((member, index) => $"--Bridge:Fleet:Etcd:{index}={member.GetLeftPart(UriPartial.Authority)}"),
    ];

    /// <summary>Returns how often a host has written its key, as this node knows.</summary>
    public long HeartbeatsOf(string id) => Snapshot.Hosts.TryGetValue(id, out var host) ? host.Heartbeats : -1;

    /// <summary>Waits until this node knows a host's next heartbeats.</summary>
    public async Task SeesHeartbeatsOfAsync(string id, int heartbeats = 2)
    {
        var before = HeartbeatsOf(id);
        await Eventually.HoldsAsync(() => HeartbeatsOf(id) >= before + heartbeats, $"heartbeats of {id} arrive");
    }

    public T Get<T>() where T : notnull => _app.Services.GetRequiredService<T>();

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync();
        await _app.DisposeAsync();
        _folder.Delete(recursive: true);
    }
}
