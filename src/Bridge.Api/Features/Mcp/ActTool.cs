using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Plays a turn: load a state, press, wait, settle, look.</summary>
internal sealed class ActTool(ToolParts parts, ModelTurns turns, Rewinds rewinds, Situations situations, MemorySearches searches)
    : GameTool<ActArguments>(parts, Name, Scope.Input, McpJson.Context.ActArguments)
{
    public const string Name = "game_act";

    /// <summary>Max frames that a tool waits for: a minute of the game.</summary>
    public const int MaxFrames = 3600;

    private const int MaxPlaces = 32;
    private const int MaxKeyFrames = 3;
    private const int MaxMatches = 5;
    private const int DefaultSettle = 8;
    public const int DefaultTimeout = 600;
    private const string Spread = "spread";
    private const string OldSpread = "each";
    private const string AfterPresses = "presses";

    protected override async Task<CallToolResult> RunAsync(McpTarget target, ActArguments given, CancellationToken cancellationToken)
    {
        var emulator = target.Emulator;
        var undoes = given.From == Rewinds.Undo;
        var plan = PlanOf(given, emulator);
        var asked = plan.Asked;
        target.Demand(
            Turns.NeedsOf(asked) | (undoes ? Scope.States : Scope.None) | (given.Search is null ? Scope.None : Scope.Read));
        var narrowing = NarrowingOf(given.Search);
        CheckNarrowing(target, narrowing);
        var hasUndone = false;
        try
        {
            await turns.CheckAsync(emulator, asked, plan.Views);
            var freezeEnded = await turns.FreezeAgainAsync(emulator, cancellationToken);
            if (undoes)
                await rewinds.UndoAsync(emulator, 1, "from", cancellationToken);
            hasUndone = undoes;
            await turns.NoteStartAsync(emulator, cancellationToken);
            using var turn = await turns.PlayAsync(emulator, asked, plan.Calm, cancellationToken, plan.Views);
            var found = narrowing is null ? null : await NarrowAsync(target, narrowing, cancellationToken);
            var seen = new TurnSeen(
                turn.Frame, turn.Frames, turn.Met, turn.IsCalm, turn.Moving?.Describe(), turn.Values?.Select(ValueSeen.Of).ToArray(),
                turn.Changes, ShownOf(plan, turn), found);
            var (described, png) = await situations.DescribeAsync(
                emulator, seen, (turn.Frame - turn.Frames, turn.Frame), freezeEnded,
                turn.Look() is { } picture ? (picture, asked.Scale ?? 1) : null, isAlwaysSent: false, cancellationToken);
            return ToolResult.Seen(WorthSeeing(plan, turn, png), png, described, McpJson.Context.TurnSeen);
        }
        catch (RequestException refused) when (refused.Parameter == "state")
        {
            throw refused.As("from");
        }
        catch (EmulatorException failed) when (hasUndone)
        {
            // The game has gone back already.
            throw new EmulatorException(EmulatorFailure.OutcomeUnknown, failed.Message, failed);
        }
    }

    private static MemorySearchRequest? NarrowingOf(SearchInTurn? search) => search is null
        ? null : new MemorySearchRequest(search.Id, Is: search.Is, Value: search.Value, Limit: MaxMatches);

    private async Task<SearchResult> NarrowAsync(McpTarget target, MemorySearchRequest narrowing, CancellationToken cancellationToken)
    {
        try
        {
            return SearchResult.Of(await searches.SearchAsync(target.Emulator, narrowing, target.Token, cancellationToken));
        }
        catch (Exception failed) when (failed is EmulatorException or RequestException)
        {
            // A read that fails says that nothing was done, but the turn has been played already.
            throw new EmulatorException(EmulatorFailure.OutcomeUnknown, failed.Message, failed);
        }
    }

    // Before the turn, because its picture is lost with an error.
    private void CheckNarrowing(McpTarget target, MemorySearchRequest? narrowing)
    {
        try
        {
            if (narrowing is not null)
                searches.CheckKnown(target.Emulator, narrowing, target.Token);
        }
        catch (RequestException refused)
        {
            throw refused.Type == ProblemTypes.UnknownSearch ? refused.As("search") : refused.Of("search");
        }
    }

    // Leaves out fades and what was seen before in the same turn.
    private static IEnumerable<(long Frame, byte[] Png)> WorthSeeing(TurnPlan plan, ModelTurn turn, ReadOnlyMemory<byte> last)
    {
        var shown = new List<ReadOnlyMemory<byte>> { last };
        var pictures = plan.ShowsRounds ? turn.Ends : turn.OnTheWay;
        foreach (var (frame, png) in pictures.Where(picture => picture.Frame < turn.Frame).Take(MaxKeyFrames))
        {
            using var picture = PngReader.Read(png, frame);
            if (PictureChange.OnlyColourOf(picture) is not null || shown.Exists(other => other.Span.SequenceEqual(png)))
                continue;
            shown.Add(png);
            yield return (frame, png);
        }
    }

    private static int CalmWithin(ActArguments given) => given.Until is null && given.TimeoutFrames is { } timeout
        ? Parameters.InRange(timeout, "timeoutFrames", 1, MaxFrames)
        : DefaultTimeout;

    private static TurnPlan PlanOf(ActArguments given, EmulatorClient emulator)
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
            Parameters.InRange(timeout, "timeoutFrames", 1, MaxFrames);
        var presses = PressesOf(given, emulator);
        var eachSettles = word == CalmWait.Each && presses is { Count: > 1 };
        var showsRounds = word is not null && (eachSettles || given.Repeat > 1) && screen is Spread or OldSpread or AfterPresses;
        var repeat = given.Repeat;
        if (screen == AfterPresses && word is null && repeat > 1 && presses is not null)
            (presses, repeat) = (Repeated(presses, repeat.Value), null);
        IReadOnlyList<SequenceStep?>? steps = presses is null ? null : [.. presses.SelectMany(press => press)];
        var asked = new ActRequest(
            given.From == Rewinds.Undo ? null : given.From, Sensors: null, steps, repeat, given.Until,
            word is not null && given.Until is null ? null : given.TimeoutFrames, given.During ? true : null, settle, given.Read,
            Screen: screen == "none" ? null : ScreenRequest.Plain, Scale: screen == "none" ? null : Snapshot.ScaleOf(given.Scale, emulator),
            KeyFrames: screen is Spread or OldSpread && !showsRounds ? IntervalOf(emulator, steps, repeat, settle) : null,
            EachStep: screen == AfterPresses && !showsRounds && presses is { Count: > 1 });
        var calm = word is null ? null : new CalmWait(CalmWithin(given), part, eachSettles ? presses : null);
        return new TurnPlan(asked, calm, asked.EachStep == true ? ViewsOf(presses!) : null, presses?.Count ?? 0, showsRounds);
    }

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
        return [.. ends.SkipLast(1).TakeLast(MaxKeyFrames)];
    }

    // The picture at the end is the one after the last press or round.
    private static string? ShownOf(TurnPlan plan, ModelTurn turn) =>
        plan is { ShowsRounds: true, Calm.Presses: null } ? ShownOf(turn.Rounds, "repetitions")
        : plan.ShowsRounds ? ShownOf(turn.Rounds, "presses")
        : plan.Asked.EachStep == true ? ShownOf(plan.Presses, "presses") : null;

    private static string? ShownOf(int count, string things) => count > MaxKeyFrames + 1
        ? string.Create(CultureInfo.InvariantCulture, $"the last {MaxKeyFrames + 1} of {count} {things}") : null;

    // Divides the turn into equal parts by its key frames.
    private static int IntervalOf(EmulatorClient emulator, IReadOnlyList<SequenceStep?>? steps, int? repeat, int settle)
    {
        var frames = settle + (steps is null ? 0 : SequenceSteps.Read(emulator, steps, repeat).Frames);
        return Math.Max(1, (frames + MaxKeyFrames) / (MaxKeyFrames + 1));
    }

    /// <param name="Asked">What is played.</param>
    /// <param name="Calm">The wait for a calm picture; null: none.</param>
    /// <param name="Views">After which steps pictures are taken; null: after none or all.</param>
    /// <param name="Presses">How many presses a repetition has.</param>
    /// <param name="ShowsRounds">
    /// Whether it shows the calm pictures at the ends of presses or repetitions: what a model wants to see more than moments between.
    /// </param>
    private sealed record TurnPlan(ActRequest Asked, CalmWait? Calm, IReadOnlyList<int>? Views, int Presses, bool ShowsRounds);
}
