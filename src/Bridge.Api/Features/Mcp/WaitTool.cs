using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Screen;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Waits for frames, for a value or for a new picture. A frozen game plays these frames.</summary>
internal sealed class WaitTool(ToolParts parts, FrameWaits waits, ModelTurns turns, Situations situations)
    : GameTool<WaitArguments>(parts, Name, Scope.Read, McpJson.Context.WaitArguments)
{
    public const string Name = "game_wait";

    protected override async Task<CallToolResult> RunAsync(McpTarget target, WaitArguments given, CancellationToken cancellationToken)
    {
        var emulator = target.Emulator;
        var asked = ToRequest(given);
        await turns.CheckAsync(emulator, TurnOf(asked));
        var freezeEnded = await turns.FreezeAgainAsync(target, cancellationToken);
        var scale = Snapshot.ScaleOf(asked: null, emulator);
        var (waited, picture) = emulator.State == EmulatorState.Held
            ? await PlayAsync(target, TurnOf(asked) with { Screen = given.Look ? ScreenRequest.Plain : null }, cancellationToken)
            : await WaitAsync(target, asked, given.Look, cancellationToken);
        var (seen, png) = await situations.DescribeAsync(
            emulator, waited, (waited.Frame - waited.Frames, waited.Frame), freezeEnded, picture is null ? null : (picture, scale),
            isAlwaysSent: false, cancellationToken);
        return ToolResult.WithPicture(png, seen, McpJson.Context.WaitSeen);
    }

    // In a frozen game it plays the frames.
    protected override bool ChangesNothing(McpTarget target) => target.Emulator.State != EmulatorState.Held;

    private async Task<(WaitSeen, Picture?)> PlayAsync(McpTarget target, ActRequest asked, CancellationToken cancellationToken)
    {
        target.Demand(Scope.Input);
        await turns.NoteStartAsync(target.Emulator, cancellationToken);
        using var played = await turns.PlayAsync(target, asked, calm: null, cancellationToken);
        return (new WaitSeen(played.Frame, played.Frames, played.Met, Value: null), played.Look());
    }

    private static ActRequest TurnOf(WaitRequest asked) =>
        new(Until: asked.Until, TimeoutFrames: asked.TimeoutFrames, Settle: asked.Frames ?? 0);

    private async Task<(WaitSeen, Picture?)> WaitAsync(
        McpTarget target, WaitRequest asked, bool looks, CancellationToken cancellationToken)
    {
        var waited = await waits.WaitAsync(target.Emulator, asked, target.Token, cancellationToken);
        var value = waited.Address is { } address ? new ValueSeen(address, waited.Value, Hex: null) : null;
        var seen = new WaitSeen(waited.Frame, waited.Waited, waited.Met, value);
        return (seen, looks ? await target.Emulator.LookAsync(cancellationToken) : null);
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
