using System.Net.Http.Headers;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>Tokens: a client is offered what its token allows, and is refused everything else.</summary>
public sealed class McpTokenTests() : FakedBridge(
    ("Bridge:Tokens:all:Value", All),
    ("Bridge:Tokens:reader:Value", Reader), ("Bridge:Tokens:reader:Scopes:0", "read"),
    ("Bridge:Tokens:player:Value", Player), ("Bridge:Tokens:player:Scopes:0", "read"), ("Bridge:Tokens:player:Scopes:1", "input"),
    ("Bridge:Tokens:presser:Value", Presser), ("Bridge:Tokens:presser:Scopes:0", "input"),
    ("Bridge:Tokens:guest:Value", Guest), ("Bridge:Tokens:guest:Emulators:0", "second"), ("Bridge:Emulators:second:Port", "1"),
    ("Bridge:Mcp:LeaveOut:0", "memory_write"),
    ("Bridge:RomFolder", Path.GetTempPath()), ("Bridge:OnDemand:Program", Environment.ProcessPath!))
{
    private const string All = "all-0123456789abcdef";
    private const string Reader = "reader-0123456789abcdef";
    private const string Player = "player-0123456789abcdef";
    private const string Presser = "presser-0123456789abcdef";
    private const string Guest = "guest-0123456789abcdef";

    public override async ValueTask InitializeAsync()
    {
        Start();
        Use(All);
        await Bridge.ReachesAsync("running");
    }

    [Theory]
    [InlineData(All, "game_look game_act game_try game_wait game_freeze memory_read memory_search game_files state_save state_load "
        + "game_rewind game_load game_notes")]
    [InlineData(Player, "game_look game_act game_try game_wait game_freeze memory_read memory_search game_files game_notes")]
    [InlineData(Reader, "game_look game_try game_wait memory_read memory_search game_files game_notes")]
    public async Task Tools_that_the_token_does_not_allow_are_not_listed(string token, string names)
    {
        Use(token);
        var tools = (await Client.AskMcpAsync("tools/list")).GetProperty("tools").EnumerateArray();
        Assert.Equal(names.Split(' '), tools.Select(tool => tool.GetProperty("name").GetString()));
        var templates = (await Client.AskMcpAsync("resources/templates/list")).GetProperty("resourceTemplates").EnumerateArray();
        Assert.Equal(token == All ? 1 : 0, templates.Count());
    }

    [Theory]
    [InlineData(Reader, "game_act", "game_act needs a token with the scope input; this token allows read. Nothing was done.")]
    [InlineData(Player, "game_load", "game_load needs a token with the scope admin; this token allows read, input. Nothing was done.")]
    [InlineData(All, "memory_write", "Unknown tool \"memory_write\"; the tools are game_look,")]
    public async Task Tools_that_are_not_listed_are_refused_by_name(string token, string tool, string sentence)
    {
        Use(token);
        using var response = await Client.SendMcpAsync("tools/call", $$"""{"name": "{{tool}}"}""");
        var error = (await response.ReadMcpAsync()).GetProperty("error");
        Assert.StartsWith(sentence, error.GetProperty("message").GetString(), StringComparison.Ordinal);
        Assert.Empty(Fake.Commands);
    }

    [Theory]
    [InlineData("game_act", """{"from": "start"}""", "narrow-token: The token player allows read, input; this request needs read, states.")]
    [InlineData("game_try", """{"ways": [["A"]], "from": "start"}""",
        "narrow-token: The token player allows read, input; this request needs states.")]
    [InlineData("game_notes", """{"add": "a"}""", "narrow-token: The token player allows read, input; this request needs write.")]
    [InlineData("game_files", """{"what": ["states"]}""", "narrow-token: The token player allows read, input; this request needs states.")]
    public async Task An_argument_may_need_more_than_its_tool(string tool, string arguments, string sentence)
    {
        Use(Player);
        var answer = await Client.CallToolAsync(tool, arguments);
        Assert.True(answer.IsError);
        Assert.StartsWith(sentence, answer.Texts[0], StringComparison.Ordinal);
        Assert.Empty(Fake.Commands);
    }

    [Fact]
    public async Task Keeping_a_way_needs_more_than_trying_it()
    {
        Use(Reader);
        var answer = await Client.CallToolAsync("game_try", """{"ways": [["A"]], "keep": 0}""");
        Assert.StartsWith(
            "narrow-token: The token reader allows read; this request needs input.", answer.Texts[0], StringComparison.Ordinal);
        Assert.Empty(Fake.Commands);
    }

    [Fact]
    public async Task A_reader_does_not_freeze_a_game_again()
    {
        Fake.Answers = UnheldGame.AnswerAsync;
        var freezing = Client.CallToolAsync("game_freeze", """{"frozen": true}""");
        await (await Fake.NextRequestAsync("frames.hold")).ReplyAsync("1a", "300000");
        Assert.False((await freezing).IsError);
        Use(Reader);
        var waiting = Client.CallToolAsync("game_wait", """{"frames": 1, "look": false}""");
        await (await Fake.NextRequestAsync("frames.wait")).ReplyAsync("1");
        var waited = await waiting;
        Assert.False(waited.IsError, waited.Whole.GetRawText());
        Assert.Single(Fake.Commands, each => each.Command == "frames.hold");
    }

    [Theory]
    [InlineData(null, 401, "missing-token")]
    [InlineData("nobody-0123456789abcdef", 401, "wrong-token")]
    [InlineData(Presser, 403, "narrow-token")]
    [InlineData(Guest, 403, "narrow-token")]
    public async Task A_request_whose_token_may_not_read_the_emulator_is_refused_before_MCP(string? token, int status, string anchor)
    {
        Use(token);
        using var response = await Client.SendMcpAsync("tools/list", "{}");
        var problem = await ProblemResponse.ReadAsync(response);
        Assert.Equal((status, anchor), (problem.Status, problem.Anchor));
        foreach (var client in (string[])["Claude Code: claude mcp add", "--header \"Authorization: Bearer TOKEN\"", "Codex", "VS Code",
            "Cursor", "--token-file", "no OAuth"])
            Assert.Equal(status == 401, problem.Detail.Contains(client, StringComparison.Ordinal));
        Assert.Single(response.Headers.WwwAuthenticate);
    }

    [Fact]
    public async Task An_unknown_search_is_refused()
    {
        Use(Player);
        var answer = await Client.CallToolAsync("memory_search", """{"is": "any", "search": 1}""");
        Assert.StartsWith("unknown-search: default has no search 1;", answer.Texts[0], StringComparison.Ordinal);
    }

    private void Use(string? token) =>
        Client.DefaultRequestHeaders.Authorization = token is null ? null : new AuthenticationHeaderValue("Bearer", token);
}
