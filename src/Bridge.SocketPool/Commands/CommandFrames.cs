using System.Buffers.Text;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Commands;

/// <summary>
/// Counts the frames that commands need before the script replies. The script refuses more than the limits at once, so counts stop there.
/// </summary>
internal static class CommandFrames
{
    /// <summary>Counts the frames of a command that has their number as an argument.</summary>
    /// <param name="index">The index of the argument, from 0.</param>
    /// <param name="max">The max number of frames.</param>
    public static FrameCount OfArgument(int index, int max) => (arguments, _) => Clamp(NumberAt(arguments, index), max);

    /// <summary>Counts the frames of a press: 0 unless the request waits for its end.</summary>
    /// <param name="arguments">The mask, the frames down, the frames up, and whether the request waits.</param>
    /// <param name="payload">Not used: a press has none.</param>
    public static int OfPress(ReadOnlySpan<RequestArgument> arguments, ReadOnlySpan<byte> payload) =>
        NumberAt(arguments, 3) == 0
            ? 0
            : Clamp(NumberAt(arguments, 1), WireLimits.HoldFrames) + Clamp(NumberAt(arguments, 2), WireLimits.ReleaseFrames);

    /// <summary>Counts the frames of a sequence: 0 unless the request waits for its end.</summary>
    /// <param name="arguments">The repetitions, and whether the request waits.</param>
    /// <param name="steps">
    /// Lines with a mask, a space and a number of frames. The script refuses the sequence if a line has another form.
    /// </param>
    public static int OfSequence(ReadOnlySpan<RequestArgument> arguments, ReadOnlySpan<byte> steps)
    {
        if (NumberAt(arguments, 1) == 0)
            return 0;
        var frames = 0L;
        foreach (var line in steps.Split((byte)'\n'))
        {
            var step = steps[line];
            if (Utf8Parser.TryParse(step[(step.IndexOf((byte)' ') + 1)..], out int number, out _))
                frames += Clamp(number, WireLimits.SequenceFrames);
        }

        return Clamp(frames * NumberAt(arguments, 0), WireLimits.SequenceFrames);
    }

    private static long NumberAt(ReadOnlySpan<RequestArgument> arguments, int index) =>
        index < arguments.Length ? arguments[index].Number : 0;

    private static int Clamp(long frames, int max) => (int)Math.Clamp(frames, 0, max);
}
