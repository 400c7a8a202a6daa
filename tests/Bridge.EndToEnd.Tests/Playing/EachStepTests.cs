using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Turns with eachStep, which read and take pictures where each step ends.</summary>
public sealed class EachStepTests(RunningGame game) : IClassFixture<RunningGame>
{
    private const string Act = "/emulators/default/act";
    private static readonly Place FramesOfA = Place.U16(0x02000040);
    private static readonly Place FramesOfB = Place.U16(0x02000042);
    private static readonly TimeSpan Lease = TimeSpan.FromSeconds(60);

    private Emulator Game => game.Game;

    [Fact]
    public async Task It_reads_where_each_step_ends()
    {
        await using var held = await Game.HoldAsync(Lease);
        // A button that is still down from the turn before would be up for a frame first.
        var start = (await held.ActAsync(new Turn { Settle = 1 })).Frame;
        var (a, b) = (await Game.ReadAsync(0x02000040, "u16"), await Game.ReadAsync(0x02000042, "u16"));
        var turn = await held.ActAsync(new Turn
        {
            Steps = [SequenceStep.Press("A", 5, 2), SequenceStep.Pause(3), SequenceStep.Press("B", 2, 2)], Repeat = 2, Settle = 4,
            Read = [FramesOfA, FramesOfB], EachStep = true,
        });

        Assert.Equal([0, 1, 2, 0, 1, 2], turn.Steps.Select(seen => seen.Step));
        Assert.Equal([7, 10, 14, 21, 24, 28], turn.Steps.Select(seen => seen.Values.Frame - start));
        Assert.Equal([5, 5, 5, 10, 10, 10], turn.Steps.Select(seen => seen.Values.Number(0) - a));
        Assert.Equal([0, 0, 2, 2, 2, 4], turn.Steps.Select(seen => seen.Values.Number(1) - b));
        Assert.All(turn.Steps, seen => Assert.Null(seen.Png));
        Assert.Equal((start + 32, 10, 4), (turn.Frame, turn.Values.Number(0) - a, turn.Values.Number(1) - b));
        Assert.Empty((await held.ActAsync(new Turn { Steps = [SequenceStep.Press("A")], Read = [FramesOfA] })).Steps);
    }

    [Trait("Needs", "picture")]
    [Fact]
    public async Task Its_pictures_are_those_of_the_same_steps_one_by_one()
    {
        await using var held = await Game.HoldAsync(Lease);
        await held.ActAsync(new Turn { Settle = 1 });
        await Game.SaveStateAsync("each-step");
        SequenceStep[] steps = [SequenceStep.Press("Up", 3, 1), SequenceStep.Press("Down", 2, 1), SequenceStep.Pause(5)];
        var turn = await held.ActAsync(new Turn { State = "each-step", Steps = steps, Screen = true, EachStep = true });
        for (var count = 1; count <= steps.Length; count++)
        {
            var alone = await held.ActAsync(new Turn { State = "each-step", Steps = steps[..count], Screen = true });
            Assert.Equal(alone.Png!.Value.ToArray(), turn.Steps[count - 1].Png!.Value.ToArray());
        }

        var small = await game.Client.AskForJsonAsync(
            "POST", Act, """
            {"steps": [{"wait": 2}, {"wait": 2}], "eachStep": true, "screen": {"width": 30, "height": 20, "gray": true, "format": "raw"}}
            """);
        Assert.All(small.GetProperty("steps").EnumerateArray(),
            seen => Assert.Equal(600, seen.GetProperty("screen").GetProperty("raw").GetBytesFromBase64().Length));
    }

    [Fact]
    public async Task Steps_that_overlap_end_in_the_order_of_their_ends()
    {
        var turn = await game.Client.AskForJsonAsync(
            "POST", Act, """
            {"steps": [{"buttons": ["Right"], "hold": 16}, {"buttons": ["A"], "hold": 4, "release": 2, "at": 6}, {"wait": 1}],
             "read": [{"address": "0x02000040"}], "eachStep": true}
            """);
        var seen = turn.GetProperty("steps").EnumerateArray()
            .Select(each => (each.GetProperty("step").GetInt32(), each.GetProperty("frame").GetInt64())).ToArray();
        Assert.Equal([1, 2, 0], seen.Select(each => each.Item1));
        Assert.Equal([0L, 1, 6], seen.Select(each => each.Item2 - seen[0].Item2));
    }
}
