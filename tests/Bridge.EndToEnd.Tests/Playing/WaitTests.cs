using System.Text;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Waits for frames, for a condition on memory, and for another picture.</summary>
public sealed class WaitTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Wait = "/emulators/default/frames/wait";

    private Task<JsonElement> WaitAsync(string body) => game.Client.AskForJsonAsync("POST", Wait, body);

    private static (bool Met, int Waited) Of(JsonElement answer) =>
        (answer.GetProperty("met").GetBoolean(), answer.GetProperty("waited").GetInt32());

    [Fact]
    public async Task Frames_are_waited_for_as_the_ROM_counts_them()
    {
        var start = await game.ReadAsync("0x02000000", "u32");
        var answer = await WaitAsync("""{"frames": 30}""");
        Assert.Equal(30, answer.GetProperty("waited").GetInt32());
        Assert.InRange(answer.GetProperty("frame").GetInt64(), start + 30, long.MaxValue);
    }

    [Fact]
    public async Task A_condition_is_met_in_the_frame_of_the_change()
    {
        var target = 0L;
        await Eventually.HoldsAsync(async () =>
        {
            // Far enough ahead that the wait usually begins in time; if not, it is tried again.
            target = await game.ReadAsync("0x02000000", "u32") + 40;
            var answer = await WaitAsync($$"""{"until": {"address": "0x02000000", "type": "u32", "is": "ge", "value": {{target}} } }""");
            if (answer.GetProperty("waited").GetInt32() == 0)
                return false;
            Assert.Equal((true, target, target),
                (answer.GetProperty("met").GetBoolean(), answer.GetProperty("value").GetInt64(), answer.GetProperty("frame").GetInt64()));
            Assert.Equal("0x02000000", answer.GetProperty("address").GetString());
            return true;
        }, "a wait begins before its frame has come");
        Assert.Equal((true, 0),
            Of(await WaitAsync($$"""{"until": {"address": "0", "domain": "wram", "type": "u32", "is": "ge", "value": {{target}} } }""")));
        Assert.Equal((true, 1), Of(await WaitAsync("""{"until": {"address": "0x02000000", "type": "u32", "is": "changed"} }""")));
    }

    [Fact]
    public async Task A_change_ends_the_wait_and_a_timeout_is_not_an_error()
    {
        await game.WriteAsync("0x02000D00", 5);
        Assert.Equal((false, 7), Of(await WaitAsync("""{"until": {"address": "0x02000D00", "is": "changed"}, "timeoutFrames": 7}""")));
        var waiting = WaitAsync("""{"until": {"address": "0x02000D00", "type": "i8", "is": "changed"}, "timeoutFrames": 3000}""");
        await game.PlayOnAsync(5);
        Assert.False(waiting.IsCompleted);
        await game.WriteAsync("0x02000D00", -3, "i8");
        var answer = await waiting;
        Assert.Equal((true, -3), (answer.GetProperty("met").GetBoolean(), answer.GetProperty("value").GetInt32()));
    }

    [Fact]
    public async Task A_chain_is_followed_in_each_frame_and_may_lead_nowhere_for_a_while()
    {
        await game.WriteAsync("0x02000E00", 0, "u32");
        var answer = await WaitAsync("""{"until": {"address": "[0x02000E00]+7", "is": "eq", "value": 7}, "timeoutFrames": 4}""");
        Assert.Equal((false, 4), Of(answer));
        Assert.False(answer.TryGetProperty("value", out _) || answer.TryGetProperty("address", out _));
        var waiting = WaitAsync("""{"until": {"address": "[0x02000E00]+7", "is": "eq", "value": 7}, "timeoutFrames": 3000}""");
        await game.WriteAsync("0x02000E00", 0x02000100, "u32");
        answer = await waiting;
        Assert.Equal((7, "0x02000107"), (answer.GetProperty("value").GetInt32(), answer.GetProperty("address").GetString()));
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task Another_picture_is_waited_for() => await ScreenChangesAsync(game);

    [Trait("Needs", "picture")]
    [Fact]
    public async Task Another_picture_is_waited_for_where_there_are_no_pixels()
    {
        await using var stock = new TunedGame("--no-idle");
        await stock.InitializeAsync();
        await ScreenChangesAsync(stock);
    }

    // The ROM draws its counter in each frame; with forced blank (GBATEK, DISPCNT bit 7) the picture doesn't change.
    private static async Task ScreenChangesAsync(RunningGame game)
    {
        async Task<(bool Met, int Waited)> ChangesAsync(int frames) =>
            Of(await game.Client.AskForJsonAsync("POST", Wait, $$"""{"until": {"screen": "changed"}, "timeoutFrames": {{frames}}}"""));

        Assert.True((await ChangesAsync(60)).Met);
        var control = await game.ReadAsync("0x04000000");
        await game.WriteAsync("0x04000000", control | 0x80, "u16");
        await game.PlayOnAsync(3);
        Assert.Equal((false, 21), await ChangesAsync(21));
        var waiting = ChangesAsync(3000);
        await game.PlayOnAsync(5);
        Assert.False(waiting.IsCompleted);
        await game.WriteAsync("0x04000000", control, "u16");
        Assert.True((await waiting).Met);
    }

    [Fact]
    public async Task There_is_room_for_256_waits_and_a_disconnect_frees_one()
    {
        for (var round = 0; round < 2; round++)
        {
            using var hangUp = new CancellationTokenSource();
            var waits = Enumerable.Range(0, 257).Select(_ => game.Client.PostAsync(
                Wait, new StringContent("""{"frames": 36000}""", Encoding.UTF8, "application/json"), hangUp.Token)).ToList();
            var refused = await Task.WhenAny(waits);
            waits.Remove(refused);
            using (var response = await refused)
                Assert.Equal((503, "overloaded"), ((int)response.StatusCode, (await RunningGame.RefusalAsync(response)).Anchor));
            await hangUp.CancelAsync();
            foreach (var wait in waits)
                await Assert.ThrowsAnyAsync<OperationCanceledException>(() => wait);
            await Eventually.HoldsAsync(async () =>
                (await game.Client.GetJsonAsync("/emulators/default")).GetProperty("connection").GetProperty("inFlight").GetInt32() <= 2,
                "nothing but pings is in flight");
        }

        Assert.Equal(1, (await WaitAsync("""{"frames": 1}""")).GetProperty("waited").GetInt32());
    }

    [Theory]
    [InlineData("""{"address": "0x01000000", "is": "changed"}""", "out-of-range", "until.address")]
    [InlineData("""{"address": "[0x01000000]", "is": "changed"}""", "out-of-range", "until.address")]
    [InlineData("""{"address": "0", "domain": "nowhere", "is": "changed"}""", "unknown-domain", "until.domain")]
    public async Task A_wait_that_can_never_end_is_refused(string until, string anchor, string parameter)
    {
        using var response = await game.Client.AskAsync("POST", Wait, $$"""{"until": {{until}}}""");
        var problem = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
        Assert.Equal((400, anchor, parameter), ((int)response.StatusCode, problem.GetProperty("type").GetString()!.Split('#')[1],
            problem.GetProperty("parameter").GetString()));
    }
}
