using System.Text;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Sequences of presses, whose frames the ROM counts.</summary>
public sealed class SequenceTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Sequence = "/emulators/default/buttons/sequence";

    // Where the ROM has the buttons that it sees, as a mask (emulator/rom/README.md).
    private const string Seen = "0x02000004";

    private Task<JsonElement> PlayAsync(string steps, int repeat = 1) =>
        game.Client.AskForJsonAsync("POST", Sequence, $$"""{"steps": {{steps}}, "repeat": {{repeat}}}""");

    private Task<long> QueueAsync(string steps) => QueueAsync(game, steps);

    private static async Task<long> QueueAsync(RunningGame game, string steps)
    {
        using var response = await game.Client.AskAsync("POST", Sequence, $$"""{"steps": {{steps}}, "wait": false}""");
        Assert.Equal(202, (int)response.StatusCode);
        return JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement.GetProperty("id").GetInt64();
    }

    private async Task LoadAsync(byte[] state)
    {
        using var response = await SavedState.PutAsync(game.Client, state);
        Assert.True(response.IsSuccessStatusCode, await response.Content.ReadAsStringAsync());
    }

    private async Task<string> StateAsync(long id) =>
        (await game.Client.GetJsonAsync($"{Sequence}/{id}")).GetProperty("state").GetString()!;

    private async Task<(int Status, string Anchor)> PlayingFailsAsync(string steps)
    {
        using var response = await game.Client.AskAsync("POST", Sequence, $$"""{"steps": {{steps}}}""");
        var (status, anchor, _) = await RunningGame.RefusalAsync(response);
        return (status, anchor);
    }

    private Task SeesAsync(int mask) => SeesAsync(game, mask);

    private static Task SeesAsync(RunningGame game, int mask) =>
        Eventually.HoldsAsync(async () => await game.ReadAsync(Seen) == mask, $"the game sees {mask}");

    [Fact]
    public async Task Buttons_overlap_and_repeat_as_asked()
    {
        var (right, a) = ((await game.PressesAsync(Button.Right), await game.FramesDownAsync(Button.Right)),
            (await game.PressesAsync(Button.A), await game.FramesDownAsync(Button.A)));
        var done = await PlayAsync("""[{"buttons": ["right"], "hold": 16}, {"buttons": ["A"], "hold": 4, "at": 6}, {"wait": 10}]""",
            repeat: 2);
        Assert.Equal((right.Item1 + 2, right.Item2 + 32),
            (await game.PressesAsync(Button.Right), await game.FramesDownAsync(Button.Right)));
        Assert.Equal((a.Item1 + 2, a.Item2 + 8), (await game.PressesAsync(Button.A), await game.FramesDownAsync(Button.A)));
        // A begins at 6, and the wait follows it: a repetition has 6 + 4 + 2 + 10 frames. Right is up again 16 frames into the second one.
        Assert.Equal((44, 22 + 16, 44),
            (done.GetProperty("frames").GetInt32(), done.GetProperty("releasedAt").GetInt64() - done.GetProperty("pressedAt").GetInt64(),
            done.GetProperty("frame").GetInt64() - done.GetProperty("pressedAt").GetInt64()));
    }

    [Fact]
    public async Task A_sequence_is_reported_by_its_id_from_the_queue_to_its_end()
    {
        var first = await QueueAsync("""[{"buttons": ["B"], "hold": 3600, "release": 0}]""");
        var second = await QueueAsync("""[{"buttons": ["B"], "hold": 3}]""");
        await SeesAsync(1 << (int)Button.B);
        Assert.Equal(("running", "queued"), (await StateAsync(first), await StateAsync(second)));
        var before = await game.FramesDownAsync(Button.B);
        var cancelled = await game.Client.AskForJsonAsync("DELETE", $"{Sequence}/{first}");
        Assert.Equal("running", cancelled.GetProperty("state").GetString());
        await Eventually.HoldsAsync(async () => await StateAsync(second) == "done", "the second one is played");
        // Of the first sequence, the game saw exactly what the response says.
        var ended = await game.Client.GetJsonAsync($"{Sequence}/{first}");
        Assert.Equal(("interrupted", cancelled.GetProperty("framesPlayed").GetInt32()),
            (ended.GetProperty("state").GetString(), ended.GetProperty("framesPlayed").GetInt32()));
        Assert.InRange(await game.FramesDownAsync(Button.B), before + 3, before + 3600);
        foreach (var method in new[] { "GET", "DELETE" })
        {
            using var response = await game.Client.AskAsync(method, $"{Sequence}/{(method == "GET" ? 2_000_000_000 : first)}");
            var (status, anchor, _) = await RunningGame.RefusalAsync(response);
            Assert.Equal((404, "unknown-sequence"), (status, anchor));
        }
    }

    [Fact]
    public async Task The_game_saw_the_reported_frames_of_a_cancelled_sequence() => await CancelsAsync(game);

    [Fact]
    public async Task The_game_saw_the_reported_frames_of_a_cancelled_sequence_in_the_callback_alone()
    {
        await using var stock = new TunedGame("--no-idle");
        await stock.InitializeAsync();
        await CancelsAsync(stock);
    }

    private static async Task CancelsAsync(RunningGame game)
    {
        for (var i = 0; i < 10; i++)
        {
            var before = await game.FramesDownAsync(Button.Start);
            var id = await QueueAsync(game, """[{"buttons": ["Start"], "hold": 3600}]""");
            await SeesAsync(game, 1 << (int)Button.Start);
            var played = (await game.Client.AskForJsonAsync("DELETE", $"{Sequence}/{id}")).GetProperty("framesPlayed").GetInt32();
            await SeesAsync(game, 0);
            Assert.Equal(before + played, await game.FramesDownAsync(Button.Start));
        }
    }

    [Fact]
    public async Task DELETE_of_an_id_answers_the_waiting_client()
    {
        var running = PlayingFailsAsync("""[{"buttons": ["Up"], "hold": 3600}]""");
        await SeesAsync(1 << (int)Button.Up);
        var queued = PlayingFailsAsync("""[{"buttons": ["Up"]}]""");
        await Eventually.HoldsAsync(async () => await game.QueuedAsync() == 2, "the second one waits");
        // Ids are consecutive, so this one tells those of the two sequences.
        var last = await QueueAsync("""[{"wait": 1}]""");
        await game.Client.AskForJsonAsync("DELETE", $"{Sequence}/{last - 1}");
        Assert.Equal((409, "cancelled"), await queued);
        await game.Client.AskForJsonAsync("DELETE", $"{Sequence}/{last - 2}");
        Assert.Equal((409, "interrupted"), await running);
        await SeesAsync(0);
    }

    [Fact]
    public async Task A_client_that_disconnects_midway_leaves_no_button_held_and_no_request_waiting()
    {
        using var hangUp = new CancellationTokenSource();
        var waits = new[]
        {
            ("/buttons/sequence", """{"steps": [{"buttons": ["L"], "hold": 3600}]}"""), ("/buttons/press", """{"buttons": ["L"]}"""),
            ("/buttons/press", """{"buttons": ["R"], "hold": 3600}"""),
        }.Select(each => game.Client.PostAsync($"/emulators/default{each.Item1}",
            new StringContent(each.Item2, Encoding.UTF8, "application/json"), hangUp.Token)).ToArray();
        await SeesAsync(1 << (int)Button.L | 1 << (int)Button.R);
        await Eventually.HoldsAsync(async () => await game.QueuedAsync() == 3, "the third one waits");
        await hangUp.CancelAsync();
        foreach (var wait in waits)
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => wait);
        await game.QueueEmptiesAsync();
        await SeesAsync(0);
    }

    [Fact]
    public async Task Sequences_queued_by_a_bridge_end_with_that_bridge()
    {
        long id;
        await using (var other = new BridgeHost(("Bridge:Emulators:default:Port", $"{game.Emulator.Port}")))
        {
            await other.ReachesAsync("running");
            using var response = await other.Client.AskAsync("POST", Sequence,
                """{"steps": [{"buttons": ["Down"], "hold": 3600}], "wait": false}""");
            id = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement.GetProperty("id").GetInt64();
            await SeesAsync(1 << (int)Button.Down);
        }

        await SeesAsync(0);
        Assert.Equal("interrupted", await StateAsync(id));
    }

    [Fact]
    public async Task Held_and_played_buttons_exclude_each_other()
    {
        await game.Client.AskForJsonAsync("PUT", "/emulators/default/buttons", """{"buttons": ["Select"]}""");
        Assert.Equal((409, "conflict"), await PlayingFailsAsync("""[{"buttons": ["A"]}, {"buttons": ["Select"]}]"""));
        using var batch = await game.Client.AskAsync("POST", "/emulators/default/batch",
            """{"operations": [{"op": "sequence", "steps": [{"buttons": ["Select"]}]}]}""");
        Assert.Equal("operations[0].steps",
            JsonDocument.Parse(await batch.Content.ReadAsStringAsync()).RootElement.GetProperty("parameter").GetString());
        await game.Client.AskForJsonAsync("DELETE", "/emulators/default/buttons");
        var id = await QueueAsync("""[{"wait": 3000}, {"buttons": ["Select"]}]""");
        using var held = await game.Client.AskAsync("PUT", "/emulators/default/buttons", """{"buttons": ["Select"]}""");
        Assert.Equal(409, (int)held.StatusCode);
        await game.Client.AskForJsonAsync("DELETE", $"{Sequence}/{id}");
    }

    [Fact]
    public async Task A_batch_queues_a_sequence()
    {
        var (presses, frames) = (await game.PressesAsync(Button.R), await game.FramesDownAsync(Button.R));
        var answer = await game.Client.AskForJsonAsync("POST", "/emulators/default/batch",
            """
            {"operations": [
              {"op": "sequence", "steps": [{"buttons": ["R"], "hold": 3, "release": 1}], "repeat": 4},
              {"op": "read", "address": "0x02000000", "type": "u32"}
            ]}
            """);
        var id = answer.GetProperty("results")[0].GetProperty("id").GetInt64();
        await Eventually.HoldsAsync(async () => await StateAsync(id) == "done", "the sequence has ended");
        Assert.Equal((presses + 4, frames + 12), (await game.PressesAsync(Button.R), await game.FramesDownAsync(Button.R)));
    }

    [Fact]
    public async Task Loading_states_and_resetting_in_the_middle_leaves_no_button_down_and_no_request_without_an_answer()
    {
        var (state, _) = await SavedState.GetAsync(game.Client);
        var playing = Enum.GetValues<Button>().Select(button => PlayAsync(
            $$"""[{"buttons": ["{{button}}"], "hold": 20}, {"wait": 5}, {"buttons": ["{{button}}"], "at": 30}]""", repeat: 3)).ToArray();
        var waiting = Enumerable.Range(0, 10).Select(i => game.Client.AskForJsonAsync("POST", "/emulators/default/frames/wait",
            i % 2 == 0
                ? $$"""{"frames": {{90 + i}}}"""
                : """{"until": {"address": "0x02000300", "is": "eq", "value": 9}, "timeoutFrames": 90}""")).ToArray();
        for (var i = 0; i < 6; i++)
        {
            await game.PlayOnAsync(3);
            if (i % 2 == 0)
                await LoadAsync(state);
            else
                await game.Client.AskForJsonAsync("POST", "/emulators/default/reset");
        }

        // The last step begins at 30, and has six frames down and two up.
        Assert.All(await Task.WhenAll(playing), done => Assert.Equal(3 * 38, done.GetProperty("frames").GetInt32()));
        Assert.All(await Task.WhenAll(waiting), done => Assert.True(done.GetProperty("waited").GetInt32() >= 90));
        await SeesAsync(0);
        Assert.Equal(0, await game.QueuedAsync());
    }
}
