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
    private const int DefaultTimeout = 600;
    private const string Still = "still";
    private const string Undo = "@undo";
    private const string Spread = "spread";
    private const string OldSpread = "each";
    private const string AfterPresses = "presses";

    protected override async Task<CallToolResult> RunAsync(McpTarget target, ActArguments given, CancellationToken cancellationToken)
    {
        var emulator = target.Emulator;
        var calmWithin = given.Settle == Still ? CalmWithin(given) : (int?)null;
        var undoes = given.From == Undo;
        var asked = ToRequest(given, emulator);
        target.Demand(
            Turns.NeedsOf(asked) | (undoes ? Scope.States : Scope.None) | (given.Search is null ? Scope.None : Scope.Read));
        var narrowing = NarrowingOf(given.Search);
        CheckNarrowing(target, narrowing);
        var hasUndone = false;
        try
        {
            await turns.CheckAsync(emulator, asked, MaxKeyFrames);
            var freezeEnded = await turns.FreezeAgainAsync(emulator, cancellationToken);
            if (undoes)
                await rewinds.UndoAsync(emulator, 1, "from", cancellationToken);
            hasUndone = undoes;
            await turns.NoteStartAsync(emulator, cancellationToken);
            using var turn = await turns.PlayAsync(emulator, asked, calmWithin, cancellationToken, MaxKeyFrames);
            var found = narrowing is null ? null : await NarrowAsync(target, narrowing, cancellationToken);
            var seen = new TurnSeen(
                turn.Frame, turn.Frames, turn.Met, turn.IsCalm, turn.Values?.Select(ValueSeen.Of).ToArray(),
                ShownOf(given, asked, turn), found);
            var (described, png) = await situations.DescribeAsync(
                emulator, seen, (turn.Frame - turn.Frames, turn.Frame), freezeEnded,
                turn.Look() is { } picture ? (picture, asked.Scale ?? 1) : null, isAlwaysSent: false, cancellationToken);
            return ToolResult.Seen(WorthSeeing(given, turn, png), png, described, McpJson.Context.TurnSeen);
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
    private static IEnumerable<(long Frame, byte[] Png)> WorthSeeing(
        ActArguments given, ModelTurn turn, ReadOnlyMemory<byte> last)
    {
        var shown = new List<ReadOnlyMemory<byte>> { last };
        var pictures = ShowsRepetitions(given) ? turn.Ends : turn.OnTheWay;
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

    private static int SettleOf(string? settle) => settle switch
    {
        null => DefaultSettle,
        Still => 0,
        _ => int.TryParse(settle, NumberStyles.None, CultureInfo.InvariantCulture, out var frames) && frames <= MaxFrames
            ? frames
            : throw Parameters.Refuse("settle", settle, $"0 to {MaxFrames}, or still"),
    };

    private static ActRequest ToRequest(ActArguments given, EmulatorClient emulator)
    {
        if (given.Press is not null && given.Steps is not null)
            throw new RequestException(ProblemTypes.InvalidParameter, "press can't be combined with steps.", "press");
        ReadLimits.Check(given.Read, "read", MaxPlaces);
        var screen = given.Screen ?? "end";
        if (screen is not ("end" or "none" or Spread or OldSpread or AfterPresses))
            throw Parameters.Refuse("screen", screen, "end, none, spread or presses");
        if (screen == "none" && given.Scale is not null)
            throw new RequestException(ProblemTypes.InvalidParameter, "scale requires a screen other than none.", "scale");
        if (screen == AfterPresses && given is { Repeat: not null, Settle: not Still })
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                "screen presses with repeat requires settle still; or repeat a press as 12xUp.", "screen");
        }

        var settle = SettleOf(given.Settle);
        if (given.TimeoutFrames is { } timeout)
            Parameters.InRange(timeout, "timeoutFrames", 1, MaxFrames);
        var steps = given.Press is { } press ? PressNotation.ReadSome(press, emulator.Status.Facts?.Platform) : given.Steps;
        return new ActRequest(
            given.From == Undo ? null : given.From, Sensors: null, steps, given.Repeat, given.Until,
            given is { Settle: Still, Until: null } ? null : given.TimeoutFrames, given.During ? true : null, settle, given.Read,
            Screen: screen == "none" ? null : ScreenRequest.Plain, Scale: screen == "none" ? null : Snapshot.ScaleOf(given.Scale, emulator),
            KeyFrames: screen is Spread or OldSpread && !ShowsRepetitions(given) ? IntervalOf(emulator, steps, given.Repeat, settle) : null,
            EachStep: screen == AfterPresses && !ShowsRepetitions(given) && steps is { Count: > 1 });
    }

    // A repetition that ends with a calm picture is what a model wants to see, more than moments between.
    private static bool ShowsRepetitions(ActArguments given) =>
        given is { Settle: Still, Repeat: > 1, Screen: Spread or OldSpread or AfterPresses };

    // The picture at the end is the one after the last press or repetition.
    private static string? ShownOf(ActArguments given, ActRequest asked, ModelTurn turn) =>
        ShowsRepetitions(given) ? ShownOf(turn.Repetitions, "repetitions")
        : asked is { EachStep: true, Steps: { } steps } ? ShownOf(steps.Count, "presses") : null;

    private static string? ShownOf(int count, string things) => count > MaxKeyFrames + 1
        ? string.Create(CultureInfo.InvariantCulture, $"the last {MaxKeyFrames + 1} of {count} {things}") : null;

    // Divides the turn into equal parts by its key frames.
    private static int IntervalOf(EmulatorClient emulator, IReadOnlyList<SequenceStep?>? steps, int? repeat, int settle)
    {
        var frames = settle + (steps is null ? 0 : SequenceSteps.Read(emulator, steps, repeat).Frames);
        return Math.Max(1, (frames + MaxKeyFrames) / (MaxKeyFrames + 1));
    }
}
