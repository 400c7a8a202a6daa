using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.History;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Returns the game to an earlier moment, or names the present one.</summary>
internal sealed class RewindTool(ToolParts parts, Rewinds rewinds, GameViews views, Situations situations)
    : GameTool<RewindArguments>(parts, Name, Scope.States, McpJson.Context.RewindArguments)
{
    public const string Name = "game_rewind";

    protected override async Task<CallToolResult> RunAsync(McpTarget target, RewindArguments given, CancellationToken cancellationToken)
    {
        var emulator = target.Emulator;
        await GoOrMarkAsync(emulator, given, cancellationToken);
        try
        {
            var picture = given.Look && given.SetMark is null ? await emulator.LookAsync(cancellationToken) : null;
            var history = await emulator.GetHistoryAsync(cancellationToken);
            var result = Describe(history, views.Of(emulator).Turns.CountAt(emulator.Status.Facts?.Crc32, history.Now));
            var (seen, png) = await situations.DescribeAsync(
                emulator, result, (result.Frame, result.Frame), freezeEnded: false,
                picture is null ? null : (picture, Snapshot.ScaleOf(asked: null, emulator)), isAlwaysSent: true, cancellationToken);
            return ToolResult.WithPicture(png, seen, McpJson.Context.RewindResult);
        }
        catch (EmulatorException failed)
        {
            // A read that fails says that nothing was done, but the game has gone back already.
            throw ToolFailure.AfterChange(failed);
        }
    }

    private async Task GoOrMarkAsync(EmulatorClient emulator, RewindArguments given, CancellationToken cancellationToken)
    {
        object?[] kinds = [given.Turns, given.Seconds, given.Frames, given.Mark, given.SetMark];
        var count = kinds.Count(kind => kind is not null);
        if (count != 1)
        {
            throw new RequestException(
                ProblemTypes.InvalidParameter, $"Exactly one of turns, seconds, frames, mark and setMark is required; got {count}.");
        }

        if (given.SetMark is { } name)
        {
            await emulator.MarkAsync(HistoryEndpoints.NameOf(name, "setMark"), cancellationToken);
        }
        else if (given.Turns is { } turns)
        {
            await rewinds.UndoAsync(emulator, turns, "turns", cancellationToken);
        }
        else
        {
            var to = HistoryEndpoints.TargetOf(new RewindRequest(given.Frames, given.Seconds, Mark: given.Mark));
            await emulator.RewindAsync(to, lease: null, cancellationToken);
        }
    }

    private static RewindResult Describe(HistoryNow history, int turns)
    {
        var back = history.Now - history.From;
        var latestFirst = history.Marks.Select(mark => mark.Name).Reverse();
        return new RewindResult(history.Frame, turns, back, HistoryEndpoints.ToSeconds(back), NameList.Of(latestFirst));
    }
}
