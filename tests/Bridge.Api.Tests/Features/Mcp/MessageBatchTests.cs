using System.Net;
using System.Text;
using System.Text.Json;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>Batches, which revision 2025-03-26 has, and methods for what the bridge never sends.</summary>
public sealed class MessageBatchTests(RefusingBridge bridge)
{
    private const string Ping = """{"jsonrpc": "2.0", "id": 1, "method": "ping"}""";
    private const string Notification = """{"jsonrpc": "2.0", "method": "notifications/initialized"}""";

    [Theory]
    [InlineData(null)]
    [InlineData("2025-03-26")]
    public async Task Each_message_is_served_in_order(string? version)
    {
        using var response = await SendAsync(version, $$$"""
            [{{{Ping}}}, {{{Notification}}}, {"jsonrpc": "2.0", "id": "two", "method": "tools/call", "params":
            {"name": "game_look", "arguments": {"scale": 9} } }, {"jsonrpc": "2.0", "id": 3, "method": "jump"}, 4,
            {"jsonrpc": "2.0", "id": 5, "method": "tools/list"}, {"jsonrpc": "2.0", "id": 6, "method": "tools/call", "params": {"name": 7}}]
            """);
        Assert.Equal((HttpStatusCode.OK, "application/json"), (response.StatusCode, response.Content.Headers.ContentType?.MediaType));
        var answers = (await ReadAsync(response)).EnumerateArray().ToArray();
        Assert.Equal(["1", "\"two\"", "3", "null", "5", "6"], answers.Select(answer => answer.GetProperty("id").GetRawText()));
        Assert.Equal("{}", answers[0].GetProperty("result").GetRawText());
        Assert.Contains("scale must be 1 to 4", answers[1].GetRawText(), StringComparison.Ordinal);
        // An unknown method, no request, and invalid parameters.
        Assert.Equal([-32601, -32600, -32602], ((int[])[2, 3, 5]).Select(at => CodeOf(answers[at])));
        Assert.Equal(14, answers[4].GetProperty("result").GetProperty("tools").GetArrayLength());
        bridge.AssertNothingWasSent();
    }

    [Theory]
    [InlineData("""{"jsonrpc": "2.0", "id": 1, "\ud800": 1}""")]
    [InlineData("""{"jsonrpc": "2.0", "id": 1, "method": "\ud800nitialize"}""")]
    [InlineData("""{"jsonrpc": "2.0", "id": 1, "\ud800": 1, "method": "initialize"}""")]
    public async Task A_message_that_is_no_Unicode_is_refused_alone(string message)
    {
        using var response = await SendAsync(null, $"[{message}, {Ping}]");
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        var answers = await ReadAsync(response);
        Assert.Equal(-32600, CodeOf(answers[0]));
        Assert.Equal("{}", answers[1].GetProperty("result").GetRawText());
    }

    [Fact]
    public async Task Notifications_have_no_response()
    {
        using var response = await SendAsync(null, $"[{Notification}, {Notification}]");
        Assert.Equal(HttpStatusCode.Accepted, response.StatusCode);
        Assert.Empty(await response.Content.ReadAsByteArrayAsync());
    }

    [Theory]
    [InlineData(null, 0, "A batch must have 1 to 16 messages; got 0. Nothing was done.")]
    [InlineData(null, 17, "A batch must have 1 to 16 messages; got 17. Nothing was done.")]
    [InlineData("2025-06-18", 1, "The body must be one message: only revision 2025-03-26 has batches. Nothing was done.")]
    [InlineData("2026-07-28", 1, "The body must be one message: only revision 2025-03-26 has batches. Nothing was done.")]
    public async Task A_batch_that_is_too_long_empty_or_of_another_revision_is_refused(string? version, int count, string sentence)
    {
        using var response = await SendAsync(version, $"[{string.Join(", ", Enumerable.Repeat(Ping, count))}]");
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        var answer = await ReadAsync(response);
        Assert.Equal(-32600, CodeOf(answer));
        Assert.Equal(sentence, answer.GetProperty("error").GetProperty("message").GetString());
    }

    [Fact]
    public async Task The_longest_batch_is_served()
    {
        using var response = await SendAsync(null, $"[{string.Join(", ", Enumerable.Repeat(Ping, 16))}]");
        Assert.Equal(16, (await ReadAsync(response)).GetArrayLength());
    }

    [Fact]
    public async Task Initialize_is_no_part_of_a_batch()
    {
        using var response = await SendAsync(null, $$"""[{"jsonrpc": "2.0", "id": 9, "method": "initialize"}, {{Ping}}]""");
        var answers = await ReadAsync(response);
        Assert.Equal((9, -32600), (answers[0].GetProperty("id").GetInt32(), CodeOf(answers[0])));
        Assert.Equal(1, answers[1].GetProperty("id").GetInt32());
    }

    [Theory]
    [InlineData("resources/subscribe", """{"uri": "bridge://screen"}""", "No updates of resources are sent: read them.")]
    [InlineData("resources/unsubscribe", """{"uri": "bridge://screen"}""", "No updates of resources are sent.")]
    [InlineData("logging/setLevel", """{"level": "info"}""", "No log messages are sent.")]
    public async Task What_is_never_sent_can_not_be_subscribed_to(string method, string given, string sentence)
    {
        using var response = await SendAsync(
            "2025-11-25", $$"""{"jsonrpc": "2.0", "id": 1, "method": "{{method}}", "params": {{given}} }""");
        var answer = await response.ReadMcpAsync();
        Assert.Equal(-32601, CodeOf(answer));
        Assert.Equal(sentence, answer.GetProperty("error").GetProperty("message").GetString());
    }

    [Fact]
    public async Task Subscriptions_and_log_messages_are_not_offered()
    {
        using var response = await SendAsync(null, """
            {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params":
                {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "old", "version": "1"}}}
            """);
        var capabilities = (await response.ReadMcpAsync()).GetProperty("result").GetProperty("capabilities");
        Assert.Equal(["prompts", "resources", "tools"], capabilities.EnumerateObject().Select(each => each.Name).Order());
        Assert.Equal("{}", capabilities.GetProperty("resources").GetRawText());
    }

    private Task<HttpResponseMessage> SendAsync(string? version, string body)
    {
        var request = new HttpRequestMessage(HttpMethod.Post, "/mcp")
        {
            Content = new StringContent(body, Encoding.UTF8, "application/json"),
        };
        request.Headers.Accept.ParseAdd("application/json, text/event-stream");
        if (version is not null)
            request.Headers.Add("MCP-Protocol-Version", version);
        return bridge.Client.SendAsync(request);
    }

    private static async Task<JsonElement> ReadAsync(HttpResponseMessage response) =>
        JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;

    private static int CodeOf(JsonElement answer) => answer.GetProperty("error").GetProperty("code").GetInt32();
}
