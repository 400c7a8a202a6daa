using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Features.OnDemand;

/// <summary>Maps the creation and the end of emulators, and their leases.</summary>
internal static class OnDemandEndpoints
{
    public static void MapCreation(this IEndpointRouteBuilder routes) => routes.MapPost("/emulators", CreateAsync)
        .WithTags("Emulators")
        .Needs(Scope.Admin, ofEveryEmulator: true)
        .Describe("CreateEmulator", "Starts an emulator, and responds when its first frame has run",
            "Starts the bundled emulator with a ROM of GET …/roms. name: 1 to 32 characters of a-z, 0-9 and -, default a new one; an "
            + "emulator with a chosen name keeps its save files when it ends, another starts without a save. state: a named state of the "
            + "game to start from. speed: 0.25 to 16, 0 for unlimited, default 1. model: the console for a Game Boy game. clock: the "
            + "cartridge clock in the first frame, in seconds since 1970, which then advances with the frames, so that two runs are "
            + "equal. lease: it ends after these seconds without a request or open stream, 1 to 604,800 or null for never; default 600, "
            + "and 60 until its first use. labels: up to 8 texts, which GET /emulators selects by. The same Idempotency-Key of a token "
            + "within ten minutes returns the same emulator, until that ends. A client disconnect ends it. Bridge:OnDemand:Max limits "
            + "their number. Only in a fleet: wait, 0 to 60, is how many seconds the creation waits for a free place, default 0; "
            + "checkpoint has a state saved every so many seconds, 1 to 3600, from which another host starts the emulator again if its "
            + "host is lost; it needs a name.")
        .TakesQuery()
        .ReadsHeader(CreationKey.NoteOf("emulator"))
        .TakesBody<CreateRequest>(OnDemandRules.Create,
            """{"rom": "buttontest.gba", "lease": {"seconds": 60}, "labels": {"task": "maze"}}""")
        .MapsArgument("path", "rom")
        .Produces<CreateResponse>(StatusCodes.Status201Created)
        .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.InvalidBody, ProblemTypes.NarrowToken, ProblemTypes.UnknownRom,
            ProblemTypes.Conflict, ProblemTypes.UnsupportedMediaType, ProblemTypes.RefusedState, ProblemTypes.StorageFailed,
            ProblemTypes.StorageFull, ProblemTypes.Unsupported, ProblemTypes.EmulatorRefused, ProblemTypes.TooManyEmulators,
            ProblemTypes.FleetFull, ProblemTypes.HostDraining, ProblemTypes.FleetUnavailable, ProblemTypes.NotApplied,
            ProblemTypes.OutcomeUnknown, ProblemTypes.TimedOut);

    public static void MapEnd(this IEndpointRouteBuilder emulator)
    {
        emulator.MapDelete("", EndAsync)
            .WithTags("Emulators")
            .Needs(Scope.Admin)
            .Describe("EndEmulator", "Ends an emulator that a client created",
                "The game writes its save file. Requests in progress are cancelled. For ten minutes a repeated request succeeds as well.")
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownEmulator, ProblemTypes.Conflict);
        emulator.MapPut("/lease", RenewAsync)
            .WithTags("Emulators")
            .Needs(Scope.Admin)
            .Describe("SetLease", "Sets the lease of an emulator that a client created",
                "It ends after these seconds without a request or open stream, 1 to 604,800, or null for never. When a lease ends, the "
                + "state \"expired\" of the emulator keeps its game for a day.")
            .TakesQuery()
            .TakesBody<LeaseSetting>(OnDemandRules.Lease, """{"seconds": 3600}""")
            .Produces<LeaseDescription>()
            .RefusesLikeACommand(ProblemTypes.InvalidBody, ProblemTypes.Conflict, ProblemTypes.UnsupportedMediaType,
                ProblemTypes.StorageFailed, ProblemTypes.StorageFull);
    }

    private static async Task<Created<CreateResponse>> CreateAsync(HttpContext context, ICreations creations, OwnHost own)
    {
        var wanted = Read(context, await JsonBody.ReadAsync(context.Request, OnDemandJson.Context.CreateRequest));
        var creation = await creations.CreateAsync(wanted, CreationKey.Of(context), context.RequestAborted);
        var response = creation.ToResponse(own);
        return TypedResults.Created(response.Url, response);
    }

    /// <summary>Checks what a client wants to create.</summary>
    /// <exception cref="RequestException">A member is invalid, or the client's token does not allow it.</exception>
    public static NewEmulator Read(HttpContext context, CreateRequest request)
    {
        CheckReach(context, request);
        return NewEmulator.Read(request) with
        {
            // Another host of the fleet that creates it checks the token again.
            Authorization = context.Request.Headers.Authorization is { Count: > 0 } given ? given.ToString() : null,
        };
    }

    private static async Task<NoContent> EndAsync(string emulator, OnDemandEmulators emulators)
    {
        await emulators.EndAsync(emulator);
        return TypedResults.NoContent();
    }

    private static async Task<LeaseDescription> RenewAsync(string emulator, HttpContext context, OnDemandEmulators emulators)
    {
        var lease = await JsonBody.ReadAsync(context.Request, OnDemandJson.Context.LeaseSetting);
        return await emulators.RenewAsync(emulator, NewEmulator.LeaseOf(lease), context.RequestAborted);
    }

    private static void CheckReach(HttpContext context, CreateRequest request)
    {
        if (!TokenGuard.Reaches(context, request.Name ?? ""))
        {
            throw new RequestException(ProblemTypes.NarrowToken,
                request.Name is { } name
                    ? $"The token does not allow the emulator {name}."
                    : "The token allows certain emulators only, so name is required: one of these.", "name");
        }

        if (request.State is { } state && NewEmulator.OwnerOf(state) is var owner && !TokenGuard.Reaches(context, owner))
        {
            throw new RequestException(ProblemTypes.NarrowToken,
                $"The token does not allow the emulator {Parameters.Shorten(owner)}.", "state.emulator");
        }
    }
}
