using System.Text.Json;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Roms;
using Bridge.Api.Features.States;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;
using Bridge.SocketPool.Framing;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Features.Vectors;

/// <summary>Maps vectors: their creation and end, and what is set between steps.</summary>
internal static class VectorEndpoints
{
    /// <summary>The name of a vector in a path.</summary>
    public static readonly ParameterNote Name = new("vector", "The name of a vector.", "maze")
        { Rule = new TextRule { Min = 1 } };

    private static readonly ParameterNote Start = new("start", "The number of a start, 0 to 15.", "0") { Rule = VectorRules.Start };

    public static void MapVectors(this IEndpointRouteBuilder routes)
    {
        var vectors = routes.MapGroup("/vectors").WithTags("Vectors");
        vectors.MapPost("", CreateAsync)
            .Needs(Scope.Admin, ofEveryEmulator: true)
            .Describe("CreateVector", "Starts up to 256 copies of a game that a learning loop steps together",
                "A program on the bridge's machine steps them through shared memory, whose path block has, without HTTP "
                + "(docs/vectors.md); others with POST …/step. frames: of a step that names none, 1 to 3600, default 1. read: up to 64 "
                + "values at the end of each step. picture: of the last frame, up to 256 x 224; last 2: the maximum of the last two. "
                + "starts: up to 16 states for resets; null or {} is the console just switched on. sticky: the probability that a frame "
                + "keeps the buttons of the one before. noops: a reset first runs 0 to this many frames without buttons. seed: of all "
                + "random numbers; the same seed and steps give the same bytes. model and clock as in POST /emulators; without clock it "
                + "begins in the year 2000. lease: the vector ends after these seconds without a step or a request to it, 1 to 604,800 or "
                + "null for never; default 600. In Bridge:OnDemand:Max it counts as the processors that it can keep busy. "
                + "The same Idempotency-Key of a token within ten minutes returns the same vector, until that ends. Only on Linux.")
            .TakesQuery()
            .ReadsHeader(CreationKey.NoteOf("vector"))
            .TakesBody<CreateVectorRequest>(VectorRules.Create,
                """
                {"rom": "buttontest.gba", "count": 2, "frames": 4, "read": [{"address": "0x02000020", "type": "u16"}],
                 "picture": {"width": 84, "height": 84, "gray": true}, "lease": {"seconds": 60}}
                """)
            .Produces<VectorDescription>(StatusCodes.Status201Created)
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.NarrowToken, ProblemTypes.UnknownRom, ProblemTypes.Conflict,
                ProblemTypes.UnknownState, ProblemTypes.RefusedState, ProblemTypes.OutOfRange, ProblemTypes.StorageFailed,
                ProblemTypes.StorageFull, ProblemTypes.Unsupported, ProblemTypes.EmulatorRefused, ProblemTypes.EmulatorFailed,
                ProblemTypes.TooManyEmulators, ProblemTypes.HostDraining, ProblemTypes.UnknownVector, ProblemTypes.TimedOut);
        vectors.MapGet("", (HttpContext context, VectorAccess access) => access.List(context))
            .Needs(Scope.Read, ofEveryEmulator: true)
            .Describe("ListVectors", "Lists the vectors of this host", "This is no use of them: leases go on.")
            .TakesQuery()
            .Produces<VectorList>()
            .Refuses(ProblemTypes.UnknownParameter);
        vectors.MapGet("/{vector}", GetAsync)
            .Needs(Scope.Read, ofEveryEmulator: true)
            .Describe("GetVector", "Describes a vector",
                "died and stuck: how many of its games were replaced since the start, because they died or hung.")
            .TakesPath(Name)
            .TakesQuery()
            .Produces<VectorDescription>()
            .RefusesLikeAVector();
        vectors.MapDelete("/{vector}", EndAsync)
            .Needs(Scope.Admin, ofEveryEmulator: true)
            .Describe("EndVector", "Ends a vector", "For ten minutes a repeated request succeeds as well.")
            .TakesPath(Name)
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .Refuses(ProblemTypes.UnknownParameter, ProblemTypes.UnknownVector, ProblemTypes.NarrowToken);
        vectors.MapPut("/{vector}/read", SetReadsAsync)
            .Needs(Scope.Admin, ofEveryEmulator: true)
            .Describe("SetVectorReads", "Sets what the steps of a vector read", "From the next step on.")
            .TakesPath(Name)
            .TakesQuery()
            .TakesBody<VectorReads>(VectorRules.Reads, """{"read": [{"address": "0x02000022", "type": "u16"}]}""")
            .Produces<VectorDescription>()
            .RefusesLikeAVector(ProblemTypes.OutOfRange, ProblemTypes.StorageFailed, ProblemTypes.StorageFull);
        vectors.MapPut("/{vector}/starts/{start}", SetStartAsync)
            .Needs(Scope.Admin, ofEveryEmulator: true)
            .Describe("SetVectorStart", "Sets a state from which resets of a vector start",
                "state is a named state of the game, saved by emulator (default: default); without both it is the console just switched "
                + "on. A body of application/octet-stream is a state itself, at most 1 MiB. Responds with 204.")
            .TakesPath(Name)
            .TakesPath(Start)
            .TakesQuery()
            .TakesBody<VectorStart>(VectorRules.StartFrom, "{}", RawBody.ContentType)
            .Produces(StatusCodes.Status204NoContent)
            .RefusesLikeAVector(ProblemTypes.UnknownState, ProblemTypes.RefusedState, ProblemTypes.StorageFailed);
        vectors.MapPut("/{vector}/lease", SetLeaseAsync)
            .Needs(Scope.Admin, ofEveryEmulator: true)
            .Describe("SetVectorLease", "Sets the lease of a vector",
                "It ends after these seconds without a step or a request to it, 1 to 604,800, or null for never.")
            .TakesPath(Name)
            .TakesQuery()
            .TakesBody<LeaseSetting>(OnDemandRules.Lease, """{"seconds": 3600}""")
            .Produces<VectorDescription>()
            .RefusesLikeAVector(ProblemTypes.StorageFailed, ProblemTypes.StorageFull);
        vectors.MapVectorSteps();
        vectors.MapVectorGames();
    }

    /// <summary>Documents these problems, and those of every request to a vector.</summary>
    public static RouteHandlerBuilder RefusesLikeAVector(this RouteHandlerBuilder endpoint, params ProblemType[] problems) =>
        endpoint.Refuses([
            ProblemTypes.UnknownParameter, ProblemTypes.UnknownVector, ProblemTypes.NarrowToken, ProblemTypes.EmulatorRefused,
            ProblemTypes.EmulatorFailed, ProblemTypes.TimedOut, .. problems,
        ]);

    private static async Task<Created<VectorDescription>> CreateAsync(
        HttpContext context, RunningVectors vectors, IdempotentCreations<RunningVector> keys, RomFolder roms)
    {
        var request = await JsonBody.ReadAsync(context.Request, VectorJson.Context.CreateVectorRequest);
        VectorAccess.Check(context, request.Name);
        foreach (var start in request.Starts ?? [])
            CheckState(context, start ?? new VectorStart());
        var wanted = NewVector.Read(request, roms);
        var vector = await keys.RunAsync(
            CreationKey.Of(context), JsonSerializer.Serialize(request, VectorJson.Context.CreateVectorRequest),
            cancelled => vectors.CreateAsync(wanted, cancelled), context.RequestAborted);
        var description = VectorAccess.Describe(context, vector);
        return TypedResults.Created(description.Url, description);
    }

    private static async Task<VectorDescription> GetAsync(string vector, HttpContext context, VectorAccess access)
    {
        var found = access.Get(context, vector);
        var (died, stuck) = await VectorChanges.LostAsync(found, context.RequestAborted);
        return VectorAccess.Describe(context, found) with { Died = died, Stuck = stuck };
    }

    private static async Task<NoContent> EndAsync(string vector, HttpContext context, RunningVectors vectors)
    {
        VectorAccess.Check(context, vector);
        await vectors.EndAsync(vector);
        return TypedResults.NoContent();
    }

    private static async Task<VectorDescription> SetReadsAsync(
        string vector, HttpContext context, VectorAccess access, HostFolders folders)
    {
        var body = await JsonBody.ReadAsync(context.Request, VectorJson.Context.VectorReads);
        var reads = VectorRead.ListOf(body.Read ?? throw Parameters.Missing("read", $"a list of up to {VectorRules.MaxReads} values"));
        var found = access.Get(context, vector);
        await SetAsync(found, folders, "reads", () => VectorChanges.SetReadsAsync(found.Control, reads, CancellationToken.None),
            record => record with { Read = [.. reads.Select(read => read.Value)] });
        return VectorAccess.Describe(context, found);
    }

    private static async Task<NoContent> SetStartAsync(
        string vector, string start, HttpContext context, VectorAccess access, VectorStates states)
    {
        var index = VectorRules.Start.Parse(start);
        var named = context.Request.HasJsonContentType()
            ? NewVector.Check(await JsonBody.ReadAsync(context.Request, VectorJson.Context.VectorStart)) : null;
        var given = named is null ? await RawBody.ReadAsync(context.Request, WireLimits.PayloadBytes, "a save state") : default;
        CheckState(context, named ?? new VectorStart());
        var found = access.Get(context, vector);
        var state = named is null ? StatePng.Unpack(given) : states.Read(found.Record.Game, named, "state");
        await VectorChanges.SetStartAsync(found.Control, index, state, "body", context.RequestAborted);
        return TypedResults.NoContent();
    }

    private static async Task<VectorDescription> SetLeaseAsync(
        string vector, HttpContext context, VectorAccess access, HostFolders folders)
    {
        var lease = NewEmulator.LeaseOf(await JsonBody.ReadAsync(context.Request, OnDemandJson.Context.LeaseSetting));
        var found = access.Get(context, vector);
        await SetAsync(found, folders, "lease", () => VectorChanges.SetLeaseAsync(found.Control, lease, CancellationToken.None),
            record => record with { LeaseSeconds = lease?.TotalSeconds });
        return VectorAccess.Describe(context, found);
    }

    private static async Task SetAsync(
        RunningVector vector, HostFolders folders, string what, Func<Task> change, Func<VectorRecord, VectorRecord> with)
    {
        try
        {
            await vector.ChangeAsync(change, with);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw folders.Failed($"The {what} of the vector {vector.Name} changed, but a bridge that starts anew won't know", exception);
        }
    }

    // States are a scope of their own, and those of other emulators may be out of reach.
    private static void CheckState(HttpContext context, VectorStart start)
    {
        if (start.State is null)
            return;
        TokenGuard.Demand(context, Scope.States);
        var owner = VectorStates.OwnerOf(start);
        if (!TokenGuard.Reaches(context, owner))
        {
            throw new RequestException(
                ProblemTypes.NarrowToken, $"The token does not allow the emulator {Parameters.Shorten(owner)}.", "emulator");
        }
    }
}
