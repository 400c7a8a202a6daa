using System.Net;
using System.Net.Http.Headers;
using Bridge.EndToEnd.Tests.Safety;

namespace Bridge.EndToEnd.Tests.Mcp;

/// <summary>Bad input to a running game: each kind gets its sentence, and the script receives no command.</summary>
public sealed class BadInputTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Press = """{"press": ["A"]}""";

    [Theory]
    [InlineData("game_look", """{"screens": true}""", "invalid-body: Unknown member \"screens\"; the arguments of game_look must be")]
    [InlineData("game_look", """{"scale": "two"}""", "invalid-body: scale must be a whole number; got \"two\".")]
    [InlineData("memory_read", """{"places": [{"address": "!"}]}""",
        "invalid-parameter: places[0].address must be an address like")]
    [InlineData("game_act", """{"press": ["A", "Jump"]}""", "unknown-button: press[1] must be one of A, B, Select")]
    public async Task An_argument_that_does_not_fit_is_refused(string tool, string arguments, string sentence)
    {
        var text = await RefusesAsync(game.Client, tool, arguments);
        Assert.StartsWith(sentence, text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("stop")]
    [InlineData("3601")]
    [InlineData("-1")]
    [InlineData("still 0,0")]
    public async Task An_unknown_settle_is_refused(string settle) => Assert.Equal(
        $"invalid-parameter: settle must be 0 to 3600, still, each, or like still 0,0,240,128, a part; got \"{settle}\". "
        + "Nothing was done.",
        await RefusesAsync(game.Client, "game_act", $$"""{"settle": "{{settle}}"}"""));

    [Fact]
    public async Task A_place_too_many_is_refused()
    {
        var places = string.Join(',', Enumerable.Repeat("""{"address": "0x02000000"}""", 65));
        Assert.StartsWith("invalid-parameter: places must be a list of 1 to 64; got 65.",
            await RefusesAsync(game.Client, "memory_read", $$"""{"places": [{{places}}]}"""), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_state_that_exists_is_not_overwritten()
    {
        await game.Client.CallToolAsync("state_save", """{"name": "taken", "overwrite": true}""");
        Assert.StartsWith("conflict: name must be new;", await RefusesAsync(game.Client, "state_save", """{"name": "taken"}"""),
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_unknown_tool_is_told_the_tools_with_a_short_name()
    {
        var name = new string('x', 10_000);
        await NothingRunsAsync(async () =>
        {
            using var response = await game.Client.SendMcpAsync("tools/call", $$"""{"name": "{{name}}"}""");
            var message = (await response.ReadMcpAsync()).GetProperty("error").GetProperty("message").GetString()!;
            Assert.StartsWith($"Unknown tool \"{name[..64]}…\"; the tools are game_look, game_act,", message, StringComparison.Ordinal);
            Assert.EndsWith("Nothing was done.", message, StringComparison.Ordinal);
        });
    }

    [Theory]
    [InlineData("Origin", "https://evil.example", HttpStatusCode.Forbidden)]
    [InlineData("Mcp-Method", "tools/list", HttpStatusCode.BadRequest)]
    [InlineData("Mcp-Name", "game_look", HttpStatusCode.BadRequest)]
    [InlineData("MCP-Protocol-Version", "2025-11-25", HttpStatusCode.BadRequest)]
    public async Task A_request_with_a_wrong_header_is_refused(string header, string value, HttpStatusCode status) =>
        await NothingRunsAsync(async () =>
        {
            using var request = McpClients.NewRequest("tools/call", $$"""{"name": "game_act", "arguments": {{Press}}}""");
            request.Headers.Remove(header);
            request.Headers.Add(header, value);
            using var response = await game.Client.SendAsync(request);
            Assert.Equal(status, response.StatusCode);
        });

    [Fact]
    public async Task A_token_that_is_too_narrow_is_told_its_scopes()
    {
        const string Reader = "reader-0123456789abcdef";
        await using var bridge = new BridgeHost(("Bridge:Emulators:default:Port", $"{game.Emulator.Port}"), game.Secret,
            ("Bridge:Tokens:reader:Value", Reader), ("Bridge:Tokens:reader:Scopes:0", "read"));
        bridge.Client.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Bearer", Reader);
        await bridge.ReachesAsync("running");
        await NothingRunsAsync(async () =>
        {
            using var response = await bridge.Client.SendMcpAsync("tools/call", $$"""{"name": "game_act", "arguments": {{Press}}}""");
            Assert.Equal("game_act needs a token with the scope input; this token allows read. Nothing was done.",
                (await response.ReadMcpAsync()).GetProperty("error").GetProperty("message").GetString());
        });
    }

    [Fact]
    public async Task A_game_that_somebody_else_holds_is_not_played()
    {
        var held = await game.Client.AskForJsonAsync(
            "POST", "/emulators/default/frames/hold", """{"leaseSeconds": 60, "exclusive": true, "owner": "a bot"}""");
        try
        {
            var before = await game.PressesAsync(Button.A);
            var answer = await game.Client.CallToolAsync("game_act", Press);
            Assert.True(answer.IsError);
            Assert.Matches("^held: a bot has frozen the game exclusively; it resumes in [0-9]+ ms.*\\. Nothing was done\\. "
                + "Wait until it resumes, and call again\\. Retry after [0-9]+ s\\.$", Assert.Single(answer.Texts));
            Assert.Equal(before, await game.PressesAsync(Button.A));
            Assert.Equal(0, await game.QueuedAsync());
        }
        finally
        {
            await game.Client.AskForJsonAsync("DELETE", $"/emulators/default/frames/hold?lease={held.GetProperty("lease").GetString()}");
        }
    }

    private async Task<string> RefusesAsync(HttpClient client, string tool, string arguments)
    {
        var text = "";
        await NothingRunsAsync(async () =>
        {
            var answer = await client.CallToolAsync(tool, arguments);
            Assert.True(answer.IsError, answer.Whole.GetRawText());
            text = Assert.Single(answer.Texts);
            Assert.Contains(" Nothing was done.", text, StringComparison.Ordinal);
        });
        return text;
    }

    private async Task NothingRunsAsync(Func<Task> call)
    {
        await using var counter = new CommandCounter(game.Emulator);
        await counter.CountsAsync(0, call);
    }
}
