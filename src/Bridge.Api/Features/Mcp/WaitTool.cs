using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Frames;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Waits for frames, for a value or for a new picture while the game runs.</summary>
internal sealed class WaitTool(ToolParts parts, FrameWaits waits)
    : GameTool<WaitArguments>(parts, Name, Scope.Read, McpJson.Context.WaitArguments)
{
    public const string Name = "game_wait";

    protected override async Task<CallToolResult> RunAsync(McpTarget target, WaitArguments given, CancellationToken cancellationToken)
    {
        var emulator = target.Emulator;
        var asked = ToRequest(given);
        var waited = await WaitAsync(emulator, asked, target.Token, cancellationToken);
        var picture = given.Look
            ? await Snapshot.TakeAsync(emulator, Snapshot.ScaleOf(null, emulator), cancellationToken)
            : default;
        return ToolResult.Seen(picture, waited, FrameJson.Context.WaitResponse);
    }

    private async Task<WaitResponse> WaitAsync(
        EmulatorClient emulator, WaitRequest asked, AccessToken? token, CancellationToken cancellationToken)
    {
        try
        {
            return await waits.WaitAsync(emulator, asked, token, cancellationToken);
        }
        catch (EmulatorException refused) when (refused.Failure == EmulatorFailure.Held)
        {
            throw new RequestException(ProblemTypes.Conflict,
                "The game is frozen, so there is nothing to wait for. Use until of game_act, or game_freeze with frozen false.");
        }
    }

    private static WaitRequest ToRequest(WaitArguments given)
    {
        var kinds = (given.Until is null ? 0 : 1) + (given.Screen == true ? 1 : 0) + (given.Frames is null ? 0 : 1);
        if (kinds != 1)
            throw new RequestException(ProblemTypes.InvalidParameter, $"Exactly one of until, screen and frames is required; got {kinds}.");
        if (given.Frames is { } frames)
            Parameters.InRange(frames, "frames", 1, ActTool.MaxFrames);
        if (given.TimeoutFrames is { } timeout)
            Parameters.InRange(timeout, "timeoutFrames", 1, ActTool.MaxFrames);
        var until = given.Screen == true ? new Until(Screen: ConditionRules.Changed) : given.Until;
        return new WaitRequest(given.Frames, until, given.TimeoutFrames);
    }
}
