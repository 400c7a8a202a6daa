using System.Net.Http.Headers;
using System.Text;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>One client's large requests without a pause, and another's short ones: a small version of loadtest/fairness.sh.</summary>
public sealed class BulkRequestTests : IAsyncLifetime
{
    private const int Flood = 64;

    private readonly RealEmulator _emulator = new(RealEmulator.ButtonTest);
    private BridgeHost? _bridge;

    public async ValueTask InitializeAsync()
    {
        await _emulator.StartAsync();
        _bridge = new BridgeHost(
            ("Bridge:Emulators:default:Port", $"{_emulator.Port}"), ("Bridge:Emulators:default:Deadline", "00:01:00"),
            // A busy machine must not look like a paused game.
            ("Bridge:Emulators:default:PausedAfter", "00:00:30"),
            ("Bridge:Tokens:flood:Value", Secret("flood")), ("Bridge:Tokens:other:Value", Secret("other")));
        await Eventually.HoldsAsync(
            async () => await AskAsync("other", "GET", "/memory/0x02000000?length=1", null) == "", "the emulator is there");
    }

    public async ValueTask DisposeAsync()
    {
        if (_bridge is not null)
            await _bridge.DisposeAsync();
        await _emulator.DisposeAsync();
    }

    [Theory]
    [InlineData("POST", "/memory/search", """{"address": "0x02000000", "length": 262144, "type": "u16", "is": "any", "limit": 1}""")]
    [InlineData("GET", "/memory/0x02000000?length=262144", null)]
    [InlineData("GET", "/state?picture=true", null)]
    public async Task Another_clients_requests_do_not_wait_for_the_flood(string method, string path, string? body)
    {
        var flood = Enumerable.Range(0, Flood).Select(_ => AskAsync("flood", method, path, body)).ToArray();
        await Eventually.HoldsAsync(() => flood.Any(response => response.IsCompleted), "the flood has begun");
        foreach (var (otherMethod, otherPath, otherBody) in ((string, string, string?)[])
        [
            ("GET", "/memory/0x02000000?length=16", null), ("GET", "/memory/0x02000000?type=u32", null),
            ("POST", "/buttons/press", """{"buttons": ["A"], "hold": 1, "release": 1}"""), (method, path, body),
        ])
        {
            Assert.Equal("", await AskAsync("other", otherMethod, otherPath, otherBody));
            Assert.True(flood.Any(response => !response.IsCompleted), $"{otherPath} has waited for all of the flood");
        }

        Assert.All(await Task.WhenAll(flood), problem => Assert.Equal("", problem));
    }

    // Returns the problem; "" after a success.
    private async Task<string> AskAsync(string token, string method, string path, string? body)
    {
        using var request = new HttpRequestMessage(new HttpMethod(method), $"/emulators/default{path}");
        request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", Secret(token));
        if (body is not null)
            request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        using var response = await _bridge!.Client.SendAsync(request);
        return response.IsSuccessStatusCode ? "" : await response.Content.ReadAsStringAsync();
    }

    private static string Secret(string token) => $"{token}-0123456789abcdef";
}
