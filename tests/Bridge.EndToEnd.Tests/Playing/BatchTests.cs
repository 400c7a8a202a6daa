using System.Text.Json;
using MgbaBridge;
using BatchResult = MgbaBridge.BatchResult;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Batches of the real game; emulator/rom/README.md says what the ROM has in its memory.</summary>
public sealed class BatchTests(RunningGame game) : IClassFixture<RunningGame>
{
    private static readonly Place Counter = Place.U32(0x02000000);

    private Task<BatchResult> RunAsync(Batch batch) => game.Game.BatchAsync(batch);

    private async Task<ProblemException> RefusedAsync(int status, string anchor, string parameter, Batch batch)
    {
        var problem = await Assert.ThrowsAsync<ProblemException>(() => RunAsync(batch));
        Assert.Equal((status, anchor, parameter), (problem.Status, problem.Type, problem.Parameter));
        return problem;
    }

    [Fact]
    public async Task All_operations_see_the_same_frame()
    {
        var batch = Enumerable.Range(0, 256).Aggregate(new Batch(), (batch, _) => batch.Read(Counter));
        var answer = await RunAsync(batch);
        Assert.Equal(Enumerable.Repeat(answer.Frame, 256), answer.Values.Values.Select(read => read.Number!.Value));
    }

    [Fact]
    public async Task Operations_run_in_order_and_follow_the_current_pointers()
    {
        // The pointer leads to the ROM's pattern, whose byte N is N. The last write is at 0x02000140 + 0x7C0, and so in the pointer itself.
        var answer = await RunAsync(new Batch()
            .Write(0x02000900, 0x02000100, "u32").Read(Place.U8("[0x02000900]+5"))
            .Write(0x02000900, 0x02000140, "u32").Read(Place.U8("[0x02000900]+5"))
            .WriteBytes("[0x02000900]+0x7C0", [0xC0, 0xFF, 0xEE]).Read(Place.Span(0x02000900, 4)));
        Assert.Equal((5, 0x45), (answer.Values.Number(0), answer.Values.Number(1)));
        Assert.Equal([0xC0, 0xFF, 0xEE, 0x02], answer.Values.Bytes(2).ToArray());
    }

    [Fact]
    public async Task A_failed_guard_prevents_the_operations_after_it()
    {
        await game.WriteAsync("0x02000A00", 1);
        // The guarded byte is the ROM's pattern at 3, so it is 3.
        static Batch Guarded(int value) => new Batch().Guard(Place.U8("[0x02000008]+3"), "eq", value).Write(0x02000A00, 2);
        Assert.False((await RunAsync(Guarded(4))).Passed);
        Assert.Equal(1, await game.ReadAsync("0x02000A00"));
        Assert.True((await RunAsync(Guarded(3))).Passed);
        Assert.Equal(2, await game.ReadAsync("0x02000A00"));
    }

    [Fact]
    public async Task The_game_sees_a_press_once_for_the_requested_frames()
    {
        var (presses, frames) = (await game.PressesAsync(Button.B), await game.FramesDownAsync(Button.B));
        await RunAsync(new Batch().Press("B", hold: 4, release: 1).Press("B", hold: 2));
        await game.QueueEmptiesAsync();
        Assert.Equal((presses + 2, frames + 6), (await game.PressesAsync(Button.B), await game.FramesDownAsync(Button.B)));
    }

    [Fact]
    public async Task Buttons_are_held_and_released()
    {
        await RunAsync(new Batch().HoldButtons("up", "L"));
        Assert.Equal(["Up", "L"], (await game.Game.GetButtonsAsync()).Held);
        await RunAsync(new Batch().ReleaseButtons());
        Assert.Empty((await game.Game.GetButtonsAsync()).Held);
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task A_picture_comes_with_the_values_of_its_frame()
    {
        var answer = await RunAsync(new Batch().Read(Counter).Screen());
        Assert.Equal("PNG\r\n\u001a\n"u8, answer.Png!.Value.Span[1..8]);
    }

    // The C# client shows neither the result of each operation nor registers that a batch reads, so this test sends JSON.
    [Fact]
    public async Task Each_operation_has_its_result()
    {
        Assert.Equal("""[{},{"value":4294967295},{}]""", await ResultsAsync("""
            {"op": "register", "name": "R9", "value": 4294967295}, {"op": "register", "name": "r9"},
            {"op": "register", "name": "r9", "value": 0}
            """));
        Assert.Equal("""[{"passed":false},{"skipped":true}]""", await ResultsAsync("""
            {"op": "guard", "address": "[0x02000008]+3", "is": "eq", "value": 4}, {"op": "write", "address": "0x02000A00", "value": 2}
            """));
        var presses = JsonDocument.Parse(await ResultsAsync("""{"op": "press", "buttons": ["L"]}, {"op": "press", "buttons": ["L"]}"""))
            .RootElement.EnumerateArray().Select(result => result.GetProperty("id").GetInt64()).ToArray();
        Assert.Equal(presses[0] + 1, presses[1]);
        await game.QueueEmptiesAsync();

        async Task<string> ResultsAsync(string operations) => (await game.Client.AskForJsonAsync(
            "POST", "/emulators/default/batch", $$"""{"operations": [{{operations}}]}""")).GetProperty("results").GetRawText();
    }

    [Fact]
    public async Task A_failed_operation_is_named_and_those_before_it_keep_their_effect()
    {
        await game.WriteAsync("0x02000B00", 1);
        var problem = await RefusedAsync(400, "read-only-memory", "operations[2].address",
            new Batch().Write(0x02000B00, 2).Read(Place.U8(0x02000B00)).Write(0x08000000, 1).Write(0x02000B00, 3));
        Assert.Contains("2 ran before it.", problem.Detail, StringComparison.Ordinal);
        Assert.True(problem.SafeToRepeat);
        Assert.Equal(2, await game.ReadAsync("0x02000B00"));
        await RefusedAsync(400, "out-of-range", "operations[0].address", new Batch().Read(Place.U8(0x01000000)));
        await RefusedAsync(400, "bad-request", "operations[1].name", new Batch().Read(Counter).Register("r16", 0));
        await RefusedAsync(409, "conflict", "operations[1].buttons", new Batch().HoldButtons("A").Press("A"));
        await RunAsync(new Batch().ReleaseButtons());
    }

    [Fact]
    public async Task A_batch_that_is_too_long_for_half_a_frame_is_refused_as_a_whole()
    {
        await game.WriteAsync("0x02000C00", 1);
        static Batch Write() => new Batch().Write(0x02000C00, 2);
        var (most, bytes) = (Place.Span(0x02000000, 262_144), Enumerable.Repeat((byte)0x55, 16_384).ToArray());
        foreach (var (parameter, batch) in new (string, Batch)[]
        {
            ("operations[2].length", Write().Read(most).Read(Place.Span(0x02000000, 1))),
            ("operations[2].hex", Write().WriteBytes(0x02001000, bytes).WriteBytes(0x02001000, bytes.AsSpan(0, 1))),
            ("operations[2]", Write().Screen().Screen()),
            ("operations[2]", Write().Read(most).WriteBytes(0x02001000, bytes)),
        })
        {
            var problem = await RefusedAsync(400, "bad-request", parameter, batch);
            Assert.Contains("Nothing was run.", problem.Detail, StringComparison.Ordinal);
        }

        Assert.Equal(1, await game.ReadAsync("0x02000C00"));
        Assert.Equal(262_144, (await RunAsync(new Batch().Read(most))).Values.Bytes(0).Length);
        await RunAsync(new Batch().WriteBytes(0x02001000, bytes));
        Assert.Equal(0x5555, await game.ReadAsync("0x02004FFE"));
    }

    [Fact]
    public async Task Several_places_are_read_at_once()
    {
        var answer = await game.Game.ReadManyAsync(Enumerable.Range(0, 256).Select(i => Place.U8($"[0x02000008]+{i}")));
        Assert.Equal(Enumerable.Range(0, 256), answer.Values.Select(value => (int)value.Number!.Value));
        var refused = await Assert.ThrowsAsync<ProblemException>(
            () => game.Game.ReadManyAsync([Counter, Place.U8(0x01000000)]));
        Assert.Equal("[1].address", refused.Parameter);
    }
}
