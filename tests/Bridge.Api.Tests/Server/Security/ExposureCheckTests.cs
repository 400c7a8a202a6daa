namespace Bridge.Api.Tests.Server.Security;

/// <remarks>Starts the whole program as a process, and checks whether it starts.</remarks>
public sealed class ExposureCheckTests
{
    [Theory]
    [InlineData("--urls=http://0.0.0.0:{0}")]
    [InlineData("--urls=http://*:{0}")]
    [InlineData("--urls=http://[::]:{0}")]
    [InlineData("--urls=http://127.0.0.1:{1};http://0.0.0.0:{0}")]
    [InlineData("--Kestrel:Endpoints:open:Url=http://0.0.0.0:{0}")]
    public async Task The_bridge_does_not_start_beyond_loopback_without_a_token(string address)
    {
        await using var bridge = new BridgeProcess(string.Format(null, address, FreePort.Take(), FreePort.Take()));
        Assert.Equal(2, await bridge.EndsAsync());
        Assert.Contains("Bridge__Tokens__me__Value", bridge.Output, StringComparison.Ordinal);
        Assert.Contains("Bridge__TrustNetwork=true", bridge.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", bridge.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--Bridge:Tokens:me:Value=0123456789abcdef")]
    [InlineData("--Bridge:TrustNetwork=true")]
    public async Task The_bridge_starts_beyond_loopback_with_a_token_or_an_explicit_setting(string setting)
    {
        await using var bridge = new BridgeProcess("--urls", $"http://0.0.0.0:{FreePort.Take()}", setting);
        await bridge.ListensAsync();
    }

    [Theory]
    [InlineData("http://localhost:{0}")]
    [InlineData("http://127.0.0.2:{0}")]
    public async Task Loopback_addresses_need_neither(string address)
    {
        await using var bridge = new BridgeProcess("--urls", string.Format(null, address, FreePort.Take()));
        await bridge.ListensAsync();
    }

    [Theory]
    [InlineData("bot:Value", "short", "Bridge:Tokens:bot:Value must be 16 to 256 characters")]
    [InlineData("bot:Scopes:0", "root", "Bridge:Tokens:bot:Scopes must be a list of read, input, write, states, admin; got \"root\"")]
    [InlineData("bot:Emulators:0", "other", "Bridge:Tokens:bot:Emulators must be a list of default; got \"other\"")]
    [InlineData("twin:Value", Token, "Bridge:Tokens:twin:Value must be unique")]
    [InlineData("other:Value", "0123456789abcde\u00e9", "Bridge:Tokens:other:Value must be 16 to 256 characters")]
    public async Task An_invalid_token_ends_the_start_with_a_message_that_does_not_show_it(string setting,
        string value, string sentence)
    {
        await using var bridge = new BridgeProcess($"--Bridge:Tokens:bot:Value={Token}", $"--Bridge:Tokens:{setting}={value}");
        Assert.Equal(2, await bridge.EndsAsync());
        Assert.Contains(sentence, bridge.Output, StringComparison.Ordinal);
        Assert.DoesNotContain(Token, bridge.Output, StringComparison.Ordinal);
    }

    private const string Token = "0123456789abcdef0123456789abcdef";
}
