using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Frames;

/// <summary>When a turn observes during its sequence: where its steps end.</summary>
internal static class StepViews
{
    /// <exception cref="RequestException">eachStep is true, and there are no steps, too many, or nothing to observe.</exception>
    public static void Check(ActRequest body, ButtonSequence? sequence)
    {
        if (body.EachStep != true)
            return;
        if (sequence is null || body is { Read: null or { Count: 0 }, Screen: null })
            throw new RequestException(ProblemTypes.InvalidParameter, "eachStep requires steps, and read or screen.", "eachStep");
        var max = body.Screen is null ? WireLimits.ObservedSteps : WireLimits.KeyFrames;
        var count = (long)sequence.StepEnds.Count * sequence.Repeat;
        if (count > max)
        {
            throw new RequestException(ProblemTypes.InvalidParameter, string.Create(CultureInfo.InvariantCulture,
                $"With eachStep{(body.Screen is null ? "" : " and screen")}, there must be at most {max} steps in all repetitions; got "
                + $"{count}."), "eachStep");
        }
    }

    /// <summary>Returns each step that ended, in order, with the index of what was observed then.</summary>
    /// <param name="sequence">The sequence.</param>
    /// <param name="observed">The number of observations; fewer than the ends of steps if conditions ended the sequence.</param>
    public static IEnumerable<(int Step, int Index)> Of(ButtonSequence sequence, int observed)
    {
        // Steps that end in the same frame share one observation.
        int[] ends = [.. sequence.StepEnds.Distinct().Order()];
        return from repetition in Enumerable.Range(0, sequence.Repeat)
               from step in Enumerable.Range(0, sequence.StepEnds.Count)
               let index = (repetition * ends.Length) + Array.BinarySearch(ends, sequence.StepEnds[step])
               where index < observed
               orderby index
               select (step, index);
    }
}
