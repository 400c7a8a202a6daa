[assembly: AssemblyFixture(typeof(Bridge.Api.Tests.Features.RefusingBridge))]

namespace Bridge.Api.Tests.Features;

/// <summary>
/// A bridge for tests of requests that are refused before they reach an emulator: <c>default</c> plays a GBA game and
/// <c>pocket</c> a Game Boy game.
/// </summary>
public sealed class RefusingBridge : IAsyncLifetime
{
    private readonly FakeEmulator _advance = new();
    private readonly FakeEmulator _pocket = new();
    private readonly GameFolders _folders = new();
    private BridgeHost? _bridge;

    public HttpClient Client => Bridge.Client;

    public IServiceProvider Services => Bridge.Services;

    private BridgeHost Bridge => _bridge ?? throw new InvalidOperationException("The bridge is not started yet.");

    public async ValueTask InitializeAsync()
    {
        _pocket.Facts = [.. _pocket.Facts.Select(fact => fact == "platform=GBA" ? "platform=GB" : fact)];
        _bridge = BridgeHost.For(_advance.Port, ("Bridge:Emulators:pocket:Port", $"{_pocket.Port}"),
            ("Bridge:RomFolder", _folders.Roms), ("Bridge:OnDemand:Program", Environment.ProcessPath!));
        await _bridge.ReachesAsync("running");
        await _bridge.ReachesAsync("running", "pocket");
    }

    public async ValueTask DisposeAsync()
    {
        if (_bridge is not null)
            await _bridge.DisposeAsync();
        await _advance.DisposeAsync();
        await _pocket.DisposeAsync();
        _folders.Dispose();
    }

    /// <summary>Returns the problem of a refused request; fails if anything was sent to an emulator.</summary>
    public async Task<ProblemResponse> RefusesAsync(string method, string path, string? json = null)
    {
        using var response = await Client.AskAsync(method, path, json);
        return await RefusesAsync(response);
    }

    public async Task<ProblemResponse> RefusesAsync(HttpResponseMessage response)
    {
        var problem = await ProblemResponse.ReadAsync(response);
        AssertNothingWasSent();
        return problem;
    }

    /// <summary>Fails when anything was sent to an emulator.</summary>
    public void AssertNothingWasSent() => Assert.Empty(_advance.Commands.Concat(_pocket.Commands));
}
