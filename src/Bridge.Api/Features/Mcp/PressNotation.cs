using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Input;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// Parses the short notation for presses: <c>A</c>, <c>A+B</c> together, <c>Up*16</c> for 16 frames, <c>Right*50&gt;Right+A*20</c> without
/// a release between, <c>A*3&gt;-2</c> with two frames of release, <c>12xUp</c> twelve times, <c>-30</c> for a wait of 30 frames.
/// </summary>
internal static class PressNotation
{
    /// <summary>Max presses, with each repetition and each part of a chain counted.</summary>
    public const int MaxPresses = 64;

    /// <summary>For how many frames a button is down where nothing else is said.</summary>
    public const int Hold = 6;
    private const int Release = 6;
    private const string Examples = "A, A+B, Up*16, Right*50>Right+A*20, 12xUp or -30";

    private static readonly char[] Times = ['x', 'X', '×'];

    /// <summary>Reads presses of which there may be none; null then.</summary>
    /// <inheritdoc cref="Read"/>
    public static IReadOnlyList<SequenceStep>? ReadSome(IReadOnlyList<string?> presses, string? platform, string name = "press") =>
        presses.Count == 0 ? null : [.. Read(presses, platform, name).SelectMany(press => press)];

    /// <summary>Returns the steps of each press, with all its parts. A wait after a press is a part of it.</summary>
    /// <param name="presses">The presses, one after the other.</param>
    /// <param name="platform">GBA or GB, which has fewer buttons; null: unknown.</param>
    /// <param name="name">The argument, for sentences.</param>
    /// <exception cref="RequestException">There are too few or too many presses, or one is invalid; the exception names it.</exception>
    public static IReadOnlyList<IReadOnlyList<SequenceStep>> Read(
        IReadOnlyList<string?> presses, string? platform, string name = "press")
    {
        var (all, count, frames) = (new List<IReadOnlyList<SequenceStep>>(presses.Count), 0, 0);
        BodyList.Read(presses, name, MaxPresses, (press, place) =>
        {
            foreach (var steps in ReadOne(press, place, platform))
            {
                if (all.Count > 0 && steps.All(step => step.Wait is not null))
                    all[^1] = [.. all[^1], .. steps];
                else
                    all.Add(steps);
                count += steps.Count;
                frames += steps.Sum(step => step.Wait ?? step.Hold!.Value + step.Release!.Value);
            }

            if (count > MaxPresses)
            {
                throw Refuse(place, $"{place} makes {count} presses; a call has at most {MaxPresses}, with each repetition and each "
                    + "part counted.");
            }

            if (frames > WireLimits.SequenceFrames)
            {
                throw Refuse(place, $"{place} makes the presses end in frame {frames}; they may have at most {WireLimits.SequenceFrames} "
                    + "frames.");
            }
        });
        return all;
    }

    private static IEnumerable<IReadOnlyList<SequenceStep>> ReadOne(string press, string name, string? platform)
    {
        var (times, once) = (1, press);
        // No button begins with a digit.
        if (press is [>= '0' and <= '9', ..] && press.IndexOfAny(Times) is > 0 and var end)
            (times, once) = (NumberIn(press.AsSpan(0, end), 1, MaxPresses) ?? throw RefuseTimes(name, press), press[(end + 1)..]);
        var parts = once.Split('>', MaxPresses + 1);
        if (parts.Length > MaxPresses)
            throw Refuse(name, $"{name} must have at most {MaxPresses} parts.");
        var steps = parts.Select((part, index) => ReadPart(part, press, name, platform, index == parts.Length - 1 ? Release : 0)).ToArray();
        return Enumerable.Repeat(steps, times);
    }

    private static SequenceStep ReadPart(string part, string press, string name, string? platform, int release)
    {
        if (part.StartsWith('-'))
            return new SequenceStep(Wait: FramesOf(part.AsSpan(1), press, name, WireLimits.SequenceFrames));
        var star = part.IndexOf('*', StringComparison.Ordinal);
        var hold = star < 0 ? Hold : FramesOf(part.AsSpan(star + 1), press, name, WireLimits.HoldFrames);
        var buttons = (star < 0 ? part : part[..star]).Split('+', StringSplitOptions.TrimEntries);
        foreach (var button in buttons)
            CheckButton(button, name, platform);
        return new SequenceStep(buttons, hold, release);
    }

    private static void CheckButton(string button, string name, string? platform)
    {
        try
        {
            ButtonNames.ParseOne(button, name, platform);
        }
        catch (RequestException unknown)
        {
            throw new RequestException(unknown.Type, $"{unknown.Message} A press is like {Examples}.", unknown.Parameter);
        }
    }

    private static int FramesOf(ReadOnlySpan<char> digits, string press, string name, int max) => NumberIn(digits, 1, max)
        ?? throw Parameters.Refuse(name, press, $"like {Examples}, with 1 to {max} frames");

    private static int? NumberIn(ReadOnlySpan<char> digits, int min, int max) =>
        int.TryParse(digits.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var number) && number >= min && number <= max
            ? number : null;

    private static RequestException RefuseTimes(string name, string press) =>
        Parameters.Refuse(name, press, $"like 12xUp, with 1 to {MaxPresses} times");

    private static RequestException Refuse(string name, string sentence) => new(ProblemTypes.InvalidParameter, sentence, name);
}
