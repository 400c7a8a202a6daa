using Bridge.Api.Errors;
using Bridge.Api.Parsing;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Input;

/// <summary>
/// One repetition of a sequence: steps that follow each other, or begin where they say and so overlap, worked out to what is down
/// when. Pure. A refusal tells it of the step's own member.
/// </summary>
internal sealed class ButtonTimeline
{
    private readonly List<(int Step, Buttons Buttons, int From, int To)> _downs = [];
    private int _steps;
    private int _next;

    /// <summary>Frames until the last step has ended.</summary>
    public int Length { get; private set; }

    /// <summary>
    /// Adds a step that presses buttons together for <paramref name="hold"/> frames and ends <paramref name="release"/> frames later.
    /// </summary>
    /// <param name="buttons">At least one.</param>
    /// <param name="hold">From 1.</param>
    /// <param name="release">From 0.</param>
    /// <param name="at">The frame it begins in; null: where the step before it ends.</param>
    /// <exception cref="RequestException">One of them is down then, or it ends too late.</exception>
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
        _downs.Add((_steps - 1, buttons, from, to));
    }

    /// <summary>Adds a step that presses nothing for a number of frames, from 1.</summary>
    /// <exception cref="RequestException">It ends too late.</exception>
    public void Pause(int frames, int? at) => End((at ?? _next) + frames, "wait");

    /// <summary>What is down when, in as few lines as that takes.</summary>
    public IReadOnlyList<SequenceLine> ToLines()
    {
        var lines = new List<SequenceLine>();
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

    private void End(int end, string member)
    {
        if (end > WireLimits.SequenceFrames)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"{member} makes the step end in frame {end} of the repetition; a sequence has at most {WireLimits.SequenceFrames} frames.",
                member);
        }

        _steps++;
        _next = end;
        Length = Math.Max(Length, end);
    }
}
