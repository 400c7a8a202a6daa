using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>A held game on each kind of host: it stands still, and advances exactly by its steps.</summary>
public abstract class SteppingTests(RunningGame game) : IAsyncDisposable
{
    public async ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        await game.ReleaseAsync();
        await game.Client.AskForJsonAsync("DELETE", "/emulators/default/buttons");
        // A step of this test may have left the current frame undrawn; the next test must hold a later frame.
        await game.PlayOnAsync(2);
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task A_held_game_stands_still_and_answers_everything()
    {
        var frame = (await game.HoldAsync()).GetProperty("frame").GetInt64();
        var counted = await game.CountedAsync();
        await game.WriteAsync("0x02000200", 4711);
        for (var i = 0; i < 20; i++)
            Assert.Equal(4711, await game.ReadAsync("0x02000200"));
        Assert.NotEmpty(await game.Client.GetByteArrayAsync("/emulators/default/screen"));
        var (state, _) = await SavedState.GetAsync(game.Client);
        (await SavedState.PutAsync(game.Client, state)).Dispose();
        Assert.Equal((counted, frame), (await game.CountedAsync(), await game.FrameAsync()));
        Assert.Equal("held", (await game.Client.GetJsonAsync("/emulators/default")).GetProperty("state").GetString());
        await game.ReleaseAsync();
        await Eventually.HoldsAsync(async () => await game.CountedAsync() > counted, "the game continues");
    }

    [Fact]
    public async Task A_step_runs_its_frames_with_its_buttons_and_nothing_else()
    {
        var random = new Random(6);
        var frame = (await game.HoldAsync()).GetProperty("frame").GetInt64();
        var counted = await game.CountedAsync();
        var (right, b) = (await game.FramesDownAsync(Button.Right), await game.FramesDownAsync(Button.B));
        for (var i = 0; i < 40; i++)
        {
            var (frames, kind) = (random.Next(1, 6), random.Next(4));
            string[] buttons = [.. kind is 1 or 3 ? ["Right"] : Array.Empty<string>(), .. kind is 2 or 3 ? ["B"] : Array.Empty<string>()];
            frame += frames;
            counted += frames;
            right += kind is 1 or 3 ? frames : 0;
            b += kind is 2 or 3 ? frames : 0;
            Assert.Equal(frame, (await game.StepAsync(frames, buttons)).GetProperty("frame").GetInt64());
        }

        Assert.Equal((counted, right, b),
            (await game.CountedAsync(), await game.FramesDownAsync(Button.Right), await game.FramesDownAsync(Button.B)));
    }

    [Fact]
    public async Task Steps_of_many_clients_run_one_after_the_other()
    {
        await game.HoldAsync();
        var counted = await game.CountedAsync();
        var ends = await Task.WhenAll(Enumerable.Range(1, 20)
            .Select(async frames => (frames, (await game.StepAsync(frames)).GetProperty("frame").GetInt64())));
        // 1 + 2 + … + 20 frames.
        Assert.Equal(counted + 210, await game.CountedAsync());
        Assert.Equal(20, ends.Select(end => end.Item2).Distinct().Count());
    }

    [Fact]
    public async Task Presses_wait_for_steps()
    {
        await game.HoldAsync();
        var (presses, down) = (await game.PressesAsync(Button.A), await game.FramesDownAsync(Button.A));
        var press = await game.Game.QueuePressAsync("A", hold: 4, release: 2);
        Assert.Equal(409, (await game.TryStepAsync(1, "A")).Status);
        await game.StepAsync(3, "B");
        Assert.Equal((presses + 1, down + 3), (await game.PressesAsync(Button.A), await game.FramesDownAsync(Button.A)));
        await game.StepAsync(5);
        Assert.Equal("done", (await game.Game.GetProgressAsync(press)).State);
        Assert.Equal((presses + 1, down + 4), (await game.PressesAsync(Button.A), await game.FramesDownAsync(Button.A)));
    }

    [Fact]
    public async Task The_lease_expires_by_itself()
    {
        await game.HoldAsync(seconds: 0.2);
        var counted = await game.CountedAsync();
        await Eventually.HoldsAsync(async () => await game.CountedAsync() > counted, "the game continues");
        Assert.False((await game.HoldStateAsync()).GetProperty("held").GetBoolean());
        await game.Bridge.ReachesAsync("running");
        Assert.Contains("#not-held", (await game.TryStepAsync(1)).Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_exclusive_hold_needs_its_lease()
    {
        var lease = (await game.HoldAsync(exclusive: true)).GetProperty("lease").GetString();
        using (var response = await game.Client.AskAsync("POST", "/emulators/default/frames/hold", "{}"))
        {
            Assert.InRange(response.Headers.RetryAfter!.Delta!.Value, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(120));
            var (status, anchor, detail) = await RunningGame.RefusalAsync(response);
            Assert.Equal((409, "held"), (status, anchor));
            Assert.Contains("a test", detail, StringComparison.Ordinal);
        }

        Assert.Contains("#held", (await game.TryStepAsync(1)).Text, StringComparison.Ordinal);
        Assert.Equal(409, (int)(await game.Client.DeleteAsync("/emulators/default/frames/hold")).StatusCode);
        await game.Client.AskForJsonAsync("POST", "/emulators/default/frames/step", $$"""{"lease": "{{lease}}"}""");
        await game.Client.AskForJsonAsync("POST", "/emulators/default/frames/hold", $$"""{"lease": "{{lease}}", "leaseSeconds": 600}""");
        var state = await game.HoldStateAsync();
        Assert.True(state.GetProperty("exclusive").GetBoolean());
        Assert.InRange(state.GetProperty("expiresInSeconds").GetDouble(), 121, 600);
        Assert.False(state.TryGetProperty("lease", out _));
        await game.Client.AskForJsonAsync("DELETE", $"/emulators/default/frames/hold?lease={lease}");
        Assert.False((await game.HoldStateAsync()).GetProperty("held").GetBoolean());
    }

    [Fact]
    public async Task States_and_resets_in_the_middle_leave_nothing_stuck_and_nothing_unanswered()
    {
        await game.HoldAsync();
        var (state, _) = await SavedState.GetAsync(game.Client);
        for (var round = 0; round < 5; round++)
        {
            var steps = Enumerable.Range(0, 6).Select(_ => game.StepAsync(15, "Left")).ToArray();
            (await SavedState.PutAsync(game.Client, state)).Dispose();
            await game.Client.AskForJsonAsync("POST", "/emulators/default/reset");
            (await SavedState.PutAsync(game.Client, state)).Dispose();
            await Task.WhenAll(steps);
            Assert.Equal(0, (await game.HoldStateAsync()).GetProperty("stepsWaiting").GetInt32());
        }

        await game.StepAsync(2);
        Assert.Equal(0, await game.ReadAsync("0x02000004"));
        var counted = await game.CountedAsync();
        Assert.Equal(counted, await game.CountedAsync());
        await game.ReleaseAsync();
        await game.PlaysAsync();
        await game.PressAsync("A");
    }

    [Fact]
    public async Task Releasing_the_game_ends_the_steps()
    {
        await game.HoldAsync();
        var steps = Enumerable.Range(0, 3).Select(_ => game.TryStepAsync(36_000)).ToArray();
        await Eventually.HoldsAsync(async () => (await game.HoldStateAsync()).GetProperty("stepsWaiting").GetInt32() == 2,
            "two of the steps wait");
        await game.ReleaseAsync();
        var ends = (await Task.WhenAll(steps))
            .Select(end => JsonDocument.Parse(end.Text).RootElement.GetProperty("type").GetString()!.Split('#')[1]);
        Assert.Equal(["cancelled", "cancelled", "interrupted"], ends.Order());
    }

    [Fact]
    public async Task A_client_that_disconnects_cancels_its_steps()
    {
        await game.HoldAsync();
        using var hangUp = new CancellationTokenSource();
        using var body = new StringContent("""{"frames": 36000, "buttons": ["Up"]}""", System.Text.Encoding.UTF8, "application/json");
        var counted = await game.CountedAsync();
        var step = game.Client.PostAsync("/emulators/default/frames/step", body, hangUp.Token);
        await Eventually.HoldsAsync(async () => await game.CountedAsync() > counted, "the step runs");
        await hangUp.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => step);
        // The reply comes only when no other step is queued before it.
        await game.StepAsync(2);
        counted = await game.CountedAsync();
        Assert.Equal((0, counted), (await game.ReadAsync("0x02000004"), await game.CountedAsync()));
    }
}

/// <summary>Our host, which calls the script between frames.</summary>
public sealed class SteppingOurHostTests(RunningGame game) : SteppingTests(game), IClassFixture<RunningGame>;

/// <summary>A host that acts like mGBA's window.</summary>
public sealed class SteppingStockTests(StockGame game) : SteppingTests(game), IClassFixture<StockGame>;

/// <summary>A host at full speed.</summary>
public sealed class SteppingFastTests(FastGame game) : SteppingTests(game), IClassFixture<FastGame>;
