using System.Globalization;
using System.Text;
using Bridge.SocketPool.Framing;

namespace Bridge.SocketPool.Commands;

/// <summary>Describes a timeline of buttons: lines that are played one after the other, <paramref name="Repeat"/> times.</summary>
/// <param name="Lines">1 to 1,024 lines.</param>
/// <param name="Repeat">1 to 1,000; all repetitions together take up to <see cref="WireLimits.SequenceFrames"/> frames.</param>
public sealed record ButtonSequence(IReadOnlyList<SequenceLine> Lines, int Repeat)
{
    /// <summary>Gets in which frame of a repetition each step ends, from 1, for acts that read then; several may end in one.</summary>
    public IReadOnlyList<int> StepEnds { get; init; } = [];

    /// <summary>Gets how many frames the sequence takes once it has started.</summary>
    public int Frames => Repeat * Lines.Sum(line => line.Frames);

    internal string ToPayload()
    {
        var text = new StringBuilder();
        foreach (var line in Lines)
            text.Append(CultureInfo.InvariantCulture, $"{(int)line.Down} {line.Frames}\n");
        return text.ToString();
    }
}

/// <summary>Describes which buttons are down for a number of frames.</summary>
/// <param name="Down">The only buttons of the sequence that are down; none for a pause.</param>
/// <param name="Frames">The number of frames, 1 to 36,000.</param>
public readonly record struct SequenceLine(Buttons Down, int Frames);
