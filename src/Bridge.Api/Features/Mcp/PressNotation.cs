using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Input;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// Parses the short notation for presses: <c>A</c>, <c>A+B</c> together, <c>Up*16</c> for 16 frames, <c>-30</c> for a wait of 30 frames.
/// </summary>
internal static class PressNotation
{
    public const int MaxPresses = 64;

    private const int Hold = 6;
    private const int Release = 6;

    /// <param name="presses">The presses, one after the other.</param>
    /// <param name="platform">GBA or GB, which has fewer buttons; null: unknown.</param>
    /// <param name="name">The argument, for sentences.</param>
    /// <exception cref="RequestException">There are too few or too many presses, or one is invalid; the exception names it.</exception>
    public static IReadOnlyList<SequenceStep> Read(IReadOnlyList<string?> presses, string? platform, string name = "press")
    {
        var steps = new List<SequenceStep>(presses.Count);
        BatchList.Read(presses, name, MaxPresses, (press, place) => steps.Add(ReadOne(press, place, platform)));
        return steps;
    }

    private static SequenceStep ReadOne(string press, string name, string? platform)
    {
        if (press.StartsWith('-'))
            return new SequenceStep(Wait: FramesOf(press.AsSpan(1), press, name, WireLimits.SequenceFrames));
        var star = press.IndexOf('*', StringComparison.Ordinal);
        var hold = star < 0 ? Hold : FramesOf(press.AsSpan(star + 1), press, name, WireLimits.HoldFrames);
        var buttons = (star < 0 ? press : press[..star]).Split('+', StringSplitOptions.TrimEntries);
        foreach (var button in buttons)
            ButtonNames.ParseOne(button, name, platform);
        return new SequenceStep(buttons, hold, Release);
    }

    private static int FramesOf(ReadOnlySpan<char> digits, string press, string name, int max) =>
        int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var frames) && frames >= 1 && frames <= max
            ? frames
            : throw Parameters.Refuse(name, press, $"like A, A+B, Up*16 or -30, with 1 to {max} frames");
}
