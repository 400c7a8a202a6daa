using System.Net.Http.Headers;
using System.Text.Json;
using Bridge.Testing;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.OnDemand;

/// <summary>What an <c>Idempotency-Key</c> gives after its emulator has ended, and to other clients.</summary>
public sealed class KeyTests : IAsyncLifetime
{
    private readonly OnDemandBridge _folders = new();

    public async ValueTask InitializeAsync() => await HostProgram.BuildAsync();

    public ValueTask DisposeAsync()
    {
        _folders.DeleteAll();
        return ValueTask.CompletedTask;
    }

    [Theory]
    [InlineData("")]
    [InlineData(""", "name": "red" """)]
    public async Task A_key_creates_another_emulator_when_its_own_has_ended(string more)
    {
        await using var bridge = new BridgeHost(_folders.Settings);
        var first = await CreateAsync(bridge.Client, more);
        Assert.Equal((201, first.Name), ((int, string?))await CreateAsync(bridge.Client, more));
        var process = _folders.ProcessOf(first.Name!);
        using (var ended = await bridge.Client.AskAsync("DELETE", $"/emulators/{first.Name}"))
            Assert.Equal(204, (int)ended.StatusCode);

        var (status, name) = await CreateAsync(bridge.Client, more);

        Assert.Equal(201, status);
        Assert.NotEqual(process, _folders.ProcessOf(name!));
        Assert.Equal("running", (await bridge.Client.GetJsonAsync($"/emulators/{name}")).GetProperty("state").GetString());
        Assert.Equal((201, name), ((int, string?))await CreateAsync(bridge.Client, more));
    }

    [Fact]
    public async Task A_key_of_one_token_gives_another_nothing()
    {
        await using var bridge = new BridgeHost([.. _folders.Settings,
            ("Bridge:Tokens:first:Value", TokenOf("first")), ("Bridge:Tokens:second:Value", TokenOf("second"))]);

        var first = await CreateAsync(bridge.Client, "", TokenOf("first"));
        var second = await CreateAsync(bridge.Client, "", TokenOf("second"));

        Assert.Equal((201, 201), (first.Status, second.Status));
        Assert.NotEqual(first.Name, second.Name);
        Assert.Equal(first, await CreateAsync(bridge.Client, "", TokenOf("first")));
        Assert.Equal(second, await CreateAsync(bridge.Client, "", TokenOf("second")));
    }

    private static string TokenOf(string name) => $"{name}-0123456789abcdef";

    private static async Task<(int Status, string? Name)> CreateAsync(HttpClient client, string more, string? token = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/emulators")
        {
            Content = new StringContent($$"""{"rom": "buttontest.gba"{{more}}}""", null, "application/json"),
            Headers = { { "Idempotency-Key", "key" } },
        };
        if (token is not null)
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
        using var response = await client.SendAsync(request);
        var json = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
        return ((int)response.StatusCode, json.TryGetProperty("name", out var name) ? name.GetString() : null);
    }
}
