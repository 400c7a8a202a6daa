using System.Text.Json;
using Bridge.Testing.Http;

namespace Bridge.EndToEnd.Tests.Vectors;

/// <summary>Vectors of a real game: steps, resets and starts, and an emulator that goes on from a game.</summary>
public sealed class VectorTests(VectorBridge bridge) : IClassFixture<VectorBridge>
{
    private const string Presses = "\"read\": [{\"address\": \"0x02000020\", \"type\": \"u16\"}]";

    [Fact]
    public async Task Games_are_stepped_and_the_end_leaves_nothing()
    {
        var created = await VectorBridge.CreateAsync(
            bridge.Client, $$"""{"rom": "buttontest.gba", "count": 3, "name": "maze", {{Presses}}}""");
        var process = VectorBridge.ProcessOf(created);

        Assert.Equal("BUTTONTEST", created.GetProperty("game").GetProperty("title").GetString());
        Assert.Equal(["0 4 [1]", "0 4 [0]", "0 4 [0]"], VectorBridge.SeenIn(await bridge.StepAsync(
            "/vectors/maze", """{"buttons": [["A"], [], ["B"]], "frames": 4}""")));
        Assert.Equal(["0 5 [0]"], VectorBridge.SeenIn(await bridge.StepAsync("/vectors/maze", """{"games": [2], "keys": [0]}""")));
        // Results have the order of the games in the request.
        Assert.Equal(["0 5 [1]", "0 5 [1]"], VectorBridge.SeenIn(await bridge.StepAsync(
            "/vectors/maze", """{"games": [1, 0], "keys": [1, 0]}""")));
        Assert.Contains(process, bridge.Processes());
        Assert.Equal(bridge.FileOf("maze", "socket"), created.GetProperty("block").GetProperty("socket").GetString());
        Assert.Equal(["maze"], (await bridge.Client.GetJsonAsync("/vectors")).GetProperty("vectors").EnumerateArray()
            .Select(vector => vector.GetProperty("name").GetString()).Where(name => name == "maze"));

        // A vector that has ended can be deleted again.
        for (var time = 0; time < 2; time++)
        {
            using var ended = await bridge.Client.AskAsync("DELETE", "/vectors/maze");
            Assert.Equal(204, (int)ended.StatusCode);
        }

        Assert.DoesNotContain(process, bridge.Processes());
        Assert.DoesNotContain("maze", bridge.Folders);
        using var gone = await bridge.Client.AskAsync("POST", "/vectors/maze/step", "{}");
        Assert.Equal((404, "unknown-vector", "The vector maze was ended by a request."), await RunningGame.RefusalAsync(gone));
    }

    [Fact]
    public async Task The_same_seed_gives_the_same_bytes()
    {
        const string Members = $$"""
            "count": 2, "frames": 5, "sticky": 0.5, "noops": 30, "picture": {"width": 20, "height": 10, "last": 2}, {{Presses}}
            """;
        string[] paths = [await bridge.CreateAsync($"{Members}, \"seed\": 7"), await bridge.CreateAsync($"{Members}, \"seed\": 8")];
        var first = await RunAsync(paths[0], "{}");
        var other = await RunAsync(paths[1], "{}");

        Assert.NotEqual(first, other);
        Assert.Equal(first, await RunAsync(paths[0], """{"seed": 7}"""));
        Assert.Equal(first, await RunAsync(paths[1], """{"seed": 7}"""));
        Assert.Equal(other, await RunAsync(paths[0], """{"seed": 8}"""));
        // docs/step-layout.md: of each game status and frame, a value, the picture (20 x 10 x 3) and the reads that led nowhere, besides a
        // header of 32 bytes and 8 of problems.
        Assert.Equal(2 * (16 + 8 + 600 + 8), Convert.FromHexString(first[0]).Length - 32 - 8);
    }

    [Fact]
    public async Task A_repeated_request_creates_one_vector()
    {
        string[] names = [await NameAsync(2), await NameAsync(2)];
        Assert.Equal(names[0], names[1]);
        Assert.Equal("conflict", await NameAsync(3));
        using var ended = await bridge.Client.AskAsync("DELETE", $"/vectors/{names[0]}");
        Assert.NotEqual(names[0], await NameAsync(2));

        async Task<string> NameAsync(int count)
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, "/vectors");
            request.Headers.Add("Idempotency-Key", "once");
            request.Content = new StringContent($$"""{"rom": "buttontest.gba", "count": {{count}}}""", null, "application/json");
            using var response = await bridge.Client.SendAsync(request);
            if (!response.IsSuccessStatusCode)
                return (await RunningGame.RefusalAsync(response)).Anchor;
            return JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement.GetProperty("name").GetString()!;
        }
    }

    [Fact]
    public async Task A_probability_of_minus_zero_is_zero()
    {
        var path = await bridge.CreateAsync(""" "count": 1, "sticky": -0.0 """);

        Assert.Equal("0", (await bridge.Client.GetJsonAsync(path)).GetProperty("sticky").ToString());
    }

    [Fact]
    public async Task The_bytes_have_what_the_text_has()
    {
        var path = await bridge.CreateAsync($$""" "count": 2, "picture": {"width": 4, "height": 2, "gray": true}, {{Presses}}""");
        await bridge.Client.AskForJsonAsync("POST", $"{path}/reset");
        var text = await bridge.StepAsync(path, """{"keys": [1, 0], "frames": 3}""");
        await bridge.Client.AskForJsonAsync("POST", $"{path}/reset");

        var bytes = await bridge.BytesAsync($"{path}/step", """{"keys": [1, 0], "frames": 3}""");

        // The header: version 1, 2 games, 1 read, 4 x 2 pixels of 1 channel, 8 bytes of problems. A record has 16 + 8 + 8 bytes.
        Assert.Equal([.. "STEP"u8, 1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0], bytes[..32]);
        Assert.Equal(["0 4 [1]", "0 4 [0]"], VectorBridge.SeenIn(text));
        Assert.Equal(["0 4 [1]", "0 4 [0]"], Enumerable.Range(0, 2).Select(game => 32 + (32 * game)).Select(at =>
            $"{BitConverter.ToUInt32(bytes, at)} {BitConverter.ToInt64(bytes, at + 8)} [{BitConverter.ToInt64(bytes, at + 16)}]"));
    }

    [Fact]
    public async Task The_pictures_of_the_latest_step_are_one_picture()
    {
        var path = await bridge.CreateAsync(""" "count": 3, "picture": {"width": 20, "height": 10} """);
        var before = await bridge.Client.GetByteArrayAsync($"{path}/screens");
        await bridge.StepAsync(path, """{"frames": 30}""");

        var picture = await bridge.Client.GetByteArrayAsync($"{path}/screens");

        // Width and height of the header of a PNG: two columns and two rows.
        Assert.Equal([0, 0, 0, 40, 0, 0, 0, 20], picture[16..24]);
        Assert.NotEqual(before, picture);
        var plain = await bridge.CreateAsync(""" "count": 1 """);
        using var refused = await bridge.Client.AskAsync("GET", $"{plain}/screens");
        Assert.Equal("conflict", (await RunningGame.RefusalAsync(refused)).Anchor);
    }

    [Fact]
    public async Task Chains_that_lead_nowhere_are_null_and_reads_can_be_changed()
    {
        var path = await bridge.CreateAsync("""
            "count": 1, "read": [{"address": "0x0", "domain": "wram", "type": "i16"}, {"address": "[0x02000020]+4"}]
            """);
        var before = VectorBridge.SeenIn(await bridge.StepAsync(path))[0];
        var missing = (await bridge.BytesAsync($"{path}/reset", "{}"))[^8..];

        var changed = await bridge.Client.AskForJsonAsync("PUT", $"{path}/read", $$"""{ {{Presses}} }""");

        Assert.EndsWith(",null]", before, StringComparison.Ordinal);
        // Bit 1: the second read led nowhere.
        Assert.Equal([2, 0, 0, 0, 0, 0, 0, 0], missing);
        Assert.Equal("u16", changed.GetProperty("read")[0].GetProperty("type").GetString());
        Assert.Equal("0 2 [0]", VectorBridge.SeenIn(await bridge.StepAsync(path))[0]);
        Assert.Equal(1, (await bridge.Client.GetJsonAsync(path)).GetProperty("read").GetArrayLength());
    }

    [Fact]
    public async Task A_game_starts_from_a_state_and_an_emulator_goes_on_from_a_game()
    {
        var red = OnDemandBridge.NameOf(await OnDemandBridge.CreateAsync(bridge.Client, """, "name": "red", "speed": 0"""));
        await bridge.Client.AskForJsonAsync("POST", $"/emulators/{red}/buttons/press", """{"buttons": ["A"]}""");
        using var saved = await bridge.Client.AskAsync("PUT", $"/emulators/{red}/states/boss");
        Assert.Equal(201, (int)saved.StatusCode);
        var path = await bridge.CreateAsync($$"""
            "count": 2, "starts": [null, {"emulator": "red", "state": "boss"}], {{Presses}}
            """);

        // Game 0 begins at start 1, whose state counts one press of A, and game 1 where the console was just switched on.
        Assert.Equal(["1", "0"], (await bridge.StepAsync(path, """{"starts": [1, 0]}""")).Select(Value));
        await bridge.StepAsync(path, """{"buttons": [["A"]]}""");
        Assert.Equal("2", Value((await bridge.StepAsync(path))[0]));
        using var set = await bridge.Client.AskAsync("PUT", $"{path}/starts/2", """{"emulator": "red", "state": "boss"}""");
        Assert.Equal(204, (int)set.StatusCode);
        var state = await bridge.Client.GetByteArrayAsync($"{path}/0/state");
        using (var stored = await bridge.Client.PutAsync($"{path}/starts/3", new ByteArrayContent(state)
            { Headers = { ContentType = new("application/octet-stream") } }))
            Assert.Equal(204, (int)stored.StatusCode);
        Assert.Equal(["1", "2"], (await bridge.StepAsync(path, """{"starts": [2, 3]}""")).Select(Value));
        // Status 19: there is no start 5.
        Assert.Equal(19, (await bridge.StepAsync(path, """{"games": [0], "starts": [5]}"""))[0].GetProperty("status").GetInt32());

        using var created = await bridge.Client.AskAsync("POST", $"{path}/1/emulator", """{"name": "blue", "speed": 0.25}""");

        Assert.Equal((201, "/emulators/blue"), ((int)created.StatusCode, created.Headers.Location!.ToString()));
        Assert.Equal(2, await OnDemandBridge.PressesAsync(bridge.Client, "blue"));
        Assert.Equal([0x89, .. "PNG"u8], (await bridge.Client.GetByteArrayAsync($"{path}/1/screen"))[..4]);
        foreach (var name in new[] { "red", "blue" })
        {
            using var ended = await bridge.Client.AskAsync("DELETE", $"/emulators/{name}");
            Assert.Equal(204, (int)ended.StatusCode);
        }
    }

    private static string Value(JsonElement result) => result.GetProperty("values")[0].ToString();

    // The bytes of a reset and some steps.
    private async Task<string[]> RunAsync(string path, string reset)
    {
        var bodies = new List<string> { Convert.ToHexString(await bridge.BytesAsync($"{path}/reset", reset)) };
        for (var step = 0; step < 20; step++)
            bodies.Add(Convert.ToHexString(await bridge.BytesAsync($"{path}/step", $$"""{"keys": [{{step / 4 % 2}}, {{step}}]}""")));
        return [.. bodies];
    }
}
