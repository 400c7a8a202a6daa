using System.Text;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Turns of an agent: the counters of the ROM show whether they were exact to the frame.</summary>
public sealed class ActTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Act = "/emulators/default/act";
    private const string Hold = "/emulators/default/frames/hold";
    private const string FramesOfRight = """{"address": "0x02000048", "type": "u16"}""";
    private const string Counter = """{"address": "0x02000000", "type": "u32"}""";

    [Trait("Needs", "picture")]
    [Fact]
    public async Task A_turn_presses_settles_and_looks_in_one_frame()
    {
        var (before, ahead) = (await game.ReadAsync("0x02000040"), await AheadAsync());
        var turn = await ActAsync("""
            {"steps": [{"buttons": ["A"], "hold": 5}, {"buttons": ["A"], "hold": 2}, {"wait": 3}], "settle": 4,
             "read": [{"address": "0x02000040", "type": "u16"}, {"address": "0x02000000", "type": "u32"}], "screen": true}
            """);

        Assert.Equal(before + 7, Values(turn)[0]);
        Assert.Equal(5 + 2 + 2 + 2 + 3 + 4, turn.GetProperty("frames").GetInt64());
        Assert.Equal(turn.GetProperty("pressedAt").GetInt64() + 9, turn.GetProperty("releasedAt").GetInt64());
        Assert.Equal(turn.GetProperty("pressedAt").GetInt64() + 18, turn.GetProperty("frame").GetInt64());
        Assert.Equal(turn.GetProperty("frame").GetInt64(), Values(turn)[1] + ahead);
        var picture = new PngPicture(turn.GetProperty("png").GetBytesFromBase64());
        Assert.Equal((240, 160), (picture.Width, picture.Height));
    }

    [Fact]
    public async Task It_waits_for_a_value_and_reports_whether_it_came()
    {
        var now = await game.ReadAsync("0x02000000", "u32");
        var turn = await ActAsync($$"""
            {
              "until": {"address": "0x02000000", "type": "u32", "is": "ge", "value": {{now + 40}}},
              "settle": 3, "read": [{{Counter}}]
            }
            """);
        Assert.True(turn.GetProperty("met").GetBoolean());
        Assert.True(Values(turn)[0] >= now + 43);

        turn = await ActAsync("""{"until": {"address": "0x02000100", "is": "changed"}, "timeoutFrames": 7}""");
        Assert.False(turn.GetProperty("met").GetBoolean());
        Assert.Equal(7, turn.GetProperty("frames").GetInt64());
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task Choices_from_one_state_are_compared_to_the_frame()
    {
        using (var saved = await game.Client.AskAsync("PUT", "/emulators/default/states/act-choices"))
            Assert.True(saved.IsSuccessStatusCode);
        var first = await ChooseAsync("Right", 11);
        var second = await ChooseAsync("Left", 5);
        var again = await ChooseAsync("Right", 11);

        Assert.Equal(Values(first), Values(again));
        Assert.Equal(first.GetProperty("frame").GetInt64(), again.GetProperty("frame").GetInt64());
        Assert.Equal(first.GetProperty("png").GetString(), again.GetProperty("png").GetString());
        Assert.Equal(11, Values(first)[0] - Values(second)[0]);

        Task<JsonElement> ChooseAsync(string button, int hold) => ActAsync($$"""
            {
              "state": "act-choices", "steps": [{"buttons": ["{{button}}"], "hold": {{hold}}}], "settle": {{20 - hold}},
              "read": [{{FramesOfRight}}, {{Counter}}], "screen": true
            }
            """);
    }

    [Fact]
    [Trait("Needs", "picture")]
    public async Task While_the_game_is_held_it_runs_for_just_the_turn()
    {
        var held = await game.Client.AskForJsonAsync("POST", Hold, """{"leaseSeconds": 60, "exclusive": true, "owner": "ActTests"}""");
        var lease = held.GetProperty("lease").GetString();
        try
        {
            var (frame, ahead) = (held.GetProperty("frame").GetInt64(), await AheadAsync());
            var turn = await ActAsync(
                $$"""{"steps": [{"buttons": ["Up"], "hold": 3}], "settle": 1, "keyFrames": 2, "lease": "{{lease}}"}""");
            Assert.Equal(frame + 6, turn.GetProperty("frame").GetInt64());
            Assert.Equal([frame + 2, frame + 4, frame + 6], turn.GetProperty("keyFrames").EnumerateArray()
                .Select(picture => picture.GetProperty("frame").GetInt64()));
            Assert.Equal(frame + 6, await game.ReadAsync("0x02000000", "u32") + ahead);

            using var refused = await game.Client.AskAsync("POST", Act, """{"settle": 1}""");
            Assert.Equal(409, (int)refused.StatusCode);
            Assert.Contains("ActTests holds the game", await refused.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        }
        finally
        {
            await game.Client.AskForJsonAsync("DELETE", $"{Hold}?lease={lease}");
        }
    }

    [Theory]
    [InlineData("""{"steps": [{"buttons": ["A"], "hold": 4, "release": 0}], "settle": 0}""", 4)]
    [InlineData("""{"steps": [{"buttons": ["B"], "hold": 4}], "settle": 0}""", 4)]
    [InlineData("""{"steps": [{"buttons": ["A"], "hold": 4}, {"buttons": ["A"], "hold": 1}], "settle": 0}""", 7)]
    [InlineData("""{"steps": [{"buttons": ["B"], "hold": 4}]}""", 6)]
    [InlineData("""{"steps": [{"buttons": ["A"], "hold": 4, "release": 3}], "settle": 0}""", 7)]
    [InlineData("""{"steps": [{"buttons": ["B"], "hold": 4}], "repeat": 2, "settle": 0}""", 12)]
    [InlineData("""{"steps": [{"buttons": ["A"], "hold": 4, "release": 0}], "settle": 2}""", 6)]
    public async Task A_turn_runs_exactly_the_frames_of_its_parts(string turn, int frames)
    {
        Assert.Equal(frames, (await ActAsync(turn)).GetProperty("frames").GetInt32());
        var held = (await game.Client.AskForJsonAsync("POST", Hold, """{"leaseSeconds": 60}""")).GetProperty("frame").GetInt64();
        try
        {
            // A button that is still down from the turn before would be up for a frame first.
            var up = (await ActAsync("""{"settle": 1}""")).GetProperty("frame").GetInt64();
            Assert.Equal(held + 1, up);
            Assert.Equal(up + frames, (await ActAsync(turn)).GetProperty("frame").GetInt64());
        }
        finally
        {
            await game.Client.AskForJsonAsync("DELETE", Hold);
        }
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task The_picture_of_a_turn_may_have_another_form()
    {
        var turn = await ActAsync("""{"settle": 1, "screen": {"width": 30, "height": 20, "gray": true, "format": "raw"}}""");
        Assert.Equal(600, turn.GetProperty("screen").GetProperty("raw").GetBytesFromBase64().Length);
        Assert.False(turn.TryGetProperty("png", out _));
        turn = await ActAsync("""{"settle": 1, "screen": false}""");
        Assert.False(turn.TryGetProperty("png", out _) || turn.TryGetProperty("screen", out _));
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task No_client_gets_the_picture_of_another_frame()
    {
        const string Step = "/emulators/default/frames/step";
        await game.Client.AskForJsonAsync("POST", Hold, """{"leaseSeconds": 60}""");
        try
        {
            await game.Client.AskForJsonAsync("POST", Step, """{"draw": false}""");
            using (var refused = await game.Client.AskAsync("GET", "/emulators/default/screen"))
                Assert.Equal((409, "conflict"), Short(await RunningGame.RefusalAsync(refused)));
            using (var turn = await game.Client.AskAsync("POST", Act, $$"""{"read": [{{Counter}}], "screen": true}"""))
            {
                Assert.Equal((409, "conflict"), Short(await RunningGame.RefusalAsync(turn)));
                Assert.Contains("\"parameter\":\"screen\"", await turn.Content.ReadAsStringAsync(), StringComparison.Ordinal);
            }

            await game.Client.AskForJsonAsync("POST", Step);
            using var drawn = await game.Client.AskAsync("GET", "/emulators/default/screen");
            Assert.True(drawn.IsSuccessStatusCode);
        }
        finally
        {
            await game.Client.AskForJsonAsync("DELETE", Hold);
        }
    }

    private static (int Status, string Anchor) Short((int Status, string Anchor, string Detail) refusal) =>
        (refusal.Status, refusal.Anchor);

    [Fact]
    public async Task A_client_that_disconnects_leaves_no_button_held()
    {
        using var hangUp = new CancellationTokenSource();
        var turn = game.Client.PostAsync(
            Act, new StringContent("""{"steps": [{"buttons": ["L"], "hold": 3600}]}""", Encoding.UTF8, "application/json"), hangUp.Token);
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 1 << 9, "L is down");
        await hangUp.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => turn);
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 0, "L is up again");
    }

    [Fact]
    public async Task Resets_and_loads_meanwhile_leave_it_neither_stuck_nor_unanswered()
    {
        var turn = ActAsync(
            """{"steps": [{"buttons": ["R"], "hold": 40}], "settle": 20, "read": [{"address": "0x02000000", "type": "u32"}]}""");
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 1 << 8, "R is down");
        await game.Client.AskForJsonAsync("POST", "/emulators/default/reset");
        Assert.Equal(62, (await turn).GetProperty("frames").GetInt64());
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 0, "nothing is down");
    }

    // How far the emulator's frame number is ahead of the ROM's: one, after a reset in a callback (emulator/rom/README.md).
    private async Task<long> AheadAsync()
    {
        var read = await game.Client.GetJsonAsync("/emulators/default/memory/0x02000000?type=u32");
        return read.GetProperty("frame").GetInt64() - read.GetProperty("value").GetInt64();
    }

    private Task<JsonElement> ActAsync(string body) => game.Client.AskForJsonAsync("POST", Act, body);

    private static long[] Values(JsonElement turn) =>
        [.. turn.GetProperty("values").EnumerateArray().Select(place => place.GetProperty("value").GetInt64())];
}
