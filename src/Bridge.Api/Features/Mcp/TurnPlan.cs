using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Mcp;

/// <summary>How a turn of game_act is played.</summary>
/// <param name="Asked">What is played.</param>
/// <param name="Calm">The wait for a calm picture; null: none.</param>
/// <param name="Views">After which steps pictures are taken; null: after none or all.</param>
/// <param name="Presses">The steps of each press.</param>
/// <param name="ShowsRounds">
/// Whether it shows the calm pictures after presses or repetitions, which tell a model more than the moments between them.
/// </param>
internal sealed record TurnPlan(
    ActRequest Asked, CalmWait? Calm, IReadOnlyList<int>? Views, IReadOnlyList<IReadOnlyList<SequenceStep?>> Presses, bool ShowsRounds)
{
    private const int MaxPlaces = 32;
    private const int DefaultSettle = 8;
    private const string Spread = "spread";
    private const string OldSpread = "each"; // what earlier versions called spread
    private const string AfterPresses = "presses";

    /// <summary>Returns the plan for arguments.</summary>
    /// <exception cref="RequestException">One is invalid.</exception>
    public static TurnPlan Of(ActArguments given, EmulatorClient emulator)
    {
        if (given.Press is not null && given.Steps is not null)
            throw new RequestException(ProblemTypes.InvalidParameter, "press can't be combined with steps.", "press");
        ReadLimits.Check(given.Read, "read", MaxPlaces);
        var screen = given.Screen ?? "end";
        if (screen is not ("end" or "none" or Spread or OldSpread or AfterPresses))
            throw Parameters.Refuse("screen", screen, "end, none, spread or presses");
        if (screen == "none" && given.Scale is not null)
            throw new RequestException(ProblemTypes.InvalidParameter, "scale requires a screen other than none.", "scale");
        var (word, part, settle) = given.Settle is null ? (null, null, DefaultSettle) : CalmWait.Read(given.Settle);
        if (given.TimeoutFrames is { } timeout)
            Parameters.InRange(timeout, "timeoutFrames", 1, ActTool.MaxFrames);
        var presses = PressesOf(given, emulator);
        var eachSettles = word == CalmWait.Each && presses is { Count: > 1 };
        var isSpread = screen is Spread or OldSpread;
        // Rounds are presses or repetitions with a wait for a calm picture after each.
        var hasRounds = word is not null && (eachSettles || given.Repeat > 1);
        var showsRounds = hasRounds && (isSpread || screen == AfterPresses);
        var repeat = given.Repeat;
        // Repeated presses become presses of their own, so that a picture can be taken after each.
        if (screen == AfterPresses && word is null && repeat > 1 && presses is not null)
            (presses, repeat) = (Repeated(presses, repeat.Value), null);
        IReadOnlyList<SequenceStep?>? steps = presses is null ? null : [.. presses.SelectMany(press => press)];
        var asked = new ActRequest(
            given.From == Rewinds.Undo ? null : given.From, Sensors: null, steps, repeat, given.Until,
            // Without a condition, it limits the wait for a calm picture.
            TimeoutFrames: word is not null && given.Until is null ? null : given.TimeoutFrames,
            During: given.During ? true : null, settle, given.Read,
            Screen: screen == "none" ? null : ScreenRequest.Plain, Scale: screen == "none" ? null : Snapshot.ScaleOf(given.Scale, emulator),
            KeyFrames: isSpread && !showsRounds ? IntervalOf(emulator, steps, repeat, settle) : null,
            EachStep: screen == AfterPresses && !showsRounds && presses is { Count: > 1 });
        var calm = word is null ? null : new CalmWait(CalmWithin(given), part, eachSettles ? presses : null);
        return new TurnPlan(asked, calm, asked.EachStep == true ? ViewsOf(presses!) : null, presses ?? [], showsRounds);
    }

    private static int CalmWithin(ActArguments given) =>
        (given.Until is null ? given.TimeoutFrames : null) ?? ActTool.DefaultTimeout;

    // A step of the body is a press of its own.
    private static IReadOnlyList<IReadOnlyList<SequenceStep?>>? PressesOf(ActArguments given, EmulatorClient emulator)
    {
        if (given.Press is not { } press)
            return given.Steps?.Select(step => (IReadOnlyList<SequenceStep?>)[step]).ToArray();
        return press.Count == 0 ? null : PressNotation.Read(press, emulator.Status.Facts?.Platform);
    }

    private static IReadOnlyList<IReadOnlyList<SequenceStep?>> Repeated(IReadOnlyList<IReadOnlyList<SequenceStep?>> presses, int times)
    {
        var count = presses.Sum(press => press.Count) * (long)times;
        return count <= PressNotation.MaxPresses
            ? [.. Enumerable.Repeat(presses, times).SelectMany(all => all)]
            : throw new RequestException(ProblemTypes.InvalidParameter, string.Create(CultureInfo.InvariantCulture,
                $"screen presses requires settle still or each for more than {PressNotation.MaxPresses} presses; got {count}."), "screen");
    }

    // The steps that end the last presses, without the very last one, whose picture is that of the whole turn.
    private static int[] ViewsOf(IReadOnlyList<IReadOnlyList<SequenceStep?>> presses)
    {
        var ends = new List<int>(presses.Count);
        foreach (var press in presses)
            ends.Add((ends.Count == 0 ? -1 : ends[^1]) + press.Count);
        return [.. ends.SkipLast(1).TakeLast(TurnPictures.Max)];
    }

    // Divides the turn into equal parts by its key frames.
    private static int IntervalOf(EmulatorClient emulator, IReadOnlyList<SequenceStep?>? steps, int? repeat, int settle)
    {
        var frames = settle + (steps is null ? 0 : SequenceSteps.Read(emulator, steps, repeat).Frames);
        return Math.Max(1, (frames + TurnPictures.Max) / (TurnPictures.Max + 1));
    }
}
