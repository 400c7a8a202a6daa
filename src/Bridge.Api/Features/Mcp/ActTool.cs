using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Memory;
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

    /// <summary>For how many frames a turn waits where nothing else is said.</summary>
    public const int DefaultTimeout = 600;

    // How many places of the narrowed search a turn lists.
    private const int MaxMatches = 5;

    protected override async Task<CallToolResult> RunAsync(McpTarget target, ActArguments given, CancellationToken cancellationToken)
    {
        var emulator = target.Emulator;
        var undoes = given.From == Rewinds.Undo;
        var plan = TurnPlan.Of(given, emulator);
        var asked = plan.Asked;
        target.Demand(
            Turns.NeedsOf(asked) | (undoes ? Scope.States : Scope.None) | (given.Search is null ? Scope.None : Scope.Read));
        var narrowing = NarrowingOf(given.Search);
        CheckNarrowing(target, narrowing);
        var hasUndone = false;
        try
        {
            await turns.CheckAsync(emulator, asked, plan.Views);
            var freezeEnded = await turns.FreezeAgainAsync(target, cancellationToken);
            if (undoes)
                await rewinds.UndoAsync(emulator, turns: 1, "from", cancellationToken);
            hasUndone = undoes;
            await turns.NoteStartAsync(emulator, cancellationToken);
            using var turn = await turns.PlayAsync(target, asked, plan.Calm, cancellationToken, plan.Views);
            var found = narrowing is null ? null : await NarrowAsync(target, narrowing, cancellationToken);
            var seen = new TurnSeen(
                turn.Frame, turn.Frames, turn.Met, StillOf(turn), turn.Moving?.Describe(), turn.Values?.Select(ValueSeen.Of).ToArray(),
                turn.Changes, TurnPictures.Describe(plan, turn), found);
            var (described, png) = await situations.DescribeAsync(
                emulator, seen, (turn.Frame - turn.Frames, turn.Frame), freezeEnded,
                turn.Look() is { } picture ? (picture, asked.Scale ?? 1) : null, isAlwaysSent: false, cancellationToken);
            return ToolResult.WithPictures(TurnPictures.Of(plan, turn, png), png, described, McpJson.Context.TurnSeen);
        }
        catch (RequestException refused) when (refused.Parameter == "state")
        {
            // The member state of the turn is the argument from of the tool.
            throw refused.As("from");
        }
        catch (Exception failed) when (hasUndone && failed is EmulatorException or RequestException)
        {
            throw ToolFailure.AfterChange(failed);
        }
    }

    // Null leaves out the member still. Beside moving it isn't needed, because moving says that the rest is still.
    private static bool? StillOf(ModelTurn turn) => turn is { IsCalm: true, Moving: not null } ? null : turn.IsCalm;

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
            throw ToolFailure.AfterChange(failed);
        }
    }

    // Checks before the turn, because an error after it would lose the turn's picture.
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
}
