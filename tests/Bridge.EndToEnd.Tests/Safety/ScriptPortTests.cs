using System.Text;

namespace Bridge.EndToEnd.Tests.Safety;

/// <summary>The script's own port, which a page or another program can connect to as well.</summary>
public sealed class ScriptPortTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Commands =
        $"1 hello 0 0 {ScriptProof.Version} x {ScriptProof.Nonce}\n<|END|>2 authenticate 0 0 -\n<|END|>3 reset 0 0\n<|END|>";

    [Theory]
    [InlineData("POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\nContent-Length: 50\r\n\r\n" + Commands)]
    [InlineData("GET /reset HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" + Commands)]
    [InlineData("reset\n<|END|>" + Commands)]
    [InlineData("2 reset 0 0\n<|END|>")]
    [InlineData("\u0016\u0003\u0001\u0002\u0000\u0001")]
    public async Task A_client_that_does_not_begin_with_a_hello_is_refused_and_its_commands_do_not_run(string bytes)
    {
        await using var counter = new CommandCounter(game.Emulator);
        await counter.CountsAsync(0, async () =>
        {
            var (_, answer) = await RawHttp.AskAsync(new Uri($"http://127.0.0.1:{game.Emulator.Port}"), bytes + new string('\n', 2000));
            Assert.Contains("bad-hello", answer, StringComparison.Ordinal);
            Assert.DoesNotContain(" ok ", answer, StringComparison.Ordinal);
        });
        Assert.Equal("still here", await game.Client.GetStringAsync("/mgbaendpoint?message=still%20here"));
    }
}
