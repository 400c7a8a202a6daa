using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Holds the game while a model thinks, or releases it. Any client may join the hold.</summary>
internal sealed class FreezeTool(ToolParts parts, ModelTurns turns, GameViews views, Situations situations)
    : GameTool<FreezeArguments>(parts, Name, Scope.Input, McpJson.Context.FreezeArguments)
{
    public const string Name = "game_freeze";

    /// <summary>The name of the hold that models share, for other clients.</summary>
    public const string Owner = "a language model";

    private const int MaxSeconds = 600;

    protected override async Task<CallToolResult> RunAsync(McpTarget target, FreezeArguments given, CancellationToken cancellationToken)
    {
        var frozen = given.Frozen ?? throw Parameters.Missing("frozen", "true or false");
        var seconds = Parameters.InRange(given.Seconds ?? ModelTurns.FreezeSeconds, "seconds", 1, MaxSeconds);
        var emulator = target.Emulator;
        var result = frozen
            ? await FreezeAsync(emulator, seconds, cancellationToken)
            : await ResumeAsync(emulator, cancellationToken);
        var (seen, _) = await situations.DescribeAsync(
            emulator, result, (result.Frame, result.Frame), freezeEnded: false, picture: null, isAlwaysSent: false, cancellationToken);
        return ToolResult.Structured(seen, McpJson.Context.FreezeResult);
    }

    private async Task<FreezeResult> FreezeAsync(EmulatorClient emulator, int seconds, CancellationToken cancellationToken)
    {
        var lease = await turns.FreezeAsync(emulator, seconds, cancellationToken);
        return new FreezeResult(lease.Frame, lease.Left.TotalSeconds);
    }

    private async Task<FreezeResult> ResumeAsync(EmulatorClient emulator, CancellationToken cancellationToken)
    {
        views.Of(emulator).StaysFrozen = false;
        try
        {
            return new FreezeResult(await emulator.ReleaseHoldAsync(lease: null, cancellationToken), ResumesInSeconds: null);
        }
        catch (EmulatorException failed) when (failed.Failure == EmulatorFailure.NotHeld)
        {
            return new FreezeResult(emulator.Status.Frame, ResumesInSeconds: null);
        }
    }
}
