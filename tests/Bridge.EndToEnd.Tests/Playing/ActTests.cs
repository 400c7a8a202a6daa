using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Turns of an agent: the counters of the ROM (emulator/rom/README.md) show whether they were exact to the frame.</summary>
public sealed class ActTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Act = "/emulators/default/act";
    // What the ROM counts, and its pattern, which never changes.
    private static readonly Place FramesOfRight = Place.U16(0x02000048);
    private static readonly Place Counter = Place.U32(0x02000000);
    private static readonly Place Pattern = Place.U8(0x02000100);
    private static readonly TimeSpan Lease = TimeSpan.FromSeconds(60);

    private Emulator Game => game.Game;

    [Trait("Needs", "picture")]
    [Fact]
    public async Task A_turn_presses_settles_and_looks_in_one_frame()
    {
        var (before, ahead) = (await game.ReadAsync("0x02000040"), await AheadAsync());
        var turn = await Game.ActAsync(new Turn
        {
            Steps = [SequenceStep.Press("A", 5), SequenceStep.Press("A", 2), SequenceStep.Pause(3)], Settle = 4,
            Read = [Place.U16(0x02000040), Counter], Screen = true,
        });

        // Each press is followed by two frames of release, the default.
        Assert.Equal(before + 7, turn.Values.Number(0));
        Assert.Equal(5 + 2 + 2 + 2 + 3 + 4, turn.Frames);
        Assert.Equal((turn.PressedAt + 5 + 2 + 2, turn.PressedAt + 5 + 2 + 2 + 2 + 3 + 4), (turn.ReleasedAt, turn.Frame));
        Assert.Equal(turn.Frame, turn.Values.Number(1) + ahead);
        var picture = new PngPicture(turn.Png!.Value.ToArray());
        Assert.Equal((240, 160), (picture.Width, picture.Height));
    }

    [Fact]
    public async Task It_waits_for_a_value_and_reports_whether_it_came()
    {
        var now = await game.ReadAsync("0x02000000", "u32");
        var turn = await Game.ActAsync(new Turn { Until = Condition.Of(Counter, "ge", now + 40), Settle = 3, Read = [Counter] });
        Assert.True(turn.Met);
        Assert.True(turn.Values.Number(0) >= now + 43);

        turn = await Game.ActAsync(new Turn { Until = Condition.Of(Pattern, "changed"), TimeoutFrames = 7 });
        Assert.Equal((false, 7), (turn.Met, turn.Frames));
    }

    [Fact]
    public async Task A_condition_ends_the_steps_or_is_waited_for_after_them()
    {
        var now = await game.ReadAsync("0x02000000", "u32");
        var turn = await Game.ActAsync(new Turn
        {
            Steps = [SequenceStep.Press("Right", 600)], Until = Condition.Of(Counter, "ge", now + 60), During = true, Read = [Counter],
        });
        Assert.True(turn.Met);
        Assert.InRange(turn.Frames, 1, 60);
        Assert.InRange(turn.Values.Number(0), now + 60, now + 61);
        now = await game.ReadAsync("0x02000000", "u32");
        turn = await Game.ActAsync(new Turn
        {
            Steps = [SequenceStep.Press("Right", 2)], Until = Condition.Of(Counter, "ge", now + 60), During = true, Read = [Counter],
        });
        Assert.True(turn.Met);
        Assert.InRange(turn.Values.Number(0), now + 60, now + 61);
        turn = await Game.ActAsync(new Turn
        {
            Steps = [SequenceStep.Press("Right", 2)], Until = Condition.Of(Pattern, "changed"), TimeoutFrames = 9,
            During = true,
        });
        Assert.Equal((false, 9), (turn.Met, turn.Frames));
    }

    [Fact]
    public async Task A_held_game_plays_a_turn_at_its_own_speed()
    {
        var refused = await Assert.ThrowsAsync<ProblemException>(() => Game.ActAsync(new Turn { Settle = 1, Speed = 0 }));
        Assert.Equal("not-held", refused.Type);
        await using var hold = await Game.HoldAsync(Lease);
        var (frame, counter) = (await game.ReadAsync("0x02000000", "u32"), 0L);
        // As fast as possible, 16 times the console's speed, and the game's own speed.
        foreach (var speed in (double?[])[0, 16, null])
        {
            var turn = await hold.ActAsync(new Turn { Settle = 30, Speed = speed, Read = [Counter] });
            counter = turn.Values.Number(0);
            Assert.Equal(frame += 30, counter);
        }

        Assert.Equal(1, (await game.Client.GetJsonAsync("/emulators/default/speed")).GetProperty("speed").GetDouble());
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task Choices_from_one_state_are_compared_to_the_frame()
    {
        await Game.SaveStateAsync("act-choices");
        var first = await ChooseAsync("Right", 11);
        var second = await ChooseAsync("Left", 5);
        var again = await ChooseAsync("Right", 11);

        Assert.Equal(first.Values.Values, again.Values.Values);
        Assert.Equal(first.Frame, again.Frame);
        Assert.Equal(first.Png!.Value.ToArray(), again.Png!.Value.ToArray());
        Assert.Equal(11, first.Values.Number(0) - second.Values.Number(0));

        Task<TurnResult> ChooseAsync(string button, int hold) => Game.ActAsync(new Turn
        {
            State = "act-choices", Steps = [SequenceStep.Press(button, hold)], Settle = 20 - hold, Read = [FramesOfRight, Counter],
            Screen = true,
        });
    }

    [Fact]
    [Trait("Needs", "picture")]
    public async Task While_the_game_is_held_it_runs_for_just_the_turn()
    {
        await using var held = await Game.HoldAsync(Lease, exclusive: true, owner: "ActTests");
        var (frame, ahead) = (held.Frame, await AheadAsync());
        var turn = await held.ActAsync(new Turn { Steps = [SequenceStep.Press("Up", 3)], Settle = 1, KeyFrames = 2 });
        // Three frames of Up, two of release, and one to settle.
        Assert.Equal(frame + 6, turn.Frame);
        Assert.Equal([frame + 2, frame + 4, frame + 6], turn.KeyFrames.Select(picture => picture.Frame));
        Assert.Equal(frame + 6, await game.ReadAsync("0x02000000", "u32") + ahead);

        var refused = await Assert.ThrowsAsync<ProblemException>(() => Game.ActAsync(new Turn { Settle = 1 }));
        Assert.Equal(409, refused.Status);
        Assert.Contains("ActTests has frozen the game", refused.Detail, StringComparison.Ordinal);
    }

    // With settle 0, the last step of a turn without repetitions has no frames of release unless it names them.
    [Theory]
    [InlineData("A", 4, 0, 1, 0, 4)]
    [InlineData("B", 4, null, 1, 0, 4)]
    [InlineData("A A", 4, null, 1, 0, 7)]
    [InlineData("B", 4, null, 1, null, 6)]
    [InlineData("A", 4, 3, 1, 0, 7)]
    [InlineData("B", 4, null, 2, 0, 12)]
    [InlineData("A", 4, 0, 1, 2, 6)]
    public async Task A_turn_runs_exactly_the_frames_of_its_parts(
        string buttons, int hold, int? release, int repeat, int? settle, int frames)
    {
        // Of two presses, the second has one frame.
        var steps = buttons.Split(' ').Select((each, index) => SequenceStep.Press(each, index == 0 ? hold : 1, release)).ToArray();
        var turn = new Turn { Steps = steps, Repeat = repeat, Settle = settle };
        Assert.Equal(frames, (await Game.ActAsync(turn)).Frames);
        await using var held = await Game.HoldAsync(Lease);
        // A button that is still down from the turn before would be up for a frame first.
        var up = (await held.ActAsync(new Turn { Settle = 1 })).Frame;
        Assert.Equal(held.Frame + 1, up);
        Assert.Equal(up + frames, (await held.ActAsync(turn)).Frame);
    }

    // The C# client has no members for another size or format, so this test sends JSON.
    [Trait("Needs", "picture")]
    [Fact]
    public async Task The_picture_of_a_turn_may_have_another_form()
    {
        var turn = await game.Client.AskForJsonAsync(
            "POST", Act, """{"settle": 1, "screen": {"width": 30, "height": 20, "gray": true, "format": "raw"}}""");
        Assert.Equal(600, turn.GetProperty("screen").GetProperty("raw").GetBytesFromBase64().Length);
        Assert.False(turn.TryGetProperty("png", out _));
        turn = await game.Client.AskForJsonAsync("POST", Act, """{"settle": 1, "screen": false}""");
        Assert.False(turn.TryGetProperty("png", out _) || turn.TryGetProperty("screen", out _));
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task No_client_gets_the_picture_of_another_frame()
    {
        await using var held = await Game.HoldAsync(Lease);
        await held.StepAsync(draw: false);
        var refused = await Assert.ThrowsAsync<ProblemException>(() => Game.GetScreenAsync());
        Assert.Equal((409, "conflict"), (refused.Status, refused.Type));
        refused = await Assert.ThrowsAsync<ProblemException>(() => Game.ActAsync(new Turn { Read = [Counter], Screen = true }));
        Assert.Equal((409, "conflict", "screen"), (refused.Status, refused.Type, refused.Parameter));

        await held.StepAsync();
        await Game.GetScreenAsync();
    }

    [Fact]
    public async Task A_client_that_disconnects_leaves_no_button_held()
    {
        using var hangUp = new CancellationTokenSource();
        var turn = Game.ActAsync(new Turn { Steps = [SequenceStep.Press("L", 3600)] }, hangUp.Token);
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 1 << (int)Button.L, "L is down");
        await hangUp.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => turn);
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 0, "L is up again");
    }

    [Fact]
    public async Task Resets_and_loads_meanwhile_leave_it_neither_stuck_nor_unanswered()
    {
        var turn = Game.ActAsync(new Turn { Steps = [SequenceStep.Press("R", 40)], Settle = 20, Read = [Counter] });
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 1 << (int)Button.R, "R is down");
        await Game.ResetAsync();
        Assert.Equal(40 + 2 + 20, (await turn).Frames);
        await Eventually.HoldsAsync(async () => await game.ReadAsync("0x02000004") == 0, "nothing is down");
    }

    // Returns how far the emulator's frame number is ahead of the ROM's: 1 after a reset in a callback, else 0 (emulator/rom/README.md).
    private async Task<long> AheadAsync()
    {
        var read = await Game.ReadManyAsync([Counter]);
        return read.Frame - read.Number(0);
    }
}
