using System.Globalization;
using System.Text;
using Bridge.SocketPool.Framing;

namespace Bridge.SocketPool.Commands;

/// <summary>Buttons over time: lines that follow each other, all of them played <paramref name="Repeat"/> times.</summary>
/// <param name="Lines">1 to 1,024 of them.</param>
/// <param name="Repeat">1 to 1,000; all repetitions together last <see cref="WireLimits.SequenceFrames"/> frames at most.</param>
public sealed record ButtonSequence(IReadOnlyList<SequenceLine> Lines, int Repeat)
{
    /// <summary>Frames that it lasts once it has begun.</summary>
    public int Frames => Repeat * Lines.Sum(line => line.Frames);

    internal string ToPayload()
    {
        var text = new StringBuilder();
        foreach (var line in Lines)
            text.Append(CultureInfo.InvariantCulture, $"{(int)line.Down} {line.Frames}\n");
        return text.ToString();
    }
}

/// <summary>What is down for some frames.</summary>
/// <param name="Down">These buttons and none else of the sequence; none: a pause.</param>
/// <param name="Frames">1 to 36,000.</param>
public readonly record struct SequenceLine(Buttons Down, int Frames);
