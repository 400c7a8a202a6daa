namespace Bridge.EndToEnd.Tests.Debugging;

/// <summary>Only the bridge's own account may attach GDB. Needs root.</summary>
[Trait("Needs", "host")]
public sealed class GdbAccountTests(RunningGame game) : IClassFixture<RunningGame>
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Another_account_can_not_attach_also_where_HTTP_needs_a_token(bool hasToken)
    {
        if (OtherAccount.Missing is { } reason)
            Assert.Skip(reason);
        const string Token = "a-token-of-this-test";
        var port = FreePort.Take();
        List<(string, string)> settings =
            [("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), game.Secret, ("Bridge:Doors:Gdb:Port", $"{port}")];
        if (hasToken)
            settings.Add(("Bridge:Tokens:me:Value", Token));
        await using var bridge = new BridgeHost([.. settings]);
        bridge.Client.DefaultRequestHeaders.Authorization = hasToken ? new("Bearer", Token) : null;
        await bridge.ReachesAsync("running");
        Assert.Equal("", await OtherAccount.AskAsync(port, GdbClient.Packet("?")));
        Assert.Equal("running", (await bridge.Client.GetJsonAsync("/emulators/default")).GetProperty("state").GetString());
        using var own = await GdbClient.ConnectAsync($"127.0.0.1:{port}");
        Assert.StartsWith("T05", await own.AskAsync("?"), StringComparison.Ordinal);
        Assert.Equal("OK", await own.AskAsync("D"));
    }
}
