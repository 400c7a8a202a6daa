using System.Collections.Immutable;
using System.Diagnostics;
using System.Globalization;
using Bridge.Api.Fleet.Fencing;
using Bridge.Api.Fleet.Snapshot;
using Microsoft.Extensions.DependencyInjection;

namespace Bridge.Testing.Http;

/// <summary>
/// Two bridges of a fleet without etcd: the test tells the entry which hosts there are. The owner, a process of its own, creates emulators.
/// </summary>
public class FleetPair : IAsyncLifetime
{
    public const string Secret = "the secret that both hosts of a test have";

    // The entry is h01, the owner h02.
    private readonly GameFolders _atEntry = new();
    private readonly GameFolders _atOwner = new();
    private BridgeHost? _entry;
    private BridgeProcess? _owner;

    /// <summary>Gets a client of the bridge that has none of the owner's emulators.</summary>
    public HttpClient Entry => _entry!.Client;

    /// <summary>Gets a client of the bridge that has them.</summary>
    public HttpClient Direct { get; private set; } = null!;

    /// <summary>Gets the process of the owner.</summary>
    public BridgeProcess Owner => _owner!;

    /// <summary>Gets the settings that both have besides those of a fleet.</summary>
    protected virtual (string Name, string Value)[] Settings => [];

    /// <summary>Gets further settings of the entry.</summary>
    protected virtual (string Name, string Value)[] EntrySettings => [];

    public async ValueTask InitializeAsync()
    {
        Assert.SkipWhen(BridgeProgram.IsAnother, "The fleet's directory of another process can't be filled.");
        await HostProgram.BuildAsync();
        _entry = new BridgeHost([.. SettingsOf("h01", _atEntry), .. EntrySettings]);
        await StartOwnerAsync();
    }

    public virtual async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        Direct?.Dispose();
        if (_entry is not null)
            await _entry.DisposeAsync();
        if (_owner is not null)
            await _owner.DisposeAsync();
        foreach (var id in Process.GetProcessesByName("mgba-host").Select(process => process.Id).Where(IsOwn))
            ProcessSignals.KillIfRunning(id);
        _atEntry.Dispose();
        _atOwner.Dispose();
    }

    /// <summary>Kills the owner; its emulators go on.</summary>
    public ValueTask KillOwnerAsync() => Owner.DisposeAsync();

    /// <summary>Starts the owner, which takes over the emulators that it had.</summary>
    public async Task StartOwnerAsync()
    {
        var settings = SettingsOf("h02", _atOwner).Concat(await OwnerSettingsAsync());
        _owner = new BridgeProcess([.. settings.Select(setting => $"--{setting.Name}={setting.Value}")]);
        await _owner.ListensAsync();
        Direct?.Dispose();
        Direct = new HttpClient { BaseAddress = _owner.Address };
        Tell();
    }

    /// <summary>Tells the entry which hosts there are.</summary>
    /// <param name="names">Chosen names of the owner's emulators.</param>
    /// <param name="isOwnerLost">Whether the owner's key has gone.</param>
    /// <param name="more">Addresses of more hosts, by their ids.</param>
    public void Tell(string[]? names = null, bool isOwnerLost = false, params (string Id, string Address)[] more)
    {
        var owner = HostAt("h02", _owner!.Address.ToString());
        var hosts = more.Select(host => HostAt(host.Id, host.Address)).Append(HostAt("h01", Entry.BaseAddress!.ToString()))
            .ToImmutableDictionary(host => host.Id);
        var directory = _entry!.Services.GetRequiredService<FleetDirectory>();
        directory.Replace(FleetSnapshot.Empty with
        {
            Hosts = isOwnerLost ? hosts : hosts.Add(owner.Id, owner),
            Lost = isOwnerLost
                ? ImmutableDictionary<string, LostHost>.Empty.Add(owner.Id, new LostHost(owner, DateTimeOffset.UnixEpoch))
                : ImmutableDictionary<string, LostHost>.Empty,
            Aliases = (names ?? []).ToImmutableDictionary(name => name, _ => new FleetAlias("h02")),
        });
    }

    /// <summary>Tells the entry which hosts there are, and of another member, which its fence asks.</summary>
    public void TellMember(string address)
    {
        Tell();
        var directory = _entry!.Services.GetRequiredService<FleetDirectory>();
        directory.Replace(directory.Snapshot with
        {
            Members = ImmutableDictionary<string, FleetMember>.Empty.Add("h03", new FleetMember("h03", address, 0)),
        });
    }

    /// <summary>Lets the fence of the entry guard one of its emulators, as one with a checkpoint.</summary>
    public void Guard(string name) => _entry!.Services.GetRequiredService<Fence>().Add(name, lease: null, hold: 1);

    /// <summary>Takes all contact from the entry, so that its fence has no proofs any more.</summary>
    public void Isolate() => _entry!.Services.GetRequiredService<FleetDirectory>().Replace(FleetSnapshot.Empty);

    /// <summary>Creates an emulator at the owner that plays the button-test game.</summary>
    public async Task<string> CreateAsync(string more = "") => OnDemandBridge.NameOf(await OnDemandBridge.CreateAsync(Direct, more));

    /// <summary>Creates an emulator at the entry.</summary>
    public async Task<string> CreateAtEntryAsync() => OnDemandBridge.NameOf(await OnDemandBridge.CreateAsync(Entry));

    /// <summary>Returns further settings of the owner.</summary>
    protected virtual Task<(string Name, string Value)[]> OwnerSettingsAsync() => Task.FromResult<(string Name, string Value)[]>([]);

    private static FleetHost HostAt(string id, string address) =>
        new(id, address, Raw: "127.0.0.1:7186", Instance: "instance", Slots: 4, Free: 4, Warm: 0, Roms: "", Draining: false,
            Version: "1.0", Heartbeats: 0);

    private (string Name, string Value)[] SettingsOf(string host, GameFolders folders) =>
    [
        ("Bridge:Emulators:default:Port", "1"), ("Bridge:RomFolder", folders.Roms), ("Bridge:StateFolder", folders.States),
        ("Bridge:OnDemand:Program", HostProgram.Path), ("Bridge:OnDemand:Folder", folders.Emulators), ("Bridge:OnDemand:Max", "4"),
        ("Bridge:Fleet:Name", "tests"), ("Bridge:Fleet:Host", host), ("Bridge:Fleet:Address", $"http://{host}.test:7185"),
        ("Bridge:Fleet:Etcd:0", "http://127.0.0.1:1"), ("Bridge:Fleet:Secret", Secret), .. Settings,
    ];

    private bool IsOwn(int process) =>
        new FileInfo(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/cwd")).LinkTarget is { } folder
        && (folder.StartsWith(_atOwner.Emulators, StringComparison.Ordinal)
            || folder.StartsWith(_atEntry.Emulators, StringComparison.Ordinal));
}
