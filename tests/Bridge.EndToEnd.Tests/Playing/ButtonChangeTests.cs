using System.Text.Json;
using Bridge.EndToEnd.Tests.Raw;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>The game sees each accepted change of the held buttons, no matter how fast they come.</summary>
public sealed class ButtonChangeTests(RawGame game) : IClassFixture<RawGame>, IAsyncDisposable
{
    private const string Buttons = "/emulators/default/buttons";

    public async ValueTask DisposeAsync()
    {
        await SetSpeedAsync("1");
        await game.ReleaseAllAsync();
    }

    [Theory]
    [InlineData("1", 200)]
    [InlineData("0.25", 25)]
    [InlineData("0", 200)]
    public Task Each_of_many_presses_over_one_connection_is_seen(string speed, int presses) =>
        SeesEachAsync(speed, presses, HoldAsync, ReleaseAsync);

    [Theory]
    [InlineData("1", 50)]
    [InlineData("0.25", 25)]
    [InlineData("0", 200)]
    public async Task Each_of_many_presses_over_two_connections_is_seen(string speed, int presses)
    {
        using var other = new HttpClient { BaseAddress = game.Client.BaseAddress };
        await SeesEachAsync(speed, presses, HoldAsync, async () => ChangesAt(await other.AskForJsonAsync("DELETE", Buttons)));
    }

    [Theory]
    [InlineData("1", 50)]
    [InlineData("0.25", 25)]
    [InlineData("0", 200)]
    public Task Each_of_many_presses_over_the_routes_of_mGBA_http_is_seen(string speed, int presses)
    {
        return SeesEachAsync(speed, presses, () => AskAsync("add"), () => AskAsync("clear"));

        async Task<long?> AskAsync(string change)
        {
            using var response = await game.Client.PostAsync($"/mgba-http/button/{change}?button=A", null);
            Assert.Equal(200, (int)response.StatusCode);
            // These routes don't say in which frame the buttons change.
            return null;
        }
    }

    [Theory]
    [InlineData("1", 50)]
    [InlineData("0.25", 25)]
    [InlineData("0", 200)]
    public async Task Each_of_many_presses_over_the_raw_listener_is_seen(string speed, int presses)
    {
        using var client = await RawClient.ConnectWithHelloAsync(game.Path);
        await SeesEachAsync(speed, presses, () => AskAsync("buttons.set 1"), () => AskAsync("buttons.clear"));

        async Task<long?> AskAsync(string command)
        {
            var reply = await client.AskAsync(command);
            Assert.Equal("ok", reply.Word);
            return long.Parse(reply.Arguments[^1], null);
        }
    }

    [Fact]
    public async Task A_batch_reports_the_frames_of_its_changes_and_the_game_sees_each()
    {
        var before = await game.PressesAsync(Button.A);
        var batch = await game.Client.AskForJsonAsync("POST", "/emulators/default/batch",
            """
            {"operations": [
              {"op": "hold", "buttons": ["A"]}, {"op": "hold", "buttons": []}, {"op": "hold", "buttons": ["A"]}, {"op": "release"}
            ]}
            """);
        var results = batch.GetProperty("results").EnumerateArray().ToArray();
        var first = ChangesAt(results[0]);
        Assert.Equal([first, first + 1, first + 2, first + 3], results.Select(ChangesAt));
        Assert.Equal(0, results[3].GetProperty("dropped").GetInt32());
        await SeesAsync(before + 2);
    }

    [Fact]
    public async Task Accepted_changes_are_reported_at_once()
    {
        for (var i = 0; i < 20; i++)
        {
            await HoldAsync();
            Assert.Equal("A", await DownAsync("held"));
            Assert.Equal("A", await DownAsync("down"));
            await ReleaseAsync();
            Assert.Equal("", await DownAsync("held"));
            Assert.Equal("", await DownAsync("down"));
        }

        async Task<string> DownAsync(string member) =>
            string.Join(',', (await game.Client.GetJsonAsync(Buttons)).GetProperty(member).EnumerateArray());
    }

    [Fact]
    public async Task While_the_game_is_held_each_change_takes_a_frame_of_a_step()
    {
        await game.Client.AskForJsonAsync("POST", "/emulators/default/frames/hold", """{"leaseSeconds": 30}""");
        try
        {
            var (a, b) = (await HoldAsync(), ChangesAt(await game.Client.AskForJsonAsync("PUT", Buttons, """{"buttons": ["B"]}""")));
            Assert.Equal(a + 1, b);
            var seen = new List<long>();
            for (var i = 0; i < 3; i++)
            {
                var step = await game.Client.AskForJsonAsync("POST", "/emulators/default/frames/step",
                    """{"frames": 1, "read": [{"address": "0x02000004", "type": "u16"}]}""");
                if (i == 0)
                    Assert.Equal(a + 1, step.GetProperty("frame").GetInt64());
                seen.Add(step.GetProperty("values")[0].GetProperty("value").GetInt64());
            }

            // A in the first frame, then B.
            Assert.Equal([0b01, 0b10, 0b10], seen);
        }
        finally
        {
            await game.Client.AskForJsonAsync("DELETE", "/emulators/default/frames/hold");
            await ReleaseAsync();
        }
    }

    private static long? ChangesAt(JsonElement answer) => answer.GetProperty("changesAt").GetInt64();

    private async Task<long?> HoldAsync() => ChangesAt(await game.Client.AskForJsonAsync("PUT", Buttons, """{"buttons": ["A"]}"""));

    private async Task<long?> ReleaseAsync() => ChangesAt(await game.Client.AskForJsonAsync("DELETE", Buttons));

    // down and up return the frame of the change, or null if the response doesn't say it.
    private async Task SeesEachAsync(string speed, int presses, Func<Task<long?>> down, Func<Task<long?>> up)
    {
        await SetSpeedAsync(speed);
        var (before, latest) = (await game.PressesAsync(Button.A), 0L);
        for (var i = 0; i < presses; i++)
        {
            foreach (var changesAt in (long?[])[await down(), await up()])
            {
                Assert.True(changesAt is not { } frame || frame > latest, $"a change in frame {changesAt} after one in frame {latest}");
                latest = changesAt ?? latest;
            }
        }

        await SeesAsync(before + presses);
    }

    private async Task SeesAsync(long presses)
    {
        await Eventually.HoldsAsync(async () => await game.PressesAsync(Button.A) >= presses, $"the game has seen {presses} presses");
        await game.PlayOnAsync(3);
        Assert.Equal(presses, await game.PressesAsync(Button.A));
    }

    // mgba-headless has no speed setting; there each row runs at its fixed speed.
    private async Task SetSpeedAsync(string speed)
    {
        if (!StockProgram.IsNamed)
            await game.Client.AskForJsonAsync("PUT", "/emulators/default/speed", $$"""{"speed": {{speed}}}""");
    }
}
