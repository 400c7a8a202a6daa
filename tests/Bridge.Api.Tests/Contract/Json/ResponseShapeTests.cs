using System.Text;
using System.Text.Json.Nodes;
using Bridge.Api.Server.Diagnostics;

namespace Bridge.Api.Tests.Contract.Json;

/// <summary>Checks every response member by member: names and order are as documented, and no member is added unnoticed.</summary>
public sealed class ResponseShapeTests : FakedBridge
{
    public override async ValueTask InitializeAsync()
    {
        Fake.Answers = AnswerAsync;
        await base.InitializeAsync();
        await Eventually.HoldsAsync(async () =>
            (await Client.GetStringAsync("/emulators/default")).Contains("\"open\":2", StringComparison.Ordinal), "two connections");
    }

    private static async Task<bool> AnswerAsync(FakeRequest request)
    {
        string[]? arguments = request.Command switch
        {
            "memory.domains" => ["wram:33554432:262144", "sram:234881024:32768"],
            "memory.get" => request.Arguments[0] == "[33554440]+16" ? ["7", "33554704"] : ["4294967295"],
            "memory.set" or "memory.write" or "memory.read" when request.Arguments[0] == "[33554440]+16" => ["33554704"],
            "register.get" => ["4294967295"],
            "registers" => ["r0=5", "cpsr=4294967295"],
            "register.set" or "log" => [],
            "batch" => ["7"],
            "memory.set" or "memory.write" or "memory.read" or "reset" or "echo" => [],
            "buttons.set" or "buttons.lease" => ["1835"],
            "buttons.get" => ["513", "1", "3"],
            "buttons.clear" => ["2", "1835"],
            "buttons.press" => request.Arguments[3] == "1" ? ["17", "1840", "1846"] : ["17", "1"],
            "buttons.sequence" => request.Arguments[1] == "1" ? ["17", "1840", "1846", "12"] : ["17", "1"],
            "buttons.status" => request.Arguments[0] == "1" ? ["queued", "0", "12", "", ""] : ["done", "12", "12", "1840", "1846"],
            "buttons.cancel" => ["running", "5"],
            "frames.wait" => ["60"],
            "memory.wait" => request.Arguments[0] != "[33554440]+16" ? ["1", "7", "0"]
                : request.Arguments[3] == "changed" ? ["0", "", "600"]
                : ["1", "-7", "3", "33554704"],
            "screen.wait" => ["1", "4"], "until.wait" => ["1", "5", "0:2,1:5"],
            _ => null,
        };
        if (arguments is null)
            return false;
        var payload = request.Command switch
        {
            "memory.read" => [0x00, 0x01, 0xAB, 0xFF],
            "batch" => Replies(Encoding.ASCII.GetString(request.Payload)),
            _ => request.Payload,
        };
        await request.ReplyAsync("ok", arguments, payload);
        return true;
    }

    // Replies to a batch of reads and to a batch of all operations.
    private static byte[] Replies(string operations) =>
        Encoding.ASCII.GetBytes(operations.Contains("memory.guard", StringComparison.Ordinal)
            ? "1 ok 1834 0 1 0\n<|END|>2 ok 1834 0 16 33554704\n<|END|>3 ok 1834 0\n<|END|>4 ok 1834 0 18 1\n<|END|>5 ok 1834 3\nPNG<|END|>"
                + "6 ok 1834 0 0 1\n<|END|>7 skipped 1834 0\n<|END|>"
            : "1 ok 1834 0 65535\n<|END|>2 ok 1834 0 16 33554704\n<|END|>3 ok 1834 2\nAB<|END|>");

    [Theory]
    [InlineData("GET", "/health", null,
        """{"version":"VERSION","commit":"COMMIT","status":"ready","emulators":[{"name":"default","""
            + "\"state\":\"running\",\"problem\":null,\"next\":"
            + "\"Nothing to do: the emulator responds.\",\"title\":\"BUTTONTEST\"}],\"doors\":[]}")]
    [InlineData("GET", "/health/ready", null,
        """{"name":"default","state":"running","problem":null,"next":"Nothing to do: the emulator responds.","title":"BUTTONTEST"}""")]
    [InlineData("GET", "/emulators", null,
        """{"emulators":[{"name":"default","state":"running","problem":null,"next":"Nothing to do: the emulator responds.","""
            + "\"title\":\"BUTTONTEST\"}]}")]
    [InlineData("GET", "/emulators/default/memory", null,
        """{"domains":[{"name":"wram","base":"0x02000000","size":262144},"""
        + """{"name":"sram","base":"0x0E000000","size":32768}],"frame":1834}""")]
    [InlineData("GET", "/emulators/default/memory/$2000020?type=u32", null,
        """{"address":"0x02000020","type":"u32","value":4294967295,"frame":1834}""")]
    [InlineData("GET", "/emulators/default/memory/33554464?type=I32", null,
        """{"address":"0x02000020","type":"i32","value":-1,"frame":1834}""")]
    [InlineData("GET", "/emulators/default/memory/0X20?type=u32&domain=wram", null,
        """{"address":"0x00000020","type":"u32","value":4294967295,"frame":1834,"domain":"wram"}""")]
    [InlineData("GET", "/emulators/default/memory/0x02000100?length=4", null,
        """{"address":"0x02000100","length":4,"hex":"0001abff","frame":1834}""")]
    [InlineData("PUT", "/emulators/default/memory/0x02000200", """{"value": 7, "type": "u16"}""",
        """{"address":"0x02000200","length":2,"frame":1834}""")]
    [InlineData("GET", "/emulators/default/buttons", null, """{"down":["A","L"],"held":["A"],"queued":3,"frame":1834}""")]
    [InlineData("PUT", "/emulators/default/buttons", """{"buttons": ["b", "a"]}""", """{"held":["A","B"],"changesAt":1835,"frame":1834}""")]
    [InlineData("PUT", "/emulators/default/buttons", """{"buttons": [], "leaseMilliseconds": 100}""",
        """{"held":[],"changesAt":1835,"frame":1834}""")]
    [InlineData("DELETE", "/emulators/default/buttons", null, """{"dropped":2,"changesAt":1835,"frame":1834}""")]
    [InlineData("POST", "/emulators/default/buttons/press", """{"buttons": ["A"]}""",
        """{"id":17,"pressedAt":1840,"releasedAt":1846,"frame":1834}""")]
    [InlineData("GET", "/emulators/default/buttons/press?buttons=A", null, """{"id":17,"pressedAt":1840,"releasedAt":1846,"frame":1834}""")]
    [InlineData("POST", "/emulators/default/buttons/sequence", """{"steps": [{"buttons": ["A"]}, {"wait": 4}]}""",
        """{"id":17,"pressedAt":1840,"releasedAt":1846,"frame":1834,"frames":12}""")]
    [InlineData("GET", "/emulators/default/buttons/sequence/1", null,
        """{"id":1,"state":"queued","framesPlayed":0,"frames":12,"frame":1834}""")]
    [InlineData("GET", "/emulators/default/buttons/sequence/17", null,
        """{"id":17,"state":"done","framesPlayed":12,"frames":12,"pressedAt":1840,"releasedAt":1846,"frame":1834}""")]
    [InlineData("DELETE", "/emulators/default/buttons/sequence/17", null, """{"id":17,"state":"running","framesPlayed":5,"frame":1834}""")]
    [InlineData("POST", "/emulators/default/frames/wait", """{"frames": 60}""", """{"frame":1834,"waited":60}""")]
    [InlineData("POST", "/emulators/default/frames/wait", """{"until": {"screen": "changed"}}""",
        """{"frame":1834,"met":true,"waited":4,"held":[{"condition":0,"frame":4}]}""")]
    [InlineData("POST", "/emulators/default/frames/wait", """{"until": {"address": "$2000020", "is": "gt", "value": 5}}""",
        """{"frame":1834,"met":true,"waited":0,"held":[{"condition":0,"frame":0}],"value":7,"address":"0x02000020"}""")]
    [InlineData("POST", "/emulators/default/frames/wait",
        """{"until": {"address": "[0x02000008]+0x10", "type": "i8", "is": "ne", "value": -1}}""",
        """{"frame":1834,"met":true,"waited":3,"held":[{"condition":0,"frame":3}],"value":-7,"address":"0x02000110"}""")]
    [InlineData("POST", "/emulators/default/frames/wait", """{"until": {"address": "[0x02000008]+0x10", "is": "changed"}}""",
        """{"frame":1834,"met":false,"waited":600,"held":[]}""")]
    [InlineData("POST", "/emulators/default/frames/wait", """{"until": {"screen": "still", "frames": 20}}""",
        """{"frame":1834,"met":true,"waited":5,"held":[{"condition":0,"frame":2},{"condition":1,"frame":5}]}""")]
    [InlineData("GET", "/emulators/default/memory/[0x02000008]+0x10?type=u16", null,
        """{"address":"0x02000110","type":"u16","value":7,"frame":1834,"chain":"[0x02000008]+0x10"}""")]
    [InlineData("GET", "/emulators/default/memory/%5B$2000008%5D%2B16?length=4", null,
        """{"address":"0x02000110","length":4,"hex":"0001abff","frame":1834,"chain":"[$2000008]+16"}""")]
    [InlineData("PUT", "/emulators/default/memory/[0x02000008]+0x10", """{"value": 7}""",
        """{"address":"0x02000110","length":1,"frame":1834,"chain":"[0x02000008]+0x10"}""")]
    [InlineData("POST", "/emulators/default/memory/read",
        """[{"address": "0", "type": "I16", "domain": "wram"}, {"address": "[0x02000008]+0x10"}, {"address": "0x02000100", "length": 2}]""",
        """{"frame":1834,"values":[{"address":"0x00000000","type":"i16","value":-1,"domain":"wram"},"""
        + """{"address":"0x02000110","type":"u8","value":16,"chain":"[0x02000008]+0x10"},"""
        + """{"address":"0x02000100","length":2,"hex":"4142"}]}""")]
    [InlineData("POST", "/emulators/default/batch",
        """
        {"operations": [
          {"op": "guard", "address": "0x02000004", "type": "u16", "is": "eq", "value": 0}, {"op": "read", "address": "[0x02000008]+0x10"},
          {"op": "write", "address": "0x02000200", "type": "u16", "value": 7}, {"op": "press", "buttons": ["B"], "hold": 4},
          {"op": "screen"}, {"op": "guard", "address": "0", "is": "ne", "value": 0}, {"op": "release"}]}
        """,
        """{"frame":1834,"results":[{"passed":true},{"value":16},{},{"id":18},{"png":"UE5H"},{"passed":false},{"skipped":true}]}""")]
    [InlineData("GET", "/emulators/default/registers", null,
        """{"registers":[{"name":"r0","value":5,"hex":"0x00000005"},"""
        + """{"name":"cpsr","value":4294967295,"hex":"0xFFFFFFFF"}],"frame":1834}""")]
    [InlineData("GET", "/emulators/default/registers/PC", null, """{"name":"pc","value":4294967295,"hex":"0xFFFFFFFF","frame":1834}""")]
    [InlineData("PUT", "/emulators/default/registers/r0", """{"value": 5}""",
        """{"name":"r0","value":5,"hex":"0x00000005","frame":1834}""")]
    [InlineData("POST", "/emulators/default/console", """{"message": "hello"}""", """{"frame":1834}""")]
    [InlineData("POST", "/emulators/default/reset", null, """{"frame":1834}""")]
    public async Task A_response_has_exactly_the_documented_members(string method, string path, string? body, string expected)
    {
        using var response = await Client.AskAsync(method, path, body);
        Assert.Equal("application/json; charset=utf-8", response.Content.Headers.ContentType?.ToString());
        Assert.Equal(
            expected.Replace("VERSION", ProgramVersion.Number, StringComparison.Ordinal)
                .Replace("COMMIT", ProgramVersion.Commit, StringComparison.Ordinal),
            await response.Content.ReadAsStringAsync());
        Assert.Equal(200, (int)response.StatusCode);
    }

    [Theory]
    [InlineData("POST", "/emulators/default/buttons/press", """{"buttons": ["A"], "wait": false}""")]
    [InlineData("GET", "/emulators/default/buttons/press?buttons=A&wait=false", null)]
    [InlineData("POST", "/emulators/default/buttons/sequence", """{"steps": [{"wait": 1}], "wait": false}""")]
    public async Task A_press_without_waiting_returns_202(string method, string path, string? body)
    {
        using var response = await Client.AskAsync(method, path, body);
        Assert.Equal(202, (int)response.StatusCode);
        Assert.Equal("""{"id":17,"queued":1}""", await response.Content.ReadAsStringAsync());
    }

    [Fact]
    public async Task An_emulator_is_described_with_its_game_its_script_and_its_connection()
    {
        JsonNode emulator = null!;
        await Eventually.HoldsAsync(async () =>
        {
            emulator = JsonNode.Parse(await Client.GetStringAsync("/emulators/default"))!;
            // Both connections are up, and neither has a ping in flight.
            return emulator["connection"]!["open"]!.GetValue<int>() == 2 && emulator["connection"]!["inFlight"]!.GetValue<int>() == 0;
        });
        Assert.InRange(emulator["connection"]!["roundTripMicroseconds"]!.GetValue<long>(), 0, 10_000_000);
        emulator["connection"]!["roundTripMicroseconds"] = 71;
        Assert.Equal(
            """{'name':'default','state':'running','frame':1834,'framesPerSecond':0"""
            + """,'game':{'title':'BUTTONTEST','code':'ABTE','platform':'GBA','model':'AGB','crc32':'0x1A2B3C4D'"""
            + """,'size':4096,'file':null,'save':null,'patch':null}"""
            + """,'script':{'version':'1.0.0','protocol':3,'instance':'fake1','mgba':'0.10','memoryBytes':100000"""
            + """,'commands':0,'cancelled':0,'capabilities':['screen','idle']}"""
            + """,'connection':{'open':2,'inFlight':0,'roundTripMicroseconds':71},'problem':null}""",
            emulator.ToJsonString().Replace('"', '\''));
    }

    [Fact]
    public async Task The_meters_of_an_emulator_are_reported()
    {
        (await Client.GetAsync("/emulators/default/memory/0")).Dispose();
        using var response = await Client.GetAsync("/meters");
        var meters = JsonNode.Parse(await response.Content.ReadAsStringAsync())!["emulators"]!.AsArray();
        var one = Assert.Single(meters)!.AsObject();
        Assert.Equal(
            ["name", "framesPerSecond", "roundTripMs", "inFlight", "queuedBytes",
                "reconnects", "windowUsed", "bytesIn", "bytesOut", "requests"],
            one.Select(member => member.Key));
        Assert.Equal(["total", "failed", "p50Ms", "p99Ms"], one["requests"]!.AsObject().Select(member => member.Key));
        Assert.Equal("default", one["name"]!.GetValue<string>());
        Assert.True(one["requests"]!["total"]!.GetValue<long>() >= 1);
        Assert.True(one["bytesIn"]!.GetValue<long>() > 0 && one["requests"]!["p50Ms"]!.GetValue<double>() > 0);
        Assert.Null(one["windowUsed"]);
    }

    [Fact]
    public async Task Raw_bytes_are_returned_unchanged_with_the_frame_in_a_header()
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/emulators/default/memory/0x02000100?length=4")
            { Headers = { { "Accept", "application/octet-stream" } } };
        using var response = await Client.SendAsync(request);
        Assert.Equal("application/octet-stream", response.Content.Headers.ContentType?.ToString());
        Assert.Equal("1834", Assert.Single(response.Headers.GetValues("Emulator-Frame")));
        Assert.Equal([0x00, 0x01, 0xAB, 0xFF], await response.Content.ReadAsByteArrayAsync());
    }

    [Fact]
    public async Task An_echo_is_plain_text()
    {
        using var response = await Client.GetAsync("/mgbaendpoint?message=caf%C3%A9");
        Assert.Equal("text/plain; charset=utf-8", response.Content.Headers.ContentType?.ToString());
        Assert.Equal("café"u8.ToArray(), await response.Content.ReadAsByteArrayAsync());
    }

    [Fact]
    public async Task A_body_of_exactly_the_limit_reaches_the_emulator()
    {
        var bytes = new byte[1_048_576];
        bytes[^1] = 7;
        using var content = new ByteArrayContent(bytes) { Headers = { { "Content-Type", "application/octet-stream" } } };
        using var response = await Client.PutAsync("/emulators/default/memory/0?domain=cart0", content);
        Assert.Equal("""{"address":"0x00000000","length":1048576,"frame":1834,"domain":"cart0"}""",
            await response.Content.ReadAsStringAsync());
        Assert.Equal(bytes, Fake.Commands.Last(request => request.Command == "memory.write").Payload);
    }

    [Fact]
    public async Task A_message_of_exactly_the_limit_is_echoed_in_a_body_and_in_a_query_even_if_every_byte_is_escaped()
    {
        var longest = new string('é', 524_288);
        using var response = await Client.PostAsync("/mgbaendpoint", new StringContent(longest));
        Assert.Equal(longest, await response.Content.ReadAsStringAsync());
        var message = Encoding.UTF8.GetBytes(new string('é', 32_768));
        var escaped = string.Concat(message.Select(value => $"%{value:X2}"));
        Assert.Equal(message, await Client.GetByteArrayAsync($"/mgbaendpoint?message={escaped}"));
    }

    [Fact]
    public async Task Liveness_needs_no_emulator()
    {
        using var response = await Client.GetAsync("/health/live");
        Assert.Equal((200, "live"), ((int)response.StatusCode, await response.Content.ReadAsStringAsync()));
    }
}
