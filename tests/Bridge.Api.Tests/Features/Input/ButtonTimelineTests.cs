using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Input;
using Bridge.SocketPool.Commands;
using FsCheck;
using FsCheck.Fluent;

namespace Bridge.Api.Tests.Features.Input;

public sealed class ButtonTimelineTests
{
    private static readonly Gen<Step> Steps =
        from buttons in Gen.Choose(0, 15)
        from hold in Gen.Choose(1, 8)
        from release in Gen.Choose(0, 3)
        from at in Gen.Choose(-40, 20)
        select new Step((Buttons)buttons, hold, release, at < 0 ? null : at);

    // A line is the mask of the buttons, x, and a number of frames: 1 is A, 2 is B, 16 is Right.
    private static string Lines(ButtonTimeline timeline) =>
        string.Join(' ', timeline.ToLines().Select(line => $"{(int)line.Down}x{line.Frames}"));

    [Fact]
    public void Steps_run_one_after_the_other()
    {
        var timeline = new ButtonTimeline();
        timeline.Press(Buttons.A, hold: 6, release: 2, at: null);
        timeline.Pause(3, at: null);
        timeline.Press(Buttons.A | Buttons.B, hold: 1, release: 1, at: null);
        Assert.Equal("1x6 0x5 3x1 0x1", Lines(timeline));
        Assert.Equal(13, timeline.Length);
    }

    [Fact]
    public void A_release_of_0_joins_the_next_step()
    {
        var timeline = new ButtonTimeline();
        timeline.Press(Buttons.Right, hold: 6, release: 0, at: null);
        timeline.Press(Buttons.Right, hold: 6, release: 0, at: null);
        timeline.Press(Buttons.Right | Buttons.B, hold: 2, release: 0, at: null);
        Assert.Equal("16x12 18x2", Lines(timeline));
    }

    [Fact]
    public void A_step_with_at_overlaps_and_the_next_one_follows_its_end()
    {
        var timeline = new ButtonTimeline();
        timeline.Press(Buttons.Right, hold: 20, release: 2, at: null);
        timeline.Press(Buttons.A, hold: 4, release: 2, at: 5);
        timeline.Press(Buttons.A, hold: 4, release: 2, at: null);
        Assert.Equal("16x5 17x4 16x2 17x4 16x5 0x2", Lines(timeline));
        timeline.Pause(30, at: 0);
        Assert.Equal(30, timeline.Length);
    }

    [Fact]
    public void A_button_that_is_already_down_is_refused_with_the_step_that_holds_it()
    {
        var timeline = new ButtonTimeline();
        timeline.Pause(1, at: null);
        timeline.Press(Buttons.Right | Buttons.B, hold: 10, release: 0, at: null);
        var refused = Assert.Throws<RequestException>(() => timeline.Press(Buttons.Right | Buttons.A, hold: 3, release: 0, at: 10));
        Assert.Equal("buttons", refused.Parameter);
        Assert.Contains("Right in the frames 10 to 12", refused.Message, StringComparison.Ordinal);
        Assert.Contains("steps[1] holds it down from 1 to 10", refused.Message, StringComparison.Ordinal);
        timeline.Press(Buttons.Right, hold: 3, release: 0, at: 11);
        Assert.Throws<RequestException>(() => timeline.Press(Buttons.B, hold: 36, release: 0, at: 0));
    }

    [Theory]
    [InlineData(36_000, 1, false)]
    [InlineData(36_000, null, true)]
    [InlineData(1, 36_000, true)]
    public void A_sequence_has_at_most_36000_frames(int pause, int? at, bool isFull)
    {
        var timeline = new ButtonTimeline();
        if (isFull)
            timeline.Pause(36_000, at: null);
        Assert.Equal("wait", Assert.Throws<RequestException>(() => timeline.Pause(pause, at)).Parameter);
        Assert.Equal("hold",
            Assert.Throws<RequestException>(() => timeline.Press(Buttons.A, hold: 1, release: 600, at: 35_400)).Parameter);
    }

    /// <summary>
    /// For random steps: each frame has exactly the buttons down that the steps ask for, and no step presses a button that is already down.
    /// </summary>
    [Fact]
    public void The_commands_of_a_timeline_play_the_steps_frame_by_frame() => Prop.ForAll(Steps.ListOf(8).ToArbitrary(), steps =>
    {
        var timeline = new ButtonTimeline();
        var frames = new Dictionary<int, Buttons>();
        var (next, length) = (0, 0);
        foreach (var step in steps)
        {
            var from = step.At ?? next;
            var own = Enumerable.Range(from, step.Hold).ToArray();
            var fits = !own.Any(frame => (frames.GetValueOrDefault(frame) & step.Buttons) != Buttons.None);
            var isRefused = Record.Exception(() => Add(timeline, step)) is RequestException;
            if (isRefused == fits)
                return false;
            if (!fits)
                continue;
            foreach (var frame in own)
                frames[frame] = frames.GetValueOrDefault(frame) | step.Buttons;
            next = from + step.Hold + (step.Buttons == Buttons.None ? 0 : step.Release);
            length = Math.Max(length, next);
        }

        if (length == 0)
            return timeline.ToLines().Count == 0;
        var lines = timeline.ToLines();
        return lines.SelectMany(line => Enumerable.Repeat(line.Down, line.Frames)).SequenceEqual(
                Enumerable.Range(0, length).Select(frame => frames.GetValueOrDefault(frame)))
            && lines.Zip(lines.Skip(1)).All(pair => pair.First.Down != pair.Second.Down);
    }).QuickCheckThrowOnFailure();

    private static void Add(ButtonTimeline timeline, Step step)
    {
        if (step.Buttons == Buttons.None)
            timeline.Pause(step.Hold, step.At);
        else
            timeline.Press(step.Buttons, step.Hold, step.Release, step.At);
    }

    private sealed record Step(Buttons Buttons, int Hold, int Release, int? At);
}
