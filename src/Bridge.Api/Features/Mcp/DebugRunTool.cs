using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Breakpoints;
using Bridge.Api.Features.Symbols;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Runs the game until it uses memory, stops it, steps it, or lets it go on.</summary>
internal sealed class DebugRunTool(ToolParts parts, SymbolStores symbols)
    : GameTool<DebugRunArguments>(parts, Name, Scope.Write, McpJson.Context.DebugRunArguments)
{
    public const string Name = "debug_run";

    // In frames.
    private const int MaxTimeout = 1800;

    // Limits what the model has to read.
    private const int CodeLines = 8, MaxCalls = 8;

    protected override async Task<CallToolResult> RunAsync(
        McpTarget target, DebugRunArguments given, CancellationToken cancellationToken)
    {
        var emulator = target.Emulator;
        var count = (given.To is null ? 0 : 1) + (given.Stop ? 1 : 0) + (given.Step is null ? 0 : 1) + (given.Resume ? 1 : 0);
        if (count != 1)
        {
            throw new RequestException(
                ProblemTypes.InvalidParameter, $"Exactly one of to, stop, step and resume is required; got {count}.");
        }

        if (given.On is not null && given.To is null)
            throw new RequestException(ProblemTypes.InvalidParameter, "on requires to.", "on");
        var timeout = given.TimeoutFrames ?? (int)StopRules.Timeout.Default!.Value;
        Parameters.InRange(timeout, "timeoutFrames", 1, MaxTimeout);
        var (stop, frame) = await RunAsync(emulator, given, timeout, cancellationToken);
        try
        {
            return ToolResult.Structured(await LookAsync(emulator, stop, frame, cancellationToken), McpJson.Context.DebugSeen);
        }
        catch (EmulatorException failed)
        {
            // A read that fails says that nothing was done, but the game has run or stopped already.
            throw ToolFailure.AfterChange(failed);
        }
    }

    private async Task<(GameStop? Stop, long Frame)> RunAsync(
        EmulatorClient emulator, DebugRunArguments given, int timeout, CancellationToken cancellationToken)
    {
        if (given.Resume)
            return (null, await emulator.ContinueAsync(cancellationToken));
        if (given.Stop)
            return await emulator.StopGameAsync(BreakpointRules.TimeOf(seconds: null), timeout, cancellationToken);
        if (given.Step is { } instructions)
        {
            return await emulator.StepInstructionsAsync(
                (int)StopRules.Instructions.Check(instructions), timeout, cancellationToken);
        }

        var address = Parameters.OnBus(given.To, await symbols.Of(emulator).ReadyAsync());
        return await GameStops.RunUntilAsync(
            emulator, address, BreakpointRules.Read(new RunUntilRequest(On: given.On)), timeout, cancellationToken);
    }

    private async Task<DebugSeen> LookAsync(
        EmulatorClient emulator, GameStop? stop, long frame, CancellationToken cancellationToken)
    {
        if (stop is null)
            return new DebugSeen(Stopped: false, frame, Stop: null, Code: null, Calls: null);
        var code = await emulator.DisassembleAsync(stop.Next, CodeLines, mode: null, cancellationToken);
        var stack = await emulator.GetCallStackAsync(cancellationToken);
        return new DebugSeen(
            Stopped: true, frame, StopEndpoints.Describe(stop, symbols.Of(emulator).Now()),
            [.. code.Instructions.Select(each => $"{Parameters.Hex(each.Address)} {each.Text}")],
            [.. stack.Calls.Take(MaxCalls).Select(call => Parameters.Hex(call.Call))]);
    }
}
