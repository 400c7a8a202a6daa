using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Bridge.Testing;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.Fleet;

/// <summary>A fleet of real bridges with real emulators and a real etcd, each bridge as a process of its own.</summary>
internal sealed class FleetMachines : IAsyncDisposable
{
    private readonly GameFolders _games = new();
    private readonly DirectoryInfo _checkpoints = Directory.CreateTempSubdirectory("bridge-checkpoints-");
    private readonly List<FleetMachine> _all = [];

    private FleetMachines(EtcdServer etcd) => Etcd = etcd;

    public EtcdServer Etcd { get; }

    public string Checkpoints => _checkpoints.FullName;

    public FleetMachine this[int index] => _all[index];

    /// <summary>Starts hosts with these numbers of places, and waits until each knows all.</summary>
    public static async Task<FleetMachines> StartAsync(params int[] places)
    {
        await HostProgram.BuildAsync();
        var fleet = new FleetMachines(await EtcdServer.StartAsync());
        for (var index = 0; index < places.Length; index++)
        {
            var machine = new FleetMachine(string.Create(CultureInfo.InvariantCulture, $"h{index + 1}"), fleet, places[index]);
            fleet._all.Add(machine);
            machine.Start();
        }

        foreach (var machine in fleet._all)
            await machine.SeesAsync(hosts => hosts.Length == places.Length, "it sees all hosts");
        return fleet;
    }

    public string[] Settings(string id, Uri address, string folder, int places) =>
    [
        .. FleetNode.Settings(Etcd.Addresses, id, address.GetLeftPart(UriPartial.Authority)), $"--urls={address}",
        $"--Bridge:Fleet:CheckpointFolder={Checkpoints}", $"--Bridge:RomFolder={_games.Roms}", $"--Bridge:StateFolder={_games.States}",
        $"--Bridge:OnDemand:Program={HostProgram.Path}", $"--Bridge:OnDemand:Folder={folder}", "--Bridge:OnDemand:Warm=0",
        string.Create(CultureInfo.InvariantCulture, $"--Bridge:OnDemand:Max={places}"),
    ];

    public async ValueTask DisposeAsync()
    {
        foreach (var machine in _all)
            await machine.DisposeAsync();
        await Etcd.DisposeAsync();
        _games.Dispose();
        _checkpoints.Delete(recursive: true);
    }
}

/// <summary>A host of the fleet.</summary>
internal sealed class FleetMachine(string id, FleetMachines fleet, int places) : IAsyncDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("bridge-emulators-");
    private readonly Uri _address = new(string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{FreePort.Take()}"));
    private BridgeProcess? _bridge;
    private HttpClient? _client;

    public string Id => id;

    /// <summary>Gets the folder that has a folder for each of its emulators.</summary>
    public string Folder => _folder.FullName;

    public HttpClient Client => _client ??= new HttpClient { BaseAddress = _address };

    public BridgeProcess Bridge => _bridge!;

    public void Start() => _bridge = new BridgeProcess(fleet.Settings(id, _address, _folder.FullName, places));

    /// <summary>Waits until GET /hosts of this host meets a condition.</summary>
    public Task SeesAsync(Func<JsonElement[], bool> condition, string what) => Eventually.HoldsAsync(async () =>
    {
        if (_bridge is null || !_bridge.Listens)
            return false;
        var hosts = await HostsAsync();
        return condition(hosts);
    }, $"{id}: {what}");

    public async Task<JsonElement[]> HostsAsync() => [.. (await Client.GetJsonAsync("/hosts")).GetProperty("hosts").EnumerateArray()];

    /// <summary>Creates an emulator through this host.</summary>
    public async Task<(int Status, JsonElement Body, HttpResponseMessage Response)> CreateAsync(string more = "", string? key = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/emulators")
        {
            Content = new StringContent($$"""{"rom": "buttontest.gba"{{more}}}""", null, "application/json"),
        };
        if (key is not null)
            request.Headers.Add("Idempotency-Key", key);
        var response = await Client.SendAsync(request);
        return ((int)response.StatusCode, JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement, response);
    }

    /// <summary>Returns the processes of this host's emulators.</summary>
    public int[] Processes() =>
        [.. Process.GetProcessesByName("mgba-host").Select(process => process.Id).Where(process => new FileInfo(
            string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/cwd")).LinkTarget?.StartsWith(
                _folder.FullName, StringComparison.Ordinal) == true)];

    /// <summary>Ends everything on this host at once.</summary>
    public async Task SwitchOffAsync()
    {
        if (_bridge is not null)
            await _bridge.DisposeAsync();
        _bridge = null;
        foreach (var process in Processes())
            ProcessSignals.KillIfRunning(process);
    }

    public async ValueTask DisposeAsync()
    {
        await SwitchOffAsync();
        _client?.Dispose();
        _folder.Delete(recursive: true);
    }
}
