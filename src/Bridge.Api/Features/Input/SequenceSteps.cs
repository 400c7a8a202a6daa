using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Input;

/// <summary>Converts the steps in a body into a sequence.</summary>
internal static class SequenceSteps
{
    /// <exception cref="RequestException">A step, or the number of repetitions, is invalid.</exception>
    public static ButtonSequence Read(EmulatorClient client, IReadOnlyList<SequenceStep?>? steps, int? repeat)
    {
        var timeline = new ButtonTimeline();
        var platform = client.Status.Facts?.Platform;
        BodyList.Read(steps ?? throw Parameters.Missing("steps", "a list of button presses and waits"), "steps",
            step => Add(timeline, step, platform), InputRules.MaxSteps);
        var repeats = InputRules.Repeat.Of(repeat);
        if (repeats * timeline.Length > WireLimits.SequenceFrames)
        {
            throw Parameters.Refuse("repeat", repeats.ToString(CultureInfo.InvariantCulture),
                $"1 to {WireLimits.SequenceFrames / timeline.Length} here, because a repetition has {timeline.Length} frames and a "
                + $"sequence at most {WireLimits.SequenceFrames}");
        }

        return new ButtonSequence(timeline.ToLines(), repeats) { StepEnds = timeline.Ends };
    }

    private static void Add(ButtonTimeline timeline, SequenceStep step, string? platform)
    {
        var at = step.At is { } frame ? InputRules.At.Check(frame) : (int?)null;
        if (step.Wait is not { } pause)
        {
            if (step.Buttons is not { Count: > 0 })
                throw Parameters.Missing("buttons", "a list of buttons to press together, like A, unless the step has wait");
            timeline.Press(ButtonNames.Parse(step.Buttons, "buttons", platform),
                InputRules.Hold.Of(step.Hold),
                InputRules.StepRelease.Of(step.Release), at);
            return;
        }

        if (step.Buttons is not null || step.Hold is not null || step.Release is not null)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                "wait can't be combined with buttons, hold or release.", "wait");
        }

        timeline.Pause(InputRules.Pause.Check(pause), at);
    }
}
