using System.Globalization;
using System.Net;
using Bridge.Testing;

namespace Bridge.Bench;

/// <summary>An emulator and the bridge to it: the program as it is published, with the compared paths in front of it.</summary>
internal sealed class Lane : IDisposable
{
    private static readonly HttpClient Http = new() { Timeout = TimeSpan.FromSeconds(5) };

    private readonly Child _bridge;

    private Lane(string name, Emulator emulator)
    {
        Name = name;
        Emulator = emulator;
        var port = FreePort.Take();
        Address = $"http://127.0.0.1:{port}";
        var program = RepositoryRoot.Combine("artifacts", "publish", "Bridge.Api", "release");
        _bridge = new Child($"bridge-{name}", "dotnet",
            [
                Path.Combine(program, "Bridge.Api.dll"), "--contentRoot", program, "--Urls", Address,
                "--Bridge:Emulators:default:Port", emulator.Port.ToString(CultureInfo.InvariantCulture),
            ],
            ("DOTNET_STARTUP_HOOKS", RepositoryRoot.Combine("artifacts", "bin", "Bridge.Bench.Hook", "release", "Bridge.Bench.Hook.dll")));
    }

    public string Name { get; }

    public Emulator Emulator { get; }

    public Child Bridge => _bridge;

    public string Address { get; }

    public static async Task<Lane> StartAsync(string name, string script, string window = "shared")
    {
        var lane = new Lane(name, await Emulator.StartAsync($"emulator-{name}", script, window));
        await lane.HoldAsync(false);
        return lane;
    }

    /// <summary>Stops both programs, or lets them go on and waits until the emulator answers.</summary>
    public async Task HoldAsync(bool held)
    {
        Emulator.Child.Hold(held);
        _bridge.Hold(held);
        if (!held)
            await Clock.UntilAsync($"{Name} answers", IsReadyAsync);
    }

    /// <summary>Bytes that the bridge's process has allocated since it began.</summary>
    public async Task<long> AllocatedAsync() => long.Parse(await Http.GetStringAsync($"{Address}/allocated"), CultureInfo.InvariantCulture);

    public void Dispose()
    {
        _bridge.Hold(false);
        _bridge.Dispose();
        Emulator.Child.Hold(false);
        Emulator.Dispose();
    }

    private async Task<bool> IsReadyAsync()
    {
        if (_bridge.HasEnded)
            throw new InvalidOperationException($"The bridge of {Name} has ended; its log is in artifacts/bench.");
        try
        {
            using var response = await Http.GetAsync($"{Address}/health/ready");
            return response.StatusCode == HttpStatusCode.OK;
        }
        catch (Exception exception) when (exception is HttpRequestException or OperationCanceledException)
        {
            return false;
        }
    }
}
