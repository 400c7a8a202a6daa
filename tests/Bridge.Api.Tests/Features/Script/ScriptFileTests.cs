namespace Bridge.Api.Tests.Features.Script;

/// <summary>The bridge hands out its script as one file.</summary>
public sealed class ScriptFileTests : IAsyncDisposable
{
    private readonly FakeEmulator _emulator = new();

    public async ValueTask DisposeAsync() => await _emulator.DisposeAsync();

    [Fact]
    public async Task It_is_the_one_that_the_build_makes()
    {
        await using var bridge = BridgeHost.For(_emulator.Port);

        using var response = await bridge.Client.GetAsync("/bridge.lua");

        Assert.Equal("text/x-lua; charset=utf-8", $"{response.Content.Headers.ContentType}");
        Assert.Equal("bridge.lua", response.Content.Headers.ContentDisposition?.FileName);
        Assert.Equal(File.ReadAllText(RepositoryRoot.Combine("artifacts", "bridge.lua")), await response.Content.ReadAsStringAsync());
    }

    [Fact]
    public async Task It_needs_no_token()
    {
        await using var bridge = BridgeHost.For(_emulator.Port, ("Bridge:Tokens:me:Value", "0123456789abcdef"));

        using var response = await bridge.Client.GetAsync("/bridge.lua");

        Assert.Equal(System.Net.HttpStatusCode.OK, response.StatusCode);
    }
}
