using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;
using Bridge.Doors.Gdb;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Features.Gdb;

/// <summary>Maps the door of an emulator for GDB.</summary>
internal static class GdbEndpoints
{
    private static readonly GdbRequest FreePort = new();

    public static void MapGdb(this IEndpointRouteBuilder routes)
    {
        var gdb = routes.MapGroup("/gdb").WithTags("Breakpoints");
        gdb.MapGet("", Get)
            .Describe("GetGdb", "Returns where GDB can attach, and whether it has",
                "Without address and port it can't. attached: it has the game, which is stopped, or goes on until a breakpoint.")
            .Needs(Scope.Read)
            .TakesQuery()
            .Produces<GdbResponse>()
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator, ProblemTypes.EmulatorFailed);
        gdb.MapPut("", OpenAsync)
            .Describe("OpenGdb", "Lets GDB attach to the game",
                "Listens at a port of the bridge's machine (0 to 65,535, default 0: a free one), by default on 127.0.0.1, until DELETE, or "
                + "until the emulator or the bridge ends: gdb-multiarch -ex \"target remote ADDRESS\". One debugger at a time has the "
                + "game. It stops the game when it attaches; when it detaches or is gone, its breakpoints end and the game "
                + "goes on. GDB sends no token: any program of the account can attach. Only the bundled emulator's GBA games can be "
                + "debugged; others respond with 501. The response is 409 if the port is in use, or if GDB can attach at "
                + "another one already. The body is optional.")
            .Needs(Scope.Write)
            .TakesQuery()
            .MayTakeBody<GdbRequest>(GdbRules.Door, """{"port": 0}""")
            .Produces<GdbResponse>()
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody, ProblemTypes.Conflict,
                ProblemTypes.UnsupportedMediaType, ProblemTypes.Unsupported);
        gdb.MapDelete("", CloseAsync)
            .Describe("CloseGdb", "Lets GDB attach no longer",
                "A debugger that has the game loses it. Responds with 204 and no body, also if it could not attach.")
            .Needs(Scope.Write)
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator, ProblemTypes.EmulatorFailed);
    }

    private static GdbResponse Get(string emulator, EmulatorDirectory emulators, GdbDoors doors) =>
        Describe(doors.Find(emulators.Get(emulator)));

    private static async Task<GdbResponse> OpenAsync(string emulator, HttpContext context, EmulatorDirectory emulators, GdbDoors doors)
    {
        var client = emulators.Get(emulator);
        var body = await JsonBody.ReadIfAnyAsync(context.Request, GdbJson.Context.GdbRequest) ?? FreePort;
        var port = GdbRules.Port.Of(body.Port);
        // Refuses emulators that have no breakpoints or no game.
        await client.GetBreakpointsAsync(context.RequestAborted);
        if (GdbDoor.FindRefusal(client) is { } refusal)
            throw new RequestException(ProblemTypes.Unsupported, refusal);
        return Describe(doors.Open(client, port));
    }

    private static async Task<NoContent> CloseAsync(string emulator, EmulatorDirectory emulators, GdbDoors doors)
    {
        await doors.CloseAsync(emulators.Get(emulator));
        return TypedResults.NoContent();
    }

    private static GdbResponse Describe(GdbDoor? door) =>
        new(door?.Address.Port, door is null ? null : $"{door.Address}", door is { IsAttached: true });
}
