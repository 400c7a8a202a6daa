using System.Net;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Mvc.Testing;

namespace Bridge.Testing.Http;

/// <summary>
/// The whole bridge, listening on a free port: real Kestrel, so that its limits are real. It runs in this process,
/// unless the program under test is another build.
/// </summary>
public sealed class BridgeHost : WebApplicationFactory<Program>
{
    // No load balancer polls readiness here, so a stopping bridge need not keep serving.
    private readonly Dictionary<string, string> _settings = new() { ["Bridge:Drain"] = "00:00:00" };
    private readonly BridgeProcess? _process;

    // Otherwise bridges share the notebooks of the account, which are a person's.
    private readonly string _notebooks = Path.Combine(Path.GetTempPath(), $"bridge-notebooks-{Guid.NewGuid():N}");

    // Work of low priority, like a clip, waits for all other tests.
    private static readonly TimeSpan MaxWait = TimeSpan.FromMinutes(5);

    /// <summary>Starts a bridge with these settings, like <c>Bridge:SlowRequest</c>.</summary>
    public BridgeHost(params ReadOnlySpan<(string Name, string Value)> settings)
    {
        _settings["Bridge:Notebook:Folder"] = _notebooks;
        foreach (var (name, value) in settings)
            _settings[name] = value;
        if (BridgeProgram.IsAnother)
        {
            _process = new BridgeProcess([.. _settings.Select(setting => $"--{setting.Key}={setting.Value}")]);
            Client = new HttpClient { BaseAddress = _process.Address, Timeout = MaxWait };
            Assert.True(SpinWait.SpinUntil(() => _process.Listens, Eventually.Patience), _process.Output);
            return;
        }

        // Not UseKestrel(0): that changes the address while the program may already be starting.
        UseKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0));
        StartServer();
        Client = CreateClient();
        Client.Timeout = MaxWait;
    }

    /// <summary>Gets a client of this bridge.</summary>
    public HttpClient Client { get; }

    /// <summary>Starts a bridge whose default emulator is at <paramref name="port"/>, with short timeouts to keep tests quick.</summary>
    public static BridgeHost For(int port, params ReadOnlySpan<(string Name, string Value)> settings) => new(
    [
        ("Bridge:Emulators:default:Port", $"{port}"),
        ("Bridge:Emulators:default:PingInterval", "00:00:00.020"),
        ("Bridge:Emulators:default:PausedAfter", "00:00:00.400"),
        .. settings,
    ]);

    /// <summary>Waits until the bridge reports the emulator <paramref name="name"/> as <paramref name="state"/>.</summary>
    public Task ReachesAsync(string state, string name = "default") => Eventually.HoldsAsync(
        async () => (await Client.GetJsonAsync($"/emulators/{name}")).GetProperty("state").GetString() == state, $"{name} is {state}");

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        if (_process is not null)
        {
            Client.Dispose();
            await _process.DisposeAsync();
        }

        if (Directory.Exists(_notebooks))
            Directory.Delete(_notebooks, recursive: true);
    }

    protected override void ConfigureWebHost(IWebHostBuilder builder)
    {
        foreach (var (name, value) in _settings)
            builder.UseSetting(name, value);
    }
}
