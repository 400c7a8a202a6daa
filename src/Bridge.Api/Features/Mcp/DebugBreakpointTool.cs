using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Breakpoints;
using Bridge.Api.Features.Symbols;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;
using ModelContextProtocol.Protocol;

namespace Bridge.Api.Features.Mcp;

/// <summary>Sets and removes breakpoints, and lists them with their hits.</summary>
internal sealed class DebugBreakpointTool(ToolParts parts, SymbolStores symbols)
    : GameTool<DebugBreakpointArguments>(parts, Name, Scope.Write, McpJson.Context.DebugBreakpointArguments)
{
    public const string Name = "debug_breakpoint";

    protected override async Task<CallToolResult> RunAsync(
        McpTarget target, DebugBreakpointArguments given, CancellationToken cancellationToken)
    {
        var emulator = target.Emulator;
        if (given is { Set: not null, Remove: not null })
            throw new RequestException(ProblemTypes.InvalidParameter, "set can't be combined with remove.", "remove");
        if (given.Set is { } address)
        {
            var body = new NewBreakpoint(address, given.On ?? "execute", given.Length, Then: given.Stop ? "stop" : null);
            var place = Parameters.OnBus(address, await symbols.Of(emulator).ReadyAsync());
            await emulator.SetBreakpointAsync(place, BreakpointRules.Read(body), cancellationToken);
        }
        // 0 removes all of them, also if there are none.
        else if (given.Remove is { } id && !await emulator.ClearBreakpointAsync(id, cancellationToken) && id != 0)
        {
            throw new RequestException(ProblemTypes.UnknownBreakpoint, $"There is no breakpoint {id}.", "remove");
        }

        try
        {
            var names = symbols.Of(emulator).Now();
            var (breakpoints, _, frame) = await emulator.GetBreakpointsAsync(cancellationToken);
            return ToolResult.Structured(
                new DebugBreakpoints([.. breakpoints.Select(each => BreakpointEndpoints.Describe(each, names))], frame),
                McpJson.Context.DebugBreakpoints);
        }
        catch (EmulatorException failed) when (given.Set is not null || given.Remove is not null)
        {
            // A read that fails says that nothing was done, but the breakpoint has been set or removed already.
            throw ToolFailure.AfterChange(failed);
        }
    }
}
