using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Screen;
using Bridge.Api.Features.States;
using Bridge.Api.Features.StateTree;
using Bridge.SocketPool;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Loads a named state, and saves the current state of the game under another name first.</summary>
internal sealed class LoadStateTool(ToolParts parts, NamedStates states, StateTrees trees, ModelTurns turns, Situations situations)
    : GameTool<LoadArguments>(parts, Name, Scope.States, McpJson.Context.LoadArguments)
{
    public const string Name = "state_load";

    /// <summary>The default name for the saved current state.</summary>
    public const string DefaultKept = "before-load";

    protected override async Task<CallToolResult> RunAsync(McpTarget target, LoadArguments given, CancellationToken cancellationToken)
    {
        var emulator = target.Emulator;
        var name = given.Name ?? throw Parameters.Missing("name", "a state that game_files lists");
        var kept = given.KeepCurrentAs is "" ? null : given.KeepCurrentAs;
        if (string.Equals(kept, name, StringComparison.OrdinalIgnoreCase))
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"keepCurrentAs must be another name than {name}, which is to be loaded.", "keepCurrentAs");
        }

        if (kept is not null)
        {
            CheckKept(kept);
            // Checks that the state can be read before the current one is saved.
            await states.ReadAsync(emulator, name, cancellationToken);
            await trees.SaveAsync(emulator, kept, note: null, mustBeNew: false, cancellationToken);
        }

        try
        {
            int? scale = given.Look ? Snapshot.ScaleOf(asked: null, emulator) : null;
            var freezeEnded = await turns.FreezeAgainAsync(target, cancellationToken);
            await turns.NoteStartAsync(emulator, cancellationToken);
            // Settles for one frame, after which the screen shows the loaded state.
            using var turn = await turns.PlayAsync(
                target, new ActRequest(State: name, Settle: 1, Screen: given.Look ? ScreenRequest.Plain : null, Scale: scale),
                calm: null, cancellationToken);
            var (seen, png) = await situations.DescribeAsync(
                emulator, new LoadResult(name, turn.Frame, kept), (turn.Frame, turn.Frame), freezeEnded,
                turn.Look() is { } picture ? (picture, scale!.Value) : null, isAlwaysSent: true, cancellationToken);
            return ToolResult.WithPicture(png, seen, McpJson.Context.LoadResult);
        }
        catch (Exception failed) when (kept is not null && failed is EmulatorException or RequestException)
        {
            // Nothing was loaded, but the current state has been saved.
            throw ToolFailure.AfterChange(failed);
        }
        catch (RequestException refused) when (refused.Parameter == "state")
        {
            throw refused.As("name");
        }
    }

    private static void CheckKept(string kept)
    {
        try
        {
            StateName.Check(kept);
        }
        catch (RequestException refused)
        {
            throw refused.As("keepCurrentAs");
        }
    }
}
