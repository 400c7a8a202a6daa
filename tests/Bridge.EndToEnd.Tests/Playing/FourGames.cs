using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Four emulators at one bridge, three of the Game Boy Advance and one of the Game Boy, all held.</summary>
public sealed class FourGames : IAsyncLifetime
{
    public static readonly string[] Names = ["default", "second", "third", "pocket"];

    private readonly GameFolders _folders = new();
    private readonly RealEmulator[] _emulators = [new(), new(), new(), new("gb/buttontest.gb")];
    private BridgeHost? _bridge;

    public HttpClient Client => (_bridge ?? throw new InvalidOperationException("The bridge is not started yet.")).Client;

    public async ValueTask InitializeAsync()
    {
        await Task.WhenAll(_emulators.Select(emulator => emulator.StartAsync()));
        _bridge = new BridgeHost([("Bridge:StateFolder", _folders.States),
            .. Names.Zip(_emulators, (name, emulator) => ($"Bridge:Emulators:{name}:Port", $"{emulator.Port}")),
            .. Names.Select(name => ($"Bridge:Emulators:{name}:PausedAfter", "00:00:05"))]);
        foreach (var name in Names)
        {
            await _bridge.ReachesAsync("running", name);
            await Eventually.HoldsAsync(async () => await ReadAsync(name, name == "pocket" ? "0xC000" : "0x02000000") > 5, $"{name} plays");
            await HoldAsync(name);
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_bridge is not null)
            await _bridge.DisposeAsync();
        foreach (var emulator in _emulators)
            await emulator.DisposeAsync();
        _folders.Dispose();
    }

    /// <summary>Holds a game, and returns the lease.</summary>
    public async Task<string> HoldAsync(string name, bool exclusive = false) =>
        (await Client.AskForJsonAsync("POST", $"/emulators/{name}/frames/hold",
            $$"""{"leaseSeconds": 600, "exclusive": {{(exclusive ? "true" : "false")}}}""")).GetProperty("lease").GetString()!;

    public Task ReleaseAsync(string name) =>
        Client.AskForJsonAsync("DELETE", $"/emulators/{name}/frames/hold?force=true");

    public Task KillAsync(string name) => _emulators[Array.IndexOf(Names, name)].KillAsync();

    /// <summary>Starts an emulator again that was killed, and holds its game.</summary>
    public async Task RestartAsync(string name)
    {
        await _emulators[Array.IndexOf(Names, name)].StartAsync();
        await _bridge!.ReachesAsync("running", name);
        await HoldAsync(name);
    }

    public async Task<long> ReadAsync(string name, string address, string type = "u32") =>
        (await Client.GetJsonAsync($"/emulators/{name}/memory/{address}?type={type}")).GetProperty("value").GetInt64();

    /// <summary>Steps several games in one request, and returns the result of each.</summary>
    public async Task<JsonElement[]> StepAsync(string body) =>
        [.. (await Client.AskForJsonAsync("POST", "/emulators/step", body)).GetProperty("results").EnumerateArray()];

    /// <summary>Returns the anchor of a result's problem.</summary>
    public static string Problem(JsonElement result) =>
        result.GetProperty("problem").GetProperty("type").GetString()!.Split('#')[1];
}
