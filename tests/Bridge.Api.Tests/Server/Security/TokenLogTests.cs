using System.Net.Http.Headers;

namespace Bridge.Api.Tests.Server.Security;

public sealed class TokenLogTests
{
    private const string Token = "0123456789abcdef0123456789abcdef";
    private const string Wrong = "fedcba9876543210fedcba9876543210";

    [Fact]
    public async Task No_log_contains_a_token_at_any_level()
    {
        await using var bridge = new BridgeProcess($"--Bridge:Tokens:me:Value={Token}", "--Serilog:MinimumLevel:Default=Verbose",
            "--Serilog:MinimumLevel:Override:Microsoft=Verbose", "--Serilog:MinimumLevel:Override:System=Verbose");
        await bridge.ListensAsync();
        using var client = new HttpClient { BaseAddress = bridge.Address };
        foreach (var (token, status) in new[] { (Token, 503), (Wrong, 401) })
        {
            client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", token);
            using var response = await client.GetAsync(new Uri("/emulators/default/buttons", UriKind.Relative));
            Assert.Equal(status, (int)response.StatusCode);
        }

        await Eventually.HoldsAsync(() => bridge.Output.Contains("/emulators/default/buttons responded 401", StringComparison.Ordinal));
        Assert.DoesNotContain(Token, bridge.Output, StringComparison.Ordinal);
        Assert.DoesNotContain(Wrong, bridge.Output, StringComparison.Ordinal);
    }
}
