using System.Globalization;
using System.Text.Json;
using static Bridge.Api.Tests.Features.Mcp.StubBridge;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>
/// <c>bridge mcp</c> with a server that is no bridge, or a broken one: each request gets one response, and nothing else passes.
/// </summary>
public sealed class RelayAnswerTests
{
    private const string Progress = """{"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": 1}}""";
    private const string Html = "<!DOCTYPE html><title>Log in</title>";
    private const string Look = " It may have been done. Call game_look before you repeat it.";
    private const int FirstId = 100; // All ids are as long as @@@.
    private const string BrokeOff = "outcome-unknown: The answer of http://127.0.0.1:";

    // What is sent for a request, and what its one response contains; @@@ is the id.
    private static readonly (string Sent, string Expected)[] Answers =
    [
        (JsonOf(ResultOf("@@@")), "\"result\": {}"),
        (JsonOf("""{"jsonrpc": "2.0", "id": @@@, "error": {"code": -32601, "message": "no"}}"""), "-32601"),
        (JsonOf("""{"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "no"}}""", 400), "-32600"),
        (JsonOf("""{"jsonrpc": "2.0", "id": @@@, "result":"""), "answered 200 with application/json, and no response to this request"),
        (JsonOf("null"), "answered 200 with application/json, and no response"),
        (JsonOf($"[{ResultOf("@@@")}]"), "answered 200 with application/json, and no response"),
        (JsonOf(ResultOf("999")), "answered 200 with application/json, and no response"),
        (JsonOf(Progress), "answered 200 with application/json, and no response"),
        (JsonOf("""{"id": @@@, "result": {}}"""), "answered 200 with application/json, and no response"),
        (JsonOf(Html, type: "text/html"), "/mcp answered 200 with text/html, and no response to this request: check the address." + Look),
        (JsonOf(""), "answered 200 with an empty body: check the address." + Look),
        ("HTTP/1.1 202 X\r\nConnection: close\r\nContent-Length: 0\r\n\r\n", "answered 202 with an empty body"),
        ("HTTP/1.1 204 X\r\nConnection: close\r\n\r\n", "answered 204 with an empty body"),
        (JsonOf(Html, 404, "text/html"), "with text/html, and no response to this request: check the address. Nothing was done."),
        (JsonOf(Html, 502, "text/html"), "with text/html, and no response to this request: check the address." + Look),
        (JsonOf("""{"detail": "A token is missing."}""", 401), "A token is missing. Nothing was done."),
        (JsonOf("""{"detail": "The queue is full.", "safeToRepeat": true}""", 503), "The queue is full. Nothing was done."),
        (JsonOf("""{"detail": "The disk is full."}""", 500), "The disk is full." + Look),
        ("HTTP/1.1 302 X\r\nConnection: close\r\nLocation: http://other.invalid/login\r\nContent-Length: 0\r\n\r\n",
            "no-bridge: The bridge answered 302 and points to http://other.invalid; clients do not follow redirects."),
        ("HTTP/1.1 200 X\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{", BrokeOff),
        ("SSH-2.0-OpenSSH_9.2\r\n", BrokeOff),
        ("", BrokeOff),
        (EventsOf(ResultOf("@@@")), "\"result\": {}"),
        (EventsOf(ResultOf("@@@"), ResultOf("@@@", """{"second": 1}""")), "\"result\": {}"),
        (EventsOf("garbage", "", "5", ResultOf("998"), ResultOf("@@@")), "\"result\": {}"),
        (EventsOf(), "ended its event stream without a response to this request." + Look),
        (EventsOf("garbage", ResultOf("997")), "ended its event stream without a response"),
        ("HTTP/1.1 200 X\r\nContent-Type: text/event-stream\r\nContent-Length: 900\r\n\r\ndata: {\"jsonrpc\"", BrokeOff),
        (EventsOf($"{ResultOf("@@@")[..^1]}\ndata: }}"), "\"result\": {}"),
    ];

    [Fact]
    public async Task Each_request_gets_one_response()
    {
        using var bridge = new StubBridge(request => request.WriteAsync(Sent(request.Id)));
        var ids = Enumerable.Range(FirstId, 2 * Answers.Length).ToArray();
        var messages = ids.Select(id =>
            $$"""{"jsonrpc": "2.0", "id": {{id}}, "method": "{{(id % 2 == 0 ? "tools/list" : "initialize")}}"}""");

        var run = await BridgeRun.WithInputAsync(string.Join('\n', messages), [], "mcp", "--url", bridge.Address);

        Assert.Equal((0, ""), (run.ExitCode, run.Errors));
        var lines = run.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        var responses = lines.ToLookup(line => JsonDocument.Parse(line).RootElement.GetProperty("id").GetInt32());
        Assert.All(ids, id => Assert.Contains(AnswerOf(id).Expected, Assert.Single(responses[id]), StringComparison.Ordinal));
        Assert.Equal(ids.Length, lines.Length);
    }

    [Fact]
    public async Task Notifications_come_before_the_response_and_end_with_it()
    {
        using var bridge = new StubBridge(request => request.WriteAsync(
            EventsOf(Progress, """{"jsonrpc": "2.0", "id": 5, "method": "ping"}""", ResultOf(request.Id), Progress)));

        var run = await BridgeRun.WithInputAsync(
            """{"jsonrpc": "2.0", "id": "a", "method": "tools/list"}""", [], "mcp", "--url", bridge.Address);

        Assert.Equal([Progress, """{"jsonrpc": "2.0", "id": 5, "method": "ping"}""", ResultOf("\"a\"")],
            run.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    [Theory]
    [InlineData("application/json")]
    [InlineData("text/event-stream")]
    public async Task An_answer_without_end_breaks_off(string type)
    {
        using var bridge = new StubBridge(async request =>
        {
            await request.WriteAsync($"HTTP/1.1 200 X\r\nContent-Type: {type}\r\n\r\ndata: ");
            while (true)
                await request.WriteAsync(new string('x', 65536));
        });

        var run = await BridgeRun.WithInputAsync(
            """{"jsonrpc": "2.0", "id": 1, "method": "initialize"}""", [], "mcp", "--url", bridge.Address);

        Assert.Equal((0, ""), (run.ExitCode, run.Errors));
        Assert.Contains("broke off (it has more than 16777216 bytes)." + Look, run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Notifications_get_no_response()
    {
        using var bridge = new StubBridge(request => request.WriteAsync(JsonOf(Html, 500, "text/html")));

        var run = await BridgeRun.WithInputAsync("""
            {"jsonrpc": "2.0", "method": "notifications/initialized"}
            {"jsonrpc": "2.0", "id": 5, "result": {}}
            """, [], "mcp", "--url", bridge.Address);

        Assert.Equal((0, "", "", 2), (run.ExitCode, run.Output, run.Errors, bridge.Requests));
    }

    // Each answer is sent to two requests: to tools/list and to initialize.
    private static (string Sent, string Expected) AnswerOf(int id) => Answers[(id - FirstId) / 2];

    private static string Sent(string id) =>
        AnswerOf(int.Parse(id, CultureInfo.InvariantCulture)).Sent.Replace("@@@", id, StringComparison.Ordinal);
}
