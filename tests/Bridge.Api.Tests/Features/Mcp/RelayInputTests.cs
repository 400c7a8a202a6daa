using System.Text;
using System.Text.Json;
using Bridge.Api.Features.Mcp;

namespace Bridge.Api.Tests.Features.Mcp;

/// <summary>Input that <c>bridge mcp</c> can't relay, and its limits of size, number and time.</summary>
public sealed class RelayInputTests : IDisposable
{
    private const string TooLong = "A message must have at most 1048576 bytes. Nothing was done.";

    private readonly FakeTime _time = new();
    private readonly LineWriter _output = new();

    public void Dispose() => _output.Dispose();

    [Theory]
    [InlineData("garbage", "null", "The line is not JSON. Nothing was done.")]
    [InlineData("""{"jsonrpc": "2.0", "id": 1, "meth""", "null", "The line is not JSON.")]
    [InlineData("5", "null", "A message must be an object. Nothing was done.")]
    [InlineData("[]", "null", "A message must be an object.")]
    [InlineData("[[]]", "null", "A message must be an object.")]
    [InlineData("""{"jsonrpc": "2.0", "id": 3}""", "3", "A message must have a method, a result or an error.")]
    [InlineData("""{"jsonrpc": "2.0", "id": 3, "method": 5}""", "3", "A message must have a method, a result or an error.")]
    [InlineData("""{"jsonrpc": "2.0", "id": 3, "method": "\ud800"}""", "3", "A message must have a method, a result or an error.")]
    [InlineData("""{"jsonrpc": "2.0", "id": null, "method": "ping"}""", "null", "id must be a string or a number.")]
    [InlineData("""{"jsonrpc": "2.0", "id": [1], "method": "ping"}""", "null", "id must be a string or a number.")]
    [InlineData("""{"jsonrpc": "2.0", "id": "\ud800", "method": "ping"}""", "null", "id must be a string or a number.")]
    [InlineData("""{"id": 1, "method": "ping", "\ud800": 1}""", "null", "A name in the message has half of a surrogate pair.")]
    public async Task A_line_that_is_no_message_is_refused(string line, string id, string sentence)
    {
        using var bridge = StubBridge.NewGood();

        await RelayAsync(bridge, $$"""
            {{line}}
            {"jsonrpc": "2.0", "id": "next", "method": "ping"}
            """);

        Assert.Contains(_output.Lines, each => IdOf(each) == id && each.Contains(sentence, StringComparison.Ordinal));
        Assert.Contains(_output.Lines, each => each == StubBridge.ResultOf("\"next\""));
        Assert.Equal((2, 1), (_output.Lines.Count, bridge.Requests));
    }

    [Fact]
    public async Task Each_message_of_a_batch_gets_a_response()
    {
        using var bridge = StubBridge.NewGood();

        await RelayAsync(bridge, """
            [{"jsonrpc": "2.0", "id": 1, "method": "a"}, 5, {"jsonrpc": "2.0", "method": "b"}, {"jsonrpc": "2.0", "id": 2, "method": "c"}]
            """);

        Assert.Equal(["1", "2", "null"], _output.Lines.Select(IdOf).Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("\uFEFF{0}")]
    [InlineData("{0}\r\n\r\n")]
    [InlineData("\n  {0}")]
    public async Task Ends_of_lines_and_byte_order_marks_are_no_messages(string format)
    {
        using var bridge = StubBridge.NewGood();

        await RelayAsync(bridge, format.Replace("{0}", """{"jsonrpc": "2.0", "id": 1, "method": "ping"}""", StringComparison.Ordinal));

        Assert.Equal([StubBridge.ResultOf("1")], _output.Lines);
    }

    [Theory]
    [InlineData(McpSetup.MaxBodyBytes, "\n", true)]
    [InlineData(McpSetup.MaxBodyBytes + 1, "\n", false)]
    [InlineData(McpSetup.MaxBodyBytes, "", true)]
    [InlineData(McpSetup.MaxBodyBytes + 1, "", false)]
    [InlineData(20 * McpSetup.MaxBodyBytes, "\n", false)]
    public async Task A_message_has_a_limit(int length, string end, bool isRelayed)
    {
        using var bridge = StubBridge.NewGood();
        const string Head = """{"jsonrpc": "2.0", "params": {"id" : 8}, "id": 7, "method": "ping", "text": """;
        var line = $"{Head}\"{new string('x', length - Head.Length - 3)}\"}}{end}";

        await RelayAsync(bridge, end.Length == 0 ? line : line + """{"jsonrpc": "2.0", "id": 9, "method": "ping"}""");

        var response = Assert.Single(_output.Lines, each => IdOf(each) == "7");
        Assert.Equal(isRelayed, response == StubBridge.ResultOf("7"));
        Assert.Equal(!isRelayed, response.Contains(TooLong, StringComparison.Ordinal));
        Assert.Equal(end.Length == 0 ? 1 : 2, _output.Lines.Count);
    }

    [Fact]
    public async Task A_bridge_that_never_answers_has_a_minute()
    {
        using var bridge = new StubBridge(request => request.HoldAsync());
        var relaying = RelayAsync(bridge, """{"jsonrpc": "2.0", "id": 1, "method": "ping"}""");
        await Eventually.HoldsAsync(() => bridge.Requests == 1);

        _time.Advance(BridgeCalls.Patience - TimeSpan.FromSeconds(1));
        Assert.False(relaying.IsCompleted);
        _time.Advance(TimeSpan.FromSeconds(1));
        await relaying.WaitAsync(Eventually.Patience);

        var response = Assert.Single(_output.Lines);
        Assert.Contains("/mcp gave no response within 60 s. It may have been done.", response, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_stream_that_never_ends_has_a_minute()
    {
        using var bridge = new StubBridge(async request =>
        {
            await request.WriteAsync(StubBridge.EventsOf("""{"jsonrpc": "2.0", "method": "notifications/progress"}"""));
            await request.HoldAsync();
        });
        var relaying = RelayAsync(bridge, """{"jsonrpc": "2.0", "id": 1, "method": "ping"}""");
        await Eventually.HoldsAsync(() => _output.Lines.Count == 1);

        _time.Advance(BridgeCalls.Patience);
        await relaying.WaitAsync(Eventually.Patience);

        Assert.Contains("gave no response within 60 s.", _output.Lines[1], StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_client_that_does_not_read_does_not_keep_the_relay_running()
    {
        using var bridge = StubBridge.NewGood();
        _output.IsStuck = true;
        var relaying = RelayAsync(bridge, """
            {"jsonrpc": "2.0", "id": 1, "method": "ping"}
            garbage
            """);
        await Eventually.HoldsAsync(() => _output.StuckWrites > 0);

        await Eventually.HoldsAsync(() =>
        {
            _time.Advance(TimeSpan.FromSeconds(60));
            return relaying.IsCompletedSuccessfully;
        });
    }

    [Fact]
    public async Task Messages_in_flight_have_a_limit()
    {
        using var bridge = new StubBridge(request => request.HoldAsync());
        using var input = new StringInput();
        using var relay = NewRelay(bridge);
        var relaying = relay.RunAsync(input);
        for (var id = 1; id <= StdioRelay.MaxInFlight; id++)
            input.Add($$"""{"jsonrpc": "2.0", "id": {{id}}, "method": "ping"}""");
        await Eventually.HoldsAsync(() => bridge.Requests == StdioRelay.MaxInFlight);

        input.Add("""{"jsonrpc": "2.0", "id": "one more", "method": "ping"}""");
        input.Add("""{"jsonrpc": "2.0", "method": "notifications/initialized"}""");
        await Eventually.HoldsAsync(() => _output.Lines.Count == 1);
        Assert.Equal("\"one more\"", IdOf(_output.Lines[0]));
        Assert.Contains("\"overloaded: 64 messages have no response yet. Nothing was done.\"", _output.Lines[0], StringComparison.Ordinal);

        // Cancelled requests get no response, and a second cancellation changes nothing.
        for (var id = 1; id <= StdioRelay.MaxInFlight; id++)
            input.Add($$$"""{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": {{{id}}}}}""");
        input.Add("""{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}""");
        input.End();
        await relaying.WaitAsync(Eventually.Patience);
        Assert.Single(_output.Lines);
    }

    [Fact]
    public async Task A_cancellation_that_races_with_its_response_causes_no_second_one()
    {
        using var bridge = StubBridge.NewGood();
        using var input = new StringInput();
        using var relay = NewRelay(bridge);
        var relaying = relay.RunAsync(input);
        for (var id = 1; id <= 500; id++)
        {
            // At once every third request, then again while its response may be on its way.
            var cancelled = id - id % 3;
            input.Add($$"""{"jsonrpc": "2.0", "id": {{id}}, "method": "ping"}""");
            input.Add($$$"""{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": {{{cancelled}}}}}""");
        }

        input.End();
        await relaying.WaitAsync(Eventually.Patience);

        var ids = _output.Lines.Select(IdOf).ToArray();
        Assert.Equal(ids.Distinct(), ids);
    }

    [Fact]
    public async Task An_input_that_ends_in_the_middle_of_a_line_is_refused()
    {
        using var bridge = StubBridge.NewGood();

        var run = await BridgeRun.WithInputAsync("""{"jsonrpc": "2.0", "id": 1, "meth""", [], "mcp", "--url", bridge.Address);

        Assert.Equal((0, "", 1), (run.ExitCode, run.Errors, run.Output.Count(letter => letter == '\n')));
        Assert.Contains("The line is not JSON. Nothing was done.", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_server_that_is_not_live_is_no_bridge()
    {
        using var html = new StubBridge(request => request.WriteAsync(StubBridge.JsonOf("<html>", type: "text/html")));
        using (var relay = NewRelay(html))
            Assert.False(await relay.HasBridgeAsync());

        using var silent = new StubBridge(request => request.HoldAsync());
        using var other = NewRelay(silent);
        var asking = other.HasBridgeAsync();
        await Eventually.HoldsAsync(() => silent.Requests == 1);
        _time.Advance(TimeSpan.FromSeconds(5));
        Assert.False(await asking.WaitAsync(Eventually.Patience));
    }

    private static string IdOf(string line)
    {
        using var document = JsonDocument.Parse(line);
        return document.RootElement.TryGetProperty("id", out var id) ? id.GetRawText() : "";
    }

    private StdioRelay NewRelay(StubBridge bridge) => new(RelayOptions.Read(bridge.Address, tokenFile: null, start: false), _output, _time);

    private async Task RelayAsync(StubBridge bridge, string input)
    {
        using var relay = NewRelay(bridge);
        await relay.RunAsync(new MemoryStream(Encoding.UTF8.GetBytes(input)));
    }
}
