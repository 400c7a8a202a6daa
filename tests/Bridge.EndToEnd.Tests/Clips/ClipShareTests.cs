using System.Net.Http.Headers;
using System.Runtime.Versioning;

namespace Bridge.EndToEnd.Tests.Clips;

/// <summary>A token has its share of the clips that are made or wait.</summary>
[Trait("Needs", "host")]
[SupportedOSPlatform("linux")]
public sealed class ClipShareTests(FaultyClipGame game) : IClassFixture<FaultyClipGame>
{
    private const string First = "first-0123456789abcdef";
    private const string Second = "second-0123456789abcdef";

    [Fact]
    public async Task One_token_leaves_room_for_the_others()
    {
        FaultyClipGame.WriteScript(game.Host, "exec sleep 100");
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), game.Secret,
            ("Bridge:OnDemand:Program", game.Host), ("Bridge:RomFolder", game.RomFolder),
            ("Bridge:Clips:Folder", game.ClipFolder), ("Bridge:Clips:Renders", "1"),
            ("Bridge:Tokens:first:Value", First), ("Bridge:Tokens:second:Value", Second));
        await Eventually.HoldsAsync(async () => await OrderAsync(bridge, First) == 202, "the emulator is there");

        // One clip is made and 16 may wait. A token may have a quarter of these, so four: the first is the one above.
        for (var more = 0; more < 3; more++)
            Assert.Equal(202, await OrderAsync(bridge, First));
        Assert.Equal(503, await OrderAsync(bridge, First));
        Assert.Equal(202, await OrderAsync(bridge, Second));
    }

    private static async Task<int> OrderAsync(BridgeHost bridge, string token)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/emulators/default/clips")
        {
            Content = new StringContent("""{"seconds": 0.1}""", null, "application/json"),
            Headers = { Authorization = new AuthenticationHeaderValue("Bearer", token) },
        };
        using var response = await bridge.Client.SendAsync(request);
        return (int)response.StatusCode;
    }
}
