using System.Net;
using System.Text;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>What is refused before any tool: by the bridge as everywhere, or by the protocol.</summary>
public sealed class McpEndpointTests(RefusingBridge bridge)
{
    private const string Act = """{"name": "game_act", "arguments": {"press": ["A"]}}""";

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
        using var request = McpClients.NewRequest("tools/list", "{}");
        request.Headers.TryAddWithoutValidation(header, value);
        using var response = await bridge.Client.SendAsync(request);
        var problem = await bridge.RefusesAsync(response);
        Assert.Equal((status, anchor), (problem.Status, problem.Anchor));
    }

    [Theory]
    [InlineData("tools/call", Act, "Mcp-Method", "tools/list", -32020)]
    [InlineData("tools/call", Act, "Mcp-Method", null, -32020)]
    [InlineData("tools/call", Act, "Mcp-Name", "game_look", -32020)]
    [InlineData("tools/call", Act, "Mcp-Name", null, -32020)]
    [InlineData("tools/call", Act, "MCP-Protocol-Version", "1999-01-01", -32020)]
    [InlineData("tools/call", Act, "MCP-Protocol-Version", "2025-11-25", -32020)]
    [InlineData("tools/call", Act, "MCP-Protocol-Version", null, -32020)]
    [InlineData("resources/read", """{"uri": "bridge://screen"}""", "Mcp-Name", "bridge://guide", -32020)]
    [InlineData("prompts/get", """{"name": "play", "arguments": {"goal": "win"}}""", "Mcp-Name", "find-value", -32020)]
    public async Task Headers_that_disagree_with_the_body_are_refused(string method, string given, string header, string? value, int code)
    {
        using var request = McpClients.NewRequest(method, given);
        request.Headers.Remove(header);
        if (value is not null)
            request.Headers.Add(header, value);
        using var response = await bridge.Client.SendAsync(request);
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        var error = (await response.ReadMcpAsync()).GetProperty("error");
        Assert.Equal(code, error.GetProperty("code").GetInt32());
        Assert.Contains(header, error.GetProperty("message").GetString(), StringComparison.OrdinalIgnoreCase);
        bridge.AssertNothingWasSent();
    }

    [Theory]
    [InlineData("tools/call", """{"name": 5, "arguments": {}}""", "name must be a string; got 5. Nothing was done.")]
    [InlineData("tools/call", """{"name": "game_act", "arguments": ["A"]}""",
        "arguments must be an object; got [\"A\"]. Nothing was done.")]
    [InlineData("prompts/get", """{"name": "play", "arguments": "goal"}""",
        "arguments must be an object; got \"goal\". Nothing was done.")]
    [InlineData("resources/read", """{"uri": 5}""", "uri must be a string; got 5. Nothing was done.")]
    [InlineData("tools/list", """{"cursor": 5}""", "cursor must be a string; got 5. Nothing was done.")]
    public async Task A_parameter_of_a_wrong_type_is_refused(string method, string given, string sentence)
    {
        using var request = McpClients.NewRequest(method, given);
        using var response = await bridge.Client.SendAsync(request);
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        var message = await response.ReadMcpAsync();
        Assert.Equal(1, message.GetProperty("id").GetInt32());
        Assert.Equal(-32602, message.GetProperty("error").GetProperty("code").GetInt32());
        Assert.Equal(sentence, message.GetProperty("error").GetProperty("message").GetString());
        bridge.AssertNothingWasSent();
    }

    [Theory]
    [InlineData("tools/call", """{"name": "\ud800", "arguments": {}}""", "1")]
    [InlineData("tools/call", """{"name": "state_save", "arguments": {"name": "\udc00"}}""", "1")]
    [InlineData("tools/call", """{"name": "state_save", "arguments": {"\ud800": 1}}""", "null")]
    public async Task A_text_that_is_half_a_surrogate_pair_is_refused(string method, string given, string id)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, "/mcp")
        {
            Content = new StringContent($$"""{"jsonrpc": "2.0", "id": 1, "method": "{{method}}", "params": {{given}}}""", Encoding.UTF8,
                "application/json"),
        };
        request.Headers.Accept.ParseAdd("application/json, text/event-stream");
        using var response = await bridge.Client.SendAsync(request);
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        var message = await response.ReadMcpAsync();
        Assert.Equal(id, message.GetProperty("id").GetRawText());
        Assert.Contains("surrogate pair", message.GetProperty("error").GetProperty("message").GetString(), StringComparison.Ordinal);
        bridge.AssertNothingWasSent();
    }

    [Fact]
    public async Task A_parameter_that_is_given_twice_is_refused()
    {
        using var response = await bridge.Client.SendMcpAsync(
            "tools/call", """{"name": "game_act", "arguments": {"press": ["A"], "press": ["B"]}}""");
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.Equal("The body has the same member twice. Nothing was done.",
            (await response.ReadMcpAsync()).GetProperty("error").GetProperty("message").GetString());
        bridge.AssertNothingWasSent();
    }

    [Theory]
    [InlineData("{")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("""{"jsonrpc": "2.0", "id": null, "method": "ping"}""")]
    public async Task A_body_that_is_no_message_is_refused(string body)
    {
        using var request = McpClients.NewRequest("ping", "{}");
        request.Content = new StringContent(body, Encoding.UTF8, "application/json");
        using var response = await bridge.Client.SendAsync(request);
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        bridge.AssertNothingWasSent();
    }

    [Fact]
    public async Task A_body_without_a_type_is_refused()
    {
        using var request = McpClients.NewRequest("ping", "{}");
        request.Content!.Headers.ContentType = null;
        using var response = await bridge.Client.SendAsync(request);
        (await bridge.RefusesAsync(response)).Is(415, "unsupported-media-type", "Content-Type", "application/json");
    }

    [Fact]
    public async Task A_request_without_a_body_is_refused()
    {
        using var request = McpClients.NewRequest("ping", "{}");
        request.Content = null;
        using var response = await bridge.Client.SendAsync(request);
        (await bridge.RefusesAsync(response)).Is(415, "unsupported-media-type", "Content-Type", "application/json");
    }

    [Fact]
    public async Task A_body_that_is_too_long_is_refused()
    {
        using var request = McpClients.NewRequest("tools/list", "{}");
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
        using var request = McpClients.NewRequest("initialize", "{}");
        // Older clients send no metadata.
        request.Content = new StringContent($$$"""
            {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params":
                {"protocolVersion": "{{{version}}}", "capabilities": {}, "clientInfo": {"name": "old", "version": "1"} } }
            """, Encoding.UTF8, "application/json");
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
            ["bridge://guide", "bridge://memory-map", "bridge://screen", "bridge://notes"],
            resources.Select(each => each.GetProperty("uri").GetString()));
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
        bridge.AssertNothingWasSent();
    }
}
