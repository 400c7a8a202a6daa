using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Features.Doors;

/// <summary>Maps the doors: ports at which other tools' clients find the games.</summary>
internal static class DoorEndpoints
{
    private const string Tag = "Doors";

    // For requests without a body.
    private static readonly DoorRequest DefaultDoor = new();

    private static readonly ParameterNote Kind =
        new("door", "The tool whose protocol it speaks: gdb (docs/debugging.md), bizhawk (docs/archipelago.md) or retroarch "
            + "(docs/retroarch.md).", "bizhawk")
        {
            Rule = DoorRules.Kind,
        };

    public static void MapDoors(this IEndpointRouteBuilder routes) => routes.MapGet("/doors", List)
        .WithTags(Tag)
        .Describe("ListDoors", "Lists the open doors of all emulators",
            "A door is a port of the bridge's machine at which clients of another tool find the game of an emulator (docs/doors.md).")
        .Needs(Scope.Read, ofEveryEmulator: true)
        .TakesQuery()
        .Produces<DoorList>()
        .Refuses(ProblemTypes.UnknownParameter);

    public static void MapEmulatorDoors(this IEndpointRouteBuilder routes)
    {
        var door = routes.MapGroup("/doors/{door}").WithTags(Tag);
        door.MapGet("", Get)
            .Describe("GetDoor", "Returns whether a door of an emulator is open, and where",
                "Without port, address and access it is closed. connected: a client has it.")
            .Needs(Scope.Read)
            .TakesPath(Kind)
            .TakesQuery()
            .Produces<DoorDescription>()
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.InvalidParameter, ProblemTypes.UnknownEmulator,
                ProblemTypes.EmulatorFailed);
        door.MapPut("", OpenAsync)
            .Describe("OpenDoor", "Opens a door of an emulator",
                "Listens at a port of the bridge's machine, by default on 127.0.0.1, until DELETE, or until the emulator or the bridge "
                + "ends. Port 0, the default, is the first free one at which the tool looks; for gdb any free one. access is read, or "
                + "write, which includes read; gdb needs write. One client at a time has a door; retroarch, over UDP, has any number. "
                + "These protocols have no tokens: any program of the account can connect. gdb: gdb-multiarch -ex \"target remote "
                + "ADDRESS\" stops the game when it attaches; only the bundled emulator's GBA games can be debugged, others respond "
                + "with 501. bizhawk: clients of Archipelago's connector look at the ports 43055 to 43059. retroarch: clients look at "
                + "55355. The response is 409 if the port is in use, or if the door is open at another one or with another access already. "
                + "The body is optional.")
            .Needs(Scope.Write)
            .TakesPath(Kind)
            .TakesQuery()
            .MayTakeBody<DoorRequest>(DoorRules.Door, """{"port": 0}""")
            .Produces<DoorDescription>()
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody, ProblemTypes.Conflict,
                ProblemTypes.UnsupportedMediaType, ProblemTypes.Unsupported);
        door.MapDelete("", CloseAsync)
            .Describe("CloseDoor", "Closes a door of an emulator",
                "A client that has it is disconnected, and the game goes on. Responds with 204 and no body, also if it was closed.")
            .Needs(Scope.Write)
            .TakesPath(Kind)
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.InvalidParameter, ProblemTypes.UnknownEmulator,
                ProblemTypes.EmulatorFailed);
    }

    private static DoorList List(HttpContext context, OpenDoors doors) =>
        new([.. doors.DescribeAll().Where(door => TokenGuard.Reaches(context, door.Emulator))]);

    private static DoorDescription Get(string emulator, string door, EmulatorDirectory emulators, OpenDoors doors) =>
        doors.Describe(emulators.Get(emulator), DoorRules.KindOf(door));

    private static async Task<DoorDescription> OpenAsync(
        string emulator, string door, HttpContext context, EmulatorDirectory emulators, OpenDoors doors, DoorOptions options)
    {
        var client = emulators.Get(emulator);
        var kind = DoorRules.KindOf(door);
        var body = await JsonBody.ReadIfAnyAsync(context.Request, DoorJson.Context.DoorRequest) ?? DefaultDoor;
        var (port, access) = (DoorRules.Port.Of(body.Port), DoorRules.AccessOf(body.Access, kind, options.Of(kind)));
        if (await kind.FindRefusalAsync(client, context.RequestAborted) is { } refusal)
            throw new RequestException(ProblemTypes.Unsupported, refusal);
        doors.Open(client, kind, port, access);
        return doors.Describe(client, kind);
    }

    private static async Task<NoContent> CloseAsync(string emulator, string door, EmulatorDirectory emulators, OpenDoors doors)
    {
        await doors.CloseAsync(emulators.Get(emulator), DoorRules.KindOf(door));
        return TypedResults.NoContent();
    }
}
