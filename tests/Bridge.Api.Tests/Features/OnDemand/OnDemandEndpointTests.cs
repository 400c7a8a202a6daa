using System.Net.Http.Headers;

namespace Bridge.Api.Tests.Features.OnDemand;

/// <summary>What the endpoints check before anything is created: the key, and what a token may reach.</summary>
public sealed class OnDemandEndpointTests : IAsyncDisposable
{
    private const string All = "all-0123456789abcdef";
    private const string Guest = "guest-0123456789abcdef";

    private readonly DirectoryInfo _roms = Directory.CreateTempSubdirectory("bridge-roms-");
    private readonly BridgeHost _bridge;

    public OnDemandEndpointTests() => _bridge = new BridgeHost(
        ("Bridge:Emulators:default:Port", "1"), ("Bridge:Emulators:second:Port", "1"), ("Bridge:RomFolder", _roms.FullName),
        ("Bridge:Tokens:all:Value", All), ("Bridge:Tokens:guest:Value", Guest), ("Bridge:Tokens:guest:Emulators:0", "second"));

    public async ValueTask DisposeAsync()
    {
        await _bridge.DisposeAsync();
        _roms.Delete();
    }

    [Fact]
    public async Task A_key_has_1_to_255_characters()
    {
        const string Body = """{"rom": "none.gba"}""";
        (await RefusedAsync(All, Body, new string('k', 255))).Is(404, "unknown-rom", "rom", "none.gba");
        (await RefusedAsync(All, Body, new string('k', 256))).Is(400, "invalid-parameter", "Idempotency-Key",
            "Idempotency-Key must be one text of 1 to 255 characters");
        (await RefusedAsync(All, Body, "")).Is(400, "invalid-parameter", "Idempotency-Key");
    }

    [Fact]
    public async Task A_token_for_certain_emulators_reaches_only_these()
    {
        (await RefusedAsync(Guest, """{"rom": "a.gba"}""")).Is(403, "narrow-token", "name",
            "The token allows certain emulators only, so name is required: one of these.");
        (await RefusedAsync(Guest, """{"rom": "a.gba", "name": "blue"}""")).Is(403, "narrow-token", "name",
            "The token does not allow the emulator blue.");
        (await RefusedAsync(Guest, """{"rom": "a.gba", "name": "second", "state": {"name": "boss"}}""")).Is(
            403, "narrow-token", "state.emulator", "The token does not allow the emulator default.");
        (await RefusedAsync(Guest, """{"rom": "none.gba", "name": "second", "state": {"name": "boss", "emulator": "second"}}""")).Is(
            404, "unknown-rom", "rom");
    }

    private async Task<ProblemResponse> RefusedAsync(string token, string body, string? key = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/emulators")
        {
            Content = new StringContent(body, null, "application/json"),
            Headers = { Authorization = new AuthenticationHeaderValue("Bearer", token) },
        };
        if (key is not null)
            request.Headers.TryAddWithoutValidation("Idempotency-Key", key);
        using var response = await _bridge.Client.SendAsync(request);
        return await ProblemResponse.ReadAsync(response);
    }
}
