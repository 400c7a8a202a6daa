using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Lifecycle;

/// <summary>An emulator whose process is stopped for a while, as by its user's pause.</summary>
public sealed class PauseTests(RunningGame game) : IClassFixture<RunningGame>
{
    private async Task<string> PressWhilePausedAsync()
    {
        using var response = await game.Client.AskAsync("POST", "/emulators/default/buttons/press", """{"buttons": ["A"], "hold": 3}""");
        var body = JsonDocument.Parse(await response.Content.ReadAsStringAsync()).RootElement;
        return response.IsSuccessStatusCode ? "pressed" : body.GetProperty("type").GetString()!.Split('#')[1];
    }

    [Fact]
    public async Task A_paused_emulator_is_distinguished_from_a_missing_one_and_works_again()
    {
        await game.PlaysAsync();
        game.Emulator.Pause();
        await game.Bridge.ReachesAsync("paused");
        using (var response = await game.Client.GetAsync("/health/ready"))
        {
            Assert.Equal(503, (int)response.StatusCode);
            Assert.Contains("#paused", await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        }

        Assert.Equal("paused", await PressWhilePausedAsync());
        game.Emulator.Resume();
        await game.Bridge.ReachesAsync("running");
        Assert.Equal("hello", await game.Client.GetStringAsync("/mgbaendpoint?message=hello"));
    }

    [Fact]
    public async Task A_pause_that_outlasts_all_deadlines_leaves_nothing_that_runs_afterwards()
    {
        await game.PlaysAsync();
        var connected = Lines(" connected");
        var before = await game.PressesAsync(Button.B);
        await game.Emulator.PauseAsync();
        var paused = TimeProvider.System.GetTimestamp();
        var asked = Enumerable.Range(0, 20)
            .Select(_ => game.Client.AskAsync("POST", "/emulators/default/buttons/press", """{"buttons": ["B"], "hold": 3}""")).ToArray();
        foreach (var press in asked)
        {
            using var response = await press.WaitAsync(Eventually.Patience);
            Assert.False(response.IsSuccessStatusCode);
        }

        // Half a minute, a typical pause by a user.
        if (Environment.GetEnvironmentVariable("BRIDGE_LONG") == "1")
            await Task.Delay(TimeSpan.FromSeconds(30) - TimeProvider.System.GetElapsedTime(paused), TimeProvider.System);
        await game.Bridge.ReachesAsync("paused");
        game.Emulator.Resume();
        await game.PlaysAsync();
        await game.PlayOnAsync(60);
        Assert.Equal(before, await game.PressesAsync(Button.B));
        Assert.Equal(connected, Lines(" connected"));

        int Lines(string what) => game.Emulator.Output.Split('\n').Count(line => line.Contains(what, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Presses_sent_during_a_pause_do_not_run_later_unreported()
    {
        await game.PlaysAsync();
        var before = await game.PressesAsync(Button.A);
        game.Emulator.Pause();
        var presses = await Task.WhenAll(Enumerable.Range(0, 10).Select(_ => PressWhilePausedAsync()));
        Assert.All(presses, press => Assert.True(press is "pressed" or "outcome-unknown" or "paused", press));
        await game.Bridge.ReachesAsync("paused");
        game.Emulator.Resume();
        await game.PlaysAsync();
        await game.QueueEmptiesAsync();
        await game.PlayOnAsync(120);

        var ran = await game.PressesAsync(Button.A) - before;
        var (certain, unknown) = (presses.Count(press => press == "pressed"), presses.Count(press => press == "outcome-unknown"));
        Assert.InRange(ran, certain, certain + unknown);
        // Only a press that had begun before the pause continues after it. Presses of one button queue, so that is one at most.
        Assert.InRange(ran, 0, certain + 1);
    }
}
