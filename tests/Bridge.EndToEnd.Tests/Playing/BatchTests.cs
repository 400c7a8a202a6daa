using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

public sealed class BatchTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Batch = "/emulators/default/batch";

    private Task<JsonElement> RunAsync(params IEnumerable<string> operations) =>
        game.Client.AskForJsonAsync("POST", Batch, $$"""{"operations": [{{string.Join(',', operations)}}]}""");

    private async Task<JsonElement> RefusedAsync(int status, string anchor, string parameter, params string[] operations)
    {
        using var response = await game.Client.AskAsync("POST", Batch, $$"""{"operations": [{{string.Join(',', operations)}}]}""");
        var problem = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
        Assert.Equal((status, $"/docs/troubleshooting.md#{anchor}", parameter),
            ((int)response.StatusCode, problem.GetProperty("type").GetString(), problem.GetProperty("parameter").GetString()));
        return problem;
    }

    private static string Read(long address, string type = "u8") => $$"""{"op": "read", "address": "{{address}}", "type": "{{type}}"}""";

    private static string Range(long address, int length) => $$"""{"op": "read", "address": "{{address}}", "length": {{length}}}""";

    private static string Write(long address, long value, string type = "u8") =>
        $$"""{"op": "write", "address": "{{address}}", "type": "{{type}}", "value": {{value}}}""";

    private static string WriteBytes(long address, int length) =>
        $$"""{"op": "write", "address": "{{address}}", "hex": "{{new string('5', 2 * length)}}"}""";

    [Fact]
    public async Task All_operations_see_the_same_frame()
    {
        var answer = await RunAsync(Enumerable.Repeat(Read(0x02000000, "u32"), 256));
        var counted = answer.GetProperty("results").EnumerateArray().Select(result => result.GetProperty("value").GetInt64()).ToArray();
        Assert.Equal(Enumerable.Repeat(answer.GetProperty("frame").GetInt64(), 256), counted);
    }

    [Fact]
    public async Task Operations_run_in_order_and_follow_the_current_pointers()
    {
        var answer = await RunAsync(
            Write(0x02000900, 0x02000100, "u32"), """{"op": "read", "address": "[0x02000900]+5"}""",
            Write(0x02000900, 0x02000140, "u32"), """{"op": "read", "address": "[0x02000900]+5"}""",
            """{"op": "write", "address": "[0x02000900]+0x7C0", "hex": "C0ffEE"}""", Range(0x02000900, 4));
        Assert.Equal("""[{},{"value":5},{},{"value":69},{},{"hex":"c0ffee02"}]""", answer.GetProperty("results").GetRawText());
    }

    [Fact]
    public async Task A_failed_guard_prevents_the_operations_after_it()
    {
        await game.WriteAsync("0x02000A00", 1);
        static string Guarded(int value) => $$"""{"op": "guard", "address": "[0x02000008]+3", "is": "eq", "value": {{value}}}""";
        Assert.Equal("""[{"passed":false},{"skipped":true}]""",
            (await RunAsync(Guarded(4), Write(0x02000A00, 2))).GetProperty("results").GetRawText());
        Assert.Equal(1, await game.ReadAsync("0x02000A00"));
        Assert.Equal("""[{"passed":true},{}]""", (await RunAsync(Guarded(3), Write(0x02000A00, 2))).GetProperty("results").GetRawText());
        Assert.Equal(2, await game.ReadAsync("0x02000A00"));
    }

    [Fact]
    public async Task The_game_sees_a_press_once_for_the_requested_frames()
    {
        var (presses, frames) = (await game.PressesAsync(Button.B), await game.FramesDownAsync(Button.B));
        var answer = await RunAsync("""{"op": "press", "buttons": ["B"], "hold": 4, "release": 1}""",
            """{"op": "press", "buttons": ["B"], "hold": 2}""");
        var ids = answer.GetProperty("results").EnumerateArray().Select(result => result.GetProperty("id").GetInt64()).ToArray();
        Assert.Equal(ids[0] + 1, ids[1]);
        await Eventually.HoldsAsync(async () => await game.QueuedAsync() == 0, "both presses end");
        Assert.Equal((presses + 2, frames + 6), (await game.PressesAsync(Button.B), await game.FramesDownAsync(Button.B)));
    }

    [Fact]
    public async Task Buttons_are_held_and_released()
    {
        await RunAsync("""{"op": "hold", "buttons": ["up", "L"]}""");
        Assert.Equal("""["Up","L"]""", (await game.Client.GetJsonAsync("/emulators/default/buttons")).GetProperty("held").GetRawText());
        await RunAsync("""{"op": "release"}""");
        Assert.Equal("[]", (await game.Client.GetJsonAsync("/emulators/default/buttons")).GetProperty("held").GetRawText());
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task A_picture_comes_with_the_values_of_its_frame()
    {
        var answer = await RunAsync(Read(0x02000000, "u32"), """{"op": "screen"}""");
        var png = answer.GetProperty("results")[1].GetProperty("png").GetBytesFromBase64();
        Assert.Equal("PNG\r\n\u001a\n"u8.ToArray(), png[1..8]);
    }

    [Fact]
    public async Task A_register_is_written_and_read()
    {
        var answer = await RunAsync(
            """{"op": "register", "name": "R9", "value": 4294967295}""", """{"op": "register", "name": "r9"}""",
            """{"op": "register", "name": "r9", "value": 0}""");
        Assert.Equal("""[{},{"value":4294967295},{}]""", answer.GetProperty("results").GetRawText());
    }

    [Fact]
    public async Task A_failed_operation_is_named_and_those_before_it_keep_their_effect()
    {
        await game.WriteAsync("0x02000B00", 1);
        var problem = await RefusedAsync(400, "read-only-memory", "operations[2].address",
            Write(0x02000B00, 2), Read(0x02000B00), Write(0x08000000, 1), Write(0x02000B00, 3));
        Assert.Contains("2 ran before it.", problem.GetProperty("detail").GetString(), StringComparison.Ordinal);
        Assert.True(problem.GetProperty("safeToRepeat").GetBoolean());
        Assert.Equal(2, await game.ReadAsync("0x02000B00"));
        await RefusedAsync(400, "out-of-range", "operations[0].address", Read(0x01000000));
        await RefusedAsync(400, "bad-request", "operations[1].name", Read(0x02000000), """{"op": "register", "name": "r16"}""");
        await RefusedAsync(409, "conflict", "operations[1].buttons", """{"op": "hold", "buttons": ["A"]}""",
            """{"op": "press", "buttons": ["A"]}""");
        await RunAsync("""{"op": "release"}""");
    }

    [Fact]
    public async Task A_batch_that_is_too_long_for_half_a_frame_is_refused_as_a_whole()
    {
        await game.WriteAsync("0x02000C00", 1);
        var write = Write(0x02000C00, 2);
        foreach (var (parameter, operations) in new (string, string[])[]
        {
            ("operations[2].length", [write, Range(0x02000000, 262_144), Range(0x02000000, 1)]),
            ("operations[2].hex", [write, WriteBytes(0x02001000, 16_384), WriteBytes(0x02001000, 1)]),
            ("operations[2]", [write, """{"op": "screen"}""", """{"op": "screen"}"""]),
            ("operations[2]", [write, Range(0x02000000, 262_144), WriteBytes(0x02001000, 16_384)]),
        })
        {
            var problem = await RefusedAsync(400, "bad-request", parameter, operations);
            Assert.Contains("Nothing was run.", problem.GetProperty("detail").GetString(), StringComparison.Ordinal);
        }

        Assert.Equal(1, await game.ReadAsync("0x02000C00"));
        Assert.Equal(524_288, (await RunAsync(Range(0x02000000, 262_144))).GetProperty("results")[0]
            .GetProperty("hex").GetString()!.Length);
        await RunAsync(WriteBytes(0x02001000, 16_384));
        Assert.Equal(0x5555, await game.ReadAsync("0x02004FFE"));
    }

    [Fact]
    public async Task Several_places_are_read_at_once()
    {
        var places = string.Join(',', Enumerable.Range(0, 256).Select(i => $$"""{"address": "[0x02000008]+{{i}}"}"""));
        var answer = await game.Client.AskForJsonAsync("POST", "/emulators/default/memory/read", $"[{places}]");
        Assert.Equal(Enumerable.Range(0, 256), answer.GetProperty("values").EnumerateArray()
            .Select(value => value.GetProperty("value").GetInt32()));
        using var refused = await game.Client.AskAsync("POST", "/emulators/default/memory/read",
            """[{"address": "0x02000000"}, {"address": "0x01000000"}]""");
        Assert.Equal("[1].address",
            JsonDocument.Parse(await refused.Content.ReadAsStringAsync()).RootElement.GetProperty("parameter").GetString());
    }
}
