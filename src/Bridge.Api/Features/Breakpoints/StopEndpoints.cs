using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Events;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Breakpoints;

/// <summary>Maps what a client does with a stopped game: step, go on, and run until the next stop.</summary>
internal static class StopEndpoints
{
    // For requests without a body.
    private static readonly InstructionStep DefaultStep = new();
    private static readonly StopRequest DefaultStop = new();

    public static void MapStops(this IEndpointRouteBuilder routes)
    {
        routes.MapPost("/breakpoints/stop", StopAsync)
            .WithTags("Breakpoints")
            .Describe("StopGame", "Stops the game before its next instruction",
                "For stopSeconds (0.001 to 3600, default 60), or until …/breakpoints/continue. A game that is stopped already stays "
                + "where it is. stopped is false if no instruction ran within timeoutFrames (1 to 36,000, default 600). A frozen game is "
                + "refused with 409. The body is optional.")
            .Needs(Scope.Write)
            .TakesQuery()
            .MayTakeBody<StopRequest>(BreakpointRules.Stop, """{"stopSeconds": 60}""")
            .Produces<StopResponse>()
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody, ProblemTypes.Held, ProblemTypes.Interrupted,
                ProblemTypes.UnsupportedMediaType, ProblemTypes.Unsupported)
            .WithMetadata(new WaitsForFrames());
        routes.MapPost("/breakpoints/continue", ContinueAsync)
            .WithTags("Breakpoints")
            .Describe("ContinueGame", "Lets a stopped game go on", "The breakpoints stay.")
            .Needs(Scope.Write)
            .TakesQuery()
            .Produces<FrameResponse>()
            .RefusesLikeACommand(ProblemTypes.NotHeld, ProblemTypes.Unsupported);
        routes.MapPost("/breakpoints/step", StepAsync)
            .WithTags("Breakpoints")
            .Describe("StepInstructions", "Runs instructions of a stopped game",
                "Runs instructions (1 to 1,000,000, default 1) and responds when the game is stopped again, which may be at a breakpoint "
                + "before; interrupts that come run too. stopped is false if that took more than timeoutFrames (1 to 36,000, default 600), "
                + "as where the processor waits; the game then runs. The new stop lasts as long as the one before. The body is optional.")
            .Needs(Scope.Write)
            .TakesQuery()
            .MayTakeBody<InstructionStep>(StopRules.Step, """{"instructions": 1}""")
            .Produces<StopResponse>()
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody, ProblemTypes.NotHeld, ProblemTypes.Interrupted,
                ProblemTypes.UnsupportedMediaType, ProblemTypes.Unsupported)
            .WithMetadata(new WaitsForFrames());
        routes.MapPost("/run-until", RunUntilAsync)
            .WithTags("Breakpoints")
            .Describe("RunUntil", "Runs the game until it uses memory, and stops it there",
                "Like a breakpoint that stops the game once: address, length, on (default execute), if and stopSeconds are those of POST "
                + "…/breakpoints. A stopped game goes on first. Responds when the game is stopped, by this one; stopped is false if "
                + "timeoutFrames (1 to 36,000, default 600) passed without that. A frozen game is refused with 409. A client disconnect "
                + "ends it.")
            .Needs(Scope.Write)
            .TakesQuery()
            .TakesBody<RunUntilRequest>(BreakpointRules.RunUntil, """{"address": "0x02000000", "on": "write"}""")
            .Produces<StopResponse>()
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody, ProblemTypes.BadRequest, ProblemTypes.OutOfRange,
                ProblemTypes.Held, ProblemTypes.Interrupted, ProblemTypes.UnsupportedMediaType, ProblemTypes.Unsupported)
            .WithMetadata(new WaitsForFrames());
    }

    /// <summary>Describes a stop; null: there is none.</summary>
    public static StopDescription? Describe(GameStop? stop, GameNames? names)
    {
        if (stop is null)
            return null;
        var hit = BreakpointHits.Describe(stop.Hit);
        var isOfMemory = (stop.Hit.On & (BreakpointAccess.Read | BreakpointAccess.Write)) != 0;
        // Steps and stops by request have no breakpoint.
        var isStep = stop.Hit.Id == 0;
        return new StopDescription(
            Parameters.Hex(stop.Next), isStep ? "step" : hit.On, hit.Frame, hit.Cycle, isStep ? null : hit.Id,
            isOfMemory ? hit.Pc : null, isOfMemory ? hit.Address : null, isOfMemory ? hit.Size : null, hit.Before,
            isOfMemory ? hit.Value : null, hit.Dma, hit.Registers, stop.Left.TotalSeconds)
        {
            PcSymbol = names?.Nearest(stop.Next, domain: null),
            Symbol = isOfMemory ? names?.Nearest(stop.Hit.Address, domain: null) : null,
        };
    }

    private static async Task<StopResponse> StopAsync(
        string emulator, HttpContext context, EmulatorDirectory emulators, SymbolStores symbols)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadIfAnyAsync(context.Request, BreakpointJson.Context.StopRequest) ?? DefaultStop;
        var (stop, frame) = await client.StopGameAsync(
            BreakpointRules.TimeOf(body.StopSeconds), StopRules.Timeout.Of(body.TimeoutFrames), context.RequestAborted);
        return new StopResponse(stop is not null, Describe(stop, symbols.Of(client).Now()), frame);
    }

    private static async Task<FrameResponse> ContinueAsync(
        string emulator, EmulatorDirectory emulators, CancellationToken cancellationToken) =>
        new(await emulators.Get(emulator).ContinueAsync(cancellationToken));

    private static async Task<StopResponse> StepAsync(
        string emulator, HttpContext context, EmulatorDirectory emulators, SymbolStores symbols)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadIfAnyAsync(context.Request, BreakpointJson.Context.InstructionStep) ?? DefaultStep;
        var (stop, frame) = await client.StepInstructionsAsync(
            StopRules.Instructions.Of(body.Instructions), StopRules.Timeout.Of(body.TimeoutFrames), context.RequestAborted);
        return new StopResponse(stop is not null, Describe(stop, symbols.Of(client).Now()), frame);
    }

    private static async Task<StopResponse> RunUntilAsync(
        string emulator, HttpContext context, EmulatorDirectory emulators, SymbolStores symbols)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, BreakpointJson.Context.RunUntilRequest);
        var address = Parameters.OnBus(body.Address, await symbols.Of(client).ReadyAsync());
        var (breakpoint, timeout) = (BreakpointRules.Read(body), StopRules.Timeout.Of(body.TimeoutFrames));
        var (stop, frame) = await GameStops.RunUntilAsync(client, address, breakpoint, timeout, context.RequestAborted);
        return new StopResponse(stop is not null, Describe(stop, symbols.Of(client).Now()), frame);
    }
}
