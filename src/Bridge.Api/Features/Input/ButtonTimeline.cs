using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Input;

/// <summary>
/// Computes which buttons are down in each frame of one repetition of a sequence. Steps follow each other, or start at a given frame and
/// so may overlap. Has no side effects. An exception names a member of the step.
/// </summary>
internal sealed class ButtonTimeline
{
    // The frames in which a step holds its buttons: From up to, but without, To.
    private readonly List<(int Step, Buttons Buttons, int From, int To)> _downs = [];
    // For each step.
    private readonly List<int> _ends = [];
    // Where a step without at starts.
    private int _next;

    /// <summary>Gets the number of frames until the last step has ended.</summary>
    public int Length { get; private set; }

    /// <summary>Gets the number of frames until each step has ended.</summary>
    public IReadOnlyList<int> Ends => _ends;

    /// <summary>
    /// Adds a step that presses buttons together for <paramref name="hold"/> frames and ends <paramref name="release"/> frames later.
    /// </summary>
    /// <param name="buttons">One or more buttons.</param>
    /// <param name="hold">Frames, from 1.</param>
    /// <param name="release">Frames, from 0.</param>
    /// <param name="at">The frame in which the step starts; null: when the step before it ends.</param>
    /// <exception cref="RequestException">One of the buttons is already down, or the step ends too late.</exception>
    public void Press(Buttons buttons, int hold, int release, int? at)
    {
        var (from, to) = (at ?? _next, (at ?? _next) + hold);
        foreach (var other in _downs)
        {
            if ((other.Buttons & buttons) is not Buttons.None and var both && from < other.To && other.From < to)
            {
                throw new RequestException(ProblemTypes.InvalidParameter,
                    $"buttons presses {string.Join(", ", ButtonNames.Of(both))} in the frames {from} to {to - 1} of the repetition; "
                    + $"steps[{other.Step}] holds it down from {other.From} to {other.To - 1}, and a sequence can't press a button that is "
                    + $"down.",
                    "buttons");
            }
        }

        End(to + release, "hold");
        _downs.Add((_ends.Count - 1, buttons, from, to));
    }

    /// <summary>Adds a step that presses nothing for a number of frames, from 1.</summary>
    /// <exception cref="RequestException">The step ends too late.</exception>
    public void Pause(int frames, int? at) => End((at ?? _next) + frames, "wait");

    /// <summary>Returns the buttons that are down over time, in as few lines as possible.</summary>
    public IReadOnlyList<SequenceLine> ToLines()
    {
        var lines = new List<SequenceLine>();
        // Every frame in which the buttons may change, and both ends.
        var times = _downs.SelectMany(down => new[] { down.From, down.To }).Append(0).Append(Length).Distinct().Order().ToArray();
        foreach (var (from, to) in times.Zip(times.Skip(1)))
        {
            var down = _downs.Where(down => down.From <= from && to <= down.To).Aggregate(Buttons.None, (all, down) => all | down.Buttons);
            if (lines is [.., var last] && last.Down == down)
                lines[^1] = last with { Frames = last.Frames + to - from };
            else
                lines.Add(new SequenceLine(down, to - from));
        }

        return lines;
    }

    // Ends a step; member is the one to blame if that is too late.
    private void End(int end, string member)
    {
        if (end > WireLimits.SequenceFrames)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"{member} makes the step end in frame {end} of the repetition; a sequence has at most {WireLimits.SequenceFrames} frames.",
                member);
        }

        _ends.Add(end);
        _next = end;
        Length = Math.Max(Length, end);
    }
}
