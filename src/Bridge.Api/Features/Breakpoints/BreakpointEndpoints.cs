using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Symbols;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;
using Bridge.SocketPool.TypedCommands;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Features.Breakpoints;

/// <summary>Maps breakpoints: instructions and memory whose use by the game is sent as events.</summary>
internal static class BreakpointEndpoints
{
    // The id that stands for all breakpoints in the emulator's command.
    private const int AllBreakpoints = 0;

    private static readonly ParameterNote Id =
        new("id", "The id of the breakpoint, as POST …/breakpoints returned it.", "1") { Rule = BreakpointRules.Id };

    public static void MapBreakpoints(this IEndpointRouteBuilder routes)
    {
        var breakpoints = routes.MapGroup("/breakpoints").WithTags("Breakpoints");
        breakpoints.MapGet("", ListAsync)
            .Describe("ListBreakpoints", "Lists the breakpoints and their hits, and where the game is stopped",
                "Oldest first. stop is there while the game is stopped.")
            .Needs(Scope.Read)
            .TakesQuery()
            .Produces<BreakpointList>()
            .RefusesLikeACommand(ProblemTypes.Unsupported);
        breakpoints.MapPost("", SetAsync)
            .Describe("SetBreakpoint", "Tells which instructions read, write or run",
                "Each time the game reads, writes or runs what is at the address, the event breakpoint tells which instruction did, when, "
                + "the values and all registers. The game goes on; it is the same as without, only slower. on: read, write, access (both), "
                + "change (a write of another value) or execute. length: up to 33,554,432 bytes from the address on, by default 1; a wider "
                + "access that touches them counts. if: the number that was read or written, or a register, compares with value, unsigned "
                + "and after mask. limit: it no longer acts after that many hits. then: stop stops the game at a hit, before its next "
                + "instruction, so execute before the one at the address: reads and writes of memory and registers, pictures and these "
                + "requests work then, everything else is refused with 409, until …/breakpoints/continue, or until stopSeconds (0.001 to "
                + "3600, default 60) are over. What clients read and write doesn't count. An emulator "
                + "has at most 64, and tells at most 64 hits a frame. They end with DELETE, when another game is loaded, and when the "
                + "emulator ends. The bundled emulator has breakpoints, and mGBA 0.11 those without then, without mirrors of memory and "
                + "with at most 16 bytes of execute; others respond with 501.")
            .Needs(Scope.Write)
            .TakesQuery()
            .TakesBody<NewBreakpoint>(BreakpointRules.Breakpoint, """{"address": "0x02000000", "length": 4, "on": "write"}""")
            .Produces<BreakpointDescription>(StatusCodes.Status201Created)
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody, ProblemTypes.BadRequest, ProblemTypes.OutOfRange,
                ProblemTypes.UnsupportedMediaType, ProblemTypes.Unsupported);
        breakpoints.MapDelete("/{id}", EndAsync)
            .Describe("DeleteBreakpoint", "Ends a breakpoint", "Responds with 204 and no body. Ids are not reused.")
            .Needs(Scope.Write)
            .TakesPath(Id)
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.UnknownBreakpoint, ProblemTypes.Unsupported);
        breakpoints.MapDelete("", EndAllAsync)
            .Describe("DeleteBreakpoints", "Ends all breakpoints", "Responds with 204 and no body.")
            .Needs(Scope.Write)
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .RefusesLikeACommand(ProblemTypes.Unsupported);
    }

    private static async Task<BreakpointList> ListAsync(
        string emulator, EmulatorDirectory emulators, SymbolStores symbols, CancellationToken cancellationToken)
    {
        var client = emulators.Get(emulator);
        var names = (await symbols.Of(client).ReadyAsync())();
        var (breakpoints, stop, frame) = await client.GetBreakpointsAsync(cancellationToken);
        return new BreakpointList(
            [.. breakpoints.Select(breakpoint => Describe(breakpoint, names))], StopEndpoints.Describe(stop, names), frame);
    }

    private static async Task<Created<BreakpointDescription>> SetAsync(
        string emulator, HttpContext context, EmulatorDirectory emulators, SymbolStores symbols)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadAsync(context.Request, BreakpointJson.Context.NewBreakpoint);
        var symbolsNow = await symbols.Of(client).ReadyAsync();
        var address = Parameters.OnBus(body.Address, symbolsNow);
        var breakpoint = BreakpointRules.Read(body);
        // first: the address without mirrors, or at the end of a chain of pointers.
        var (id, first, _) = await client.SetBreakpointAsync(address, breakpoint, context.RequestAborted);
        return TypedResults.Created(
            $"/emulators/{client.Name}/breakpoints/{id}", Describe(breakpoint with { Id = id, First = first }, symbolsNow()));
    }

    private static async Task<NoContent> EndAllAsync(string emulator, EmulatorDirectory emulators, CancellationToken cancellationToken)
    {
        await emulators.Get(emulator).ClearBreakpointAsync(AllBreakpoints, cancellationToken);
        return TypedResults.NoContent();
    }

    private static async Task<NoContent> EndAsync(
        string emulator, string id, EmulatorDirectory emulators, CancellationToken cancellationToken)
    {
        var number = BreakpointRules.Id.Parse(id);
        return await emulators.Get(emulator).ClearBreakpointAsync(number, cancellationToken)
            ? TypedResults.NoContent()
            : throw new RequestException(ProblemTypes.UnknownBreakpoint, $"There is no breakpoint {number}.", "id");
    }

    /// <summary>Describes a breakpoint. Its stop is in milliseconds, the description's in seconds.</summary>
    /// <param name="breakpoint">The breakpoint.</param>
    /// <param name="names">The symbols of the game; null: it has none.</param>
    public static BreakpointDescription Describe(Breakpoint breakpoint, GameNames? names) => new(
        breakpoint.Id, Parameters.Hex(breakpoint.First), breakpoint.Length, BreakpointRules.NameOf(breakpoint.On),
        breakpoint.Compare is null
            ? null : new BreakpointCondition(breakpoint.Compare, breakpoint.Value, breakpoint.Mask, breakpoint.Register),
        breakpoint.Limit == 0 ? null : breakpoint.Limit, breakpoint.Stop == 0 ? "log" : "stop",
        breakpoint.Stop == 0 ? null : breakpoint.Stop / 1000.0, breakpoint.Hits)
    {
        Symbol = names?.Nearest(breakpoint.First, domain: null),
    };
}
