using System.Net;
using System.Text;
using System.Text.Json;
using Bridge.Api.Tests.Refusals;

namespace Bridge.Api.Tests.Mcp;

/// <summary>What is refused before any tool: by the bridge as everywhere, or by the protocol.</summary>
public sealed class McpEndpointTests(RefusingBridge bridge)
{
    [Theory]
    [InlineData("GET", "/mcp", 405, "method-not-allowed")]
    [InlineData("DELETE", "/mcp", 405, "method-not-allowed")]
    [InlineData("POST", "/mcp?emulator=pocket", 400, "unknown-parameter")]
    public async Task A_request_of_another_kind_is_refused(string method, string path, int status, string anchor)
    {
        var problem = await bridge.RefusesAsync(method, path, method == "POST" ? "{}" : null);
        Assert.Equal((status, anchor), (problem.Status, problem.Anchor));
    }

    [Fact]
    public async Task An_unknown_emulator_is_refused()
    {
        using var response = await bridge.Client.SendMcpAsync("tools/list", "{}", "/emulators/nobody/mcp");
        (await bridge.RefusesAsync(response)).Is(404, "unknown-emulator", "emulator", "nobody");
    }

    [Theory]
    [InlineData("Origin", "https://evil.example", 403, "foreign-origin")]
    [InlineData("Sec-Fetch-Site", "cross-site", 403, "foreign-origin")]
    [InlineData("Host", "evil.example", 421, "foreign-host")]
    public async Task A_foreign_page_is_refused(string header, string value, int status, string anchor)
    {
        using var request = NewRequest("tools/list");
        request.Headers.TryAddWithoutValidation(header, value);
        using var response = await bridge.Client.SendAsync(request);
        var problem = await bridge.RefusesAsync(response);
        Assert.Equal((status, anchor), (problem.Status, problem.Anchor));
    }

    [Theory]
    [InlineData("Mcp-Method", "tools/list", -32020)]
    [InlineData("Mcp-Name", "game_look", -32020)]
    [InlineData("MCP-Protocol-Version", "1999-01-01", -32022)]
    public async Task Headers_that_disagree_with_the_body_are_refused(string header, string value, int code)
    {
        using var request = NewRequest("tools/call", """
            "name": "game_act", "arguments": {"press": ["A"]},
            """);
        request.Headers.Add("Mcp-Name", "game_act");
        request.Headers.Remove(header);
        request.Headers.Add(header, value);
        using var response = await bridge.Client.SendAsync(request);
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal(code, (await response.ReadMcpAsync()).GetProperty("error").GetProperty("code").GetInt32());
        bridge.HasSentNothing();
    }

    [Theory]
    [InlineData("{")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("""{"jsonrpc": "2.0", "id": null, "method": "ping"}""")]
    public async Task A_body_that_is_no_message_is_refused(string body)
    {
        using var request = NewRequest("ping");
        request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        using var response = await bridge.Client.SendAsync(request);
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        bridge.HasSentNothing();
    }

    [Fact]
    public async Task A_body_that_is_too_long_is_refused()
    {
        using var request = NewRequest("tools/list");
        request.Content = new ByteArrayContent(new byte[(1024 * 1024) + 1]);
        request.Content.Headers.ContentType = new("application/json");
        using var response = await bridge.Client.SendAsync(request);
        (await bridge.RefusesAsync(response)).Is(413, "too-large", null, "1,048,576");
    }

    [Theory]
    [InlineData("2025-03-26")]
    [InlineData("2025-06-18")]
    [InlineData("2025-11-25")]
    public async Task Older_clients_are_served_too(string version)
    {
        using var request = NewRequest("initialize", $$"""
            "protocolVersion": "{{version}}", "capabilities": {}, "clientInfo": {"name": "old", "version": "1"},
            """);
        foreach (var header in (string[])["MCP-Protocol-Version", "Mcp-Method"])
            request.Headers.Remove(header);
        using var response = await bridge.Client.SendAsync(request);
        var result = (await response.ReadMcpAsync()).GetProperty("result");
        Assert.Equal(version, result.GetProperty("protocolVersion").GetString());
        Assert.Equal("bridge", result.GetProperty("serverInfo").GetProperty("name").GetString());
        Assert.False(response.Headers.Contains("Mcp-Session-Id"));
    }

    [Fact]
    public async Task Resources_and_prompts_are_listed()
    {
        var resources = (await bridge.Client.AskMcpAsync("resources/list")).GetProperty("resources").EnumerateArray();
        Assert.Equal(
            ["bridge://guide", "bridge://memory-map", "bridge://screen"], resources.Select(each => each.GetProperty("uri").GetString()));
        var templates = (await bridge.Client.AskMcpAsync("resources/templates/list")).GetProperty("resourceTemplates").EnumerateArray();
        Assert.Equal(["bridge://states/{name}"], templates.Select(each => each.GetProperty("uriTemplate").GetString()));
        var prompts = (await bridge.Client.AskMcpAsync("prompts/list")).GetProperty("prompts").EnumerateArray();
        Assert.Equal(["play", "find-value"], prompts.Select(each => each.GetProperty("name").GetString()));
    }

    [Fact]
    public async Task A_prompt_has_the_words_of_the_person()
    {
        var prompt = await bridge.Client.AskMcpAsync("prompts/get", """{"name": "play", "arguments": {"goal": "leave the house"}}""");
        var text = prompt.GetProperty("messages")[0].GetProperty("content").GetProperty("text").GetString();
        Assert.Contains("towards this goal: leave the house", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("bridge://guide", "game_act")]
    [InlineData("bridge://memory-map", "0x02000000")]
    public async Task A_text_can_be_read(string uri, string word)
    {
        var contents = (await bridge.Client.AskMcpAsync("resources/read", $$"""{"uri": "{{uri}}"}""")).GetProperty("contents")[0];
        Assert.Equal(uri, contents.GetProperty("uri").GetString());
        Assert.Contains(word, contents.GetProperty("text").GetString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("bridge://nothing")]
    [InlineData("bridge://states/")]
    [InlineData("bridge://states/..%2Fup")]
    public async Task An_unknown_resource_is_refused(string uri)
    {
        using var response = await bridge.Client.SendMcpAsync("resources/read", $$"""{"uri": "{{uri}}"}""");
        Assert.Equal(-32602, (await response.ReadMcpAsync()).GetProperty("error").GetProperty("code").GetInt32());
        bridge.HasSentNothing();
    }

    private static HttpRequestMessage NewRequest(string method, string members = "")
    {
        var body = $$"""{"jsonrpc": "2.0", "id": 1, "method": "{{method}}", "params": { {{members}} {{McpClients.Meta}} } }""";
        Assert.NotNull(JsonDocument.Parse(body));
        var request = new HttpRequestMessage(HttpMethod.Post, "/mcp")
        {
            Content = new StringContent(body, Encoding.UTF8, "application/json"),
        };
        request.Headers.Accept.ParseAdd("application/json");
        request.Headers.Accept.ParseAdd("text/event-stream");
        request.Headers.Add("MCP-Protocol-Version", McpClients.Latest);
        request.Headers.Add("Mcp-Method", method);
        return request;
    }
}
