using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Waits and turns until any or all of some conditions hold.</summary>
public sealed class ConditionTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Wait = "/emulators/default/frames/wait", Act = "/emulators/default/act";
    private const string Counter = """ "address": "0x02000000", "type": "u32" """;

    // Returns whether the wait was met, then the index of each condition that held, and after how many frames: "True 0:1 1:6".
    private static string Seen(JsonElement answer) => string.Join(' ',
        [
            answer.GetProperty("met"),
            .. answer.GetProperty("held").EnumerateArray().Select(each => $"{each.GetProperty("condition")}:{each.GetProperty("frame")}"),
        ]);

    private async Task<JsonElement> AskAsync(string path, string body) => await game.Client.AskForJsonAsync("POST", path, body);

    [Fact]
    public async Task Any_and_all_tell_which_held_and_when()
    {
        var answer = await AskAsync(Wait,
            $$$"""{"until": {"any": [{{{{Counter}}}, "is": "decreased"}, {{{{Counter}}}, "is": "increased", "frames": 3}]}}""");
        Assert.Equal(("True 1:3", 3), (Seen(answer), answer.GetProperty("waited").GetInt32()));
        answer = await AskAsync(Wait,
            $$$"""{"until": {"all": [{{{{Counter}}}, "is": "changed"}, {"address": "0x02000100", "is": "same", "frames": 6}]}}""");
        Assert.Equal(("True 0:1 1:6", 6), (Seen(answer), answer.GetProperty("waited").GetInt32()));
    }

    [Fact]
    public async Task An_achievement_counts_its_hits()
    {
        // RetroAchievements: the 32 bits at 0x8000 (0x02000000, the ROM's counter of frames) are more than in the frame before, five times.
        var answer = await AskAsync(Wait, """{"until": {"achievement": "0xX8000>d0xX8000.5."}}""");
        Assert.Equal(("True 0:5", 5), (Seen(answer), answer.GetProperty("waited").GetInt32()));
    }

    [Fact]
    public async Task A_wait_ends_when_its_conditions_can_not_hold_any_more()
    {
        var answer = await AskAsync(Wait, $$$"""
            {"until": {"all": [{{{{Counter}}}, "is": "changed"}, {{{{Counter}}}, "is": "same", "timeoutFrames": 4}]}, "timeoutFrames": 3000}
            """);
        Assert.Equal(("False 0:1", 4), (Seen(answer), answer.GetProperty("waited").GetInt32()));
    }

    [Fact]
    public async Task A_sequence_ends_as_soon_as_they_hold_and_releases_its_buttons()
    {
        const string Sequence = "/emulators/default/buttons/sequence";
        var pressed = await game.PressesAsync(Button.B);
        const string Body = """
            {"steps": [{"buttons": ["B"], "hold": 2, "release": 3}, {"wait": 5}], "repeat": 900,
             "until": {"address": "0x02000D40", "type": "u16", "is": "eq", "value": 9999, "timeoutFrames": 8000}}
            """;
        var playing = game.Client.AskForJsonAsync("POST", Sequence, Body);
        await Eventually.HoldsAsync(async () => await game.PressesAsync(Button.B) >= pressed + 3, "it presses");
        await game.WriteAsync("0x02000D40", 9999, "u16");
        var done = await playing;
        Assert.StartsWith("True 0:", Seen(done), StringComparison.Ordinal);
        Assert.InRange(done.GetProperty("frames").GetInt32(), 20, 8999);
        Assert.Empty((await game.Client.GetJsonAsync("/emulators/default/buttons")).GetProperty("down").EnumerateArray());
        pressed = await game.PressesAsync(Button.B);
        done = await game.Client.AskForJsonAsync("POST", Sequence, Body);
        Assert.Equal(("True 0:0", 0), (Seen(done), done.GetProperty("frames").GetInt32()));
        Assert.False(done.TryGetProperty("pressedAt", out _));
        Assert.Equal(pressed, await game.PressesAsync(Button.B));
        Assert.Equal("False", Seen(await game.Client.AskForJsonAsync(
            "POST", Sequence, """{"steps": [{"wait": 7}], "until": {"address": "0x02000D40", "is": "changed"}}""")));
    }

    [Fact]
    [Trait("Needs", "picture")]
    public async Task A_turn_ends_when_the_picture_is_still_for_twenty_frames() => await StillAsync(game);

    [Fact]
    [Trait("Needs", "picture")]
    public async Task It_does_so_where_there_are_no_pixels()
    {
        // As in mGBA's own window, where the script compares screenshots.
        await using var stock = new TunedGame("--no-idle");
        await stock.InitializeAsync();
        await StillAsync(stock);
        var (status, problem) = await RefusalAsync(
            stock, Act, """{"until": {"screen": "still", "crop": {"x": 0, "y": 0, "width": 8, "height": 8}}}""");
        Assert.Equal((501, "unsupported"), (status, problem));
    }

    // The ROM draws its counter in each frame; with forced blank (GBATEK, DISPCNT bit 7) the picture doesn't change.
    private static async Task StillAsync(RunningGame game)
    {
        await game.Client.AskForJsonAsync("POST", "/emulators/default/frames/hold", """{"leaseSeconds": 60}""");
        const string Body = """
            {"steps": [{"buttons": ["A"], "hold": 3, "release": 2}], "settle": 0,
             "until": {"screen": "still", "frames": 20}, "timeoutFrames": 60}
            """;
        Assert.Equal("False", Seen(await game.Client.AskForJsonAsync("POST", Act, Body)));
        var control = await game.ReadAsync("0x04000000");
        await game.WriteAsync("0x04000000", control | 0x80, "u16");
        await game.Client.AskForJsonAsync("POST", Act, """{"settle": 2}""");
        var turn = await game.Client.AskForJsonAsync("POST", Act, Body);
        // Three frames of A, two of release, and the twenty.
        Assert.Equal(("True 0:25", 25), (Seen(turn), turn.GetProperty("frames").GetInt32()));
        await game.WriteAsync("0x04000000", control, "u16");
        using var released = await game.Client.AskAsync("DELETE", "/emulators/default/frames/hold?force=true");
    }

    [Theory]
    [InlineData("""{"any": [{"address": "0", "is": "same"}, {"address": "0x01000000", "is": "changed"}]}""", "out-of-range",
        "until.any[1].address")]
    [InlineData("""{"all": [{"address": "0", "domain": "nowhere", "is": "same"}]}""", "unknown-domain", "until.all[0].domain")]
    [InlineData("""{"address": "0", "domain": "nowhere", "is": "increased"}""", "unknown-domain", "until.domain")]
    [InlineData("""{"any": [{"achievement": "0xHFFFFFF=1"}]}""", "invalid-parameter", "until.any[0].achievement")]
    [InlineData("""{"screen": "still", "crop": {"x": 250, "y": 0, "width": 1, "height": 1}}""", "invalid-parameter", "until.crop.x")]
    public async Task A_condition_that_can_never_hold_is_refused_by_its_name(string until, string anchor, string parameter)
    {
        foreach (var path in new[] { Wait, Act })
        {
            using var response = await game.Client.AskAsync("POST", path, $$"""{"until": {{until}}}""");
            var problem = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
            Assert.Equal((400, anchor, parameter), ((int)response.StatusCode, problem.GetProperty("type").GetString()!.Split('#')[1],
                problem.GetProperty("parameter").GetString()));
            Assert.DoesNotContain("conditions[", problem.GetProperty("detail").GetString(), StringComparison.Ordinal);
        }
    }

    private static async Task<(int Status, string Problem)> RefusalAsync(RunningGame game, string path, string body)
    {
        using var response = await game.Client.AskAsync("POST", path, body);
        return ((int)response.StatusCode, (await RunningGame.RefusalAsync(response)).Anchor);
    }
}
