using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Movies;
using Bridge.Api.Features.Notes;
using Bridge.Api.Features.States;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;
using Microsoft.AspNetCore.Http.Features;

namespace Bridge.Api.Features.StateTree;

/// <summary>Maps save states by name, in the bridge's own folder; each game has its own states.</summary>
internal static class NamedStateEndpoints
{
    private static readonly ParameterNote Name = new("name",
        "1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., without a dot at the start or end. Not case-sensitive.", "before-boss")
        { Rule = StateName.Rule };

    private const string PngType = "image/png";

    private static readonly FlagRule Tree = new("tree");

    private static readonly FlagRule Force = new("force");

    private static readonly ObjectRule Replay = new(typeof(ReplayRequest), new("speed", FrameRules.Speed), new("lease", FrameRules.Lease));

    public static void MapNamedStates(this IEndpointRouteBuilder routes)
    {
        var states = routes.MapGroup("/states").WithTags("States");
        states.MapGet("", ListAsync)
            .Needs(Scope.States)
            .Describe("ListStates", "Lists the named states of the running game",
                "Sizes are in bytes. Each game has its own states, identified by its title and checksum. With tree=true each state that "
                + "the bridge saved also has frame, the frame number in which it was saved; crc32, the checksum of the ROM; note; picture, "
                + "whether it has one; and, if the emulator has a history, parent, the named state that was saved or loaded last on the "
                + "way, and frames, how many ran since that parent. A parent may have been deleted since. What is unknown is missing.")
            .TakesQuery(new ParameterNote("tree", "true: tell where the states come from.", "true") { Rule = Tree })
            .Produces<StateTreeList>()
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.StorageFailed, ProblemTypes.Unsupported);
        states.MapPut("/{name}", SaveAsync)
            .Needs(Scope.States)
            .Describe("SaveState", "Saves the game under a name, or stores a state from the body",
                "Without a body, saves the running game. A body of application/octet-stream is stored as the state, at most 2 MiB; it "
                + "is checked only when it is loaded. Responds with 201 for a new name, 200 for a replaced state. A game has at most "
                + "256 states. note is a line about it. Without a body the state remembers its parent. GET …/states?tree=true "
                + "lists notes and parents.")
            .TakesPath(Name)
            .TakesQuery(new ParameterNote("note", "1 to 200 characters of one line.", "The last save point before the boss.")
                { Rule = NoteRules.Text })
            .TakesBytes(WireLimits.PayloadBytes, isOptional: true, RawBody.ContentType)
            .Produces<StateSaved>()
            .Produces<StateSaved>(StatusCodes.Status201Created)
            .RefusesLikeACommand(ProblemTypes.Held, ProblemTypes.InvalidParameter, ProblemTypes.TooManyStates,
                ProblemTypes.TooLarge, ProblemTypes.UnsupportedMediaType,
                ProblemTypes.StorageFailed, ProblemTypes.StorageFull, ProblemTypes.Unsupported);
        states.MapGet("/{name}", GetAsync)
            .Needs(Scope.States)
            .Describe("GetNamedState", "Returns a named state as bytes", "PUT …/state accepts the same bytes.")
            .TakesPath(Name)
            .TakesQuery()
            .Produces(StatusCodes.Status200OK)
            .WithMetadata(new BinaryResponse(RawBody.ContentType))
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.UnknownState,
                ProblemTypes.StorageFailed, ProblemTypes.Unsupported);
        states.MapPost("/{name}/load", LoadAsync)
            .Needs(Scope.States)
            .Describe("LoadState", "Loads a named state",
                "A damaged state, or a state of another game, is refused and changes nothing. force=true also loads a state that another "
                + "build of the game has, like a ROM hack before its last change: the same title and console, another checksum. The "
                + "response then has a warning.")
            .TakesPath(Name)
            .TakesQuery(new ParameterNote("force", "true: accept a state of another build of the game.", "true") { Rule = Force })
            .Produces<StateLoaded>()
            .RefusesLikeACommand(ProblemTypes.Held, ProblemTypes.InvalidParameter, ProblemTypes.UnknownState, ProblemTypes.RefusedState,
                ProblemTypes.StorageFailed, ProblemTypes.Unsupported);
        states.MapGet("/{name}/picture", GetPictureAsync)
            .Needs(Scope.States)
            .Describe("GetStatePicture", "Returns the picture of a named state as a PNG",
                "Only states that the bundled emulator has saved have one.")
            .TakesPath(Name)
            .TakesQuery()
            .Produces(StatusCodes.Status200OK)
            .WithMetadata(new BinaryResponse(PngType))
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.UnknownState,
                ProblemTypes.StorageFailed, ProblemTypes.Unsupported);
        states.MapPost("/{name}/replay", ReplayAsync)
            .Needs(Scope.States)
            .Describe("ReplayState", "Runs the game from a state's parent to it, and compares the memory",
                "Plays the inputs since the parent, which were kept when the state was saved, as POST …/movies/{name}/play plays a movie. "
                + "It may begin some frames before the parent. result is equal if the memory was the same all the way, and the game then "
                + "is where the state was saved; differs or interrupted otherwise. speed is the speed meanwhile, and needs the scope admin "
                + "if tokens are configured. The response is 409, and the game unchanged, if the state has no parent.")
            .TakesPath(Name)
            .TakesQuery()
            .MayTakeBody<ReplayRequest>(Replay, """{"speed": 0}""")
            .MapsArgument("thousandths", "speed")
            .Produces<MoviePlayed>()
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody, ProblemTypes.NarrowToken,
                ProblemTypes.UnsupportedMediaType, ProblemTypes.UnknownState, ProblemTypes.TooLarge, ProblemTypes.Conflict,
                ProblemTypes.Held, ProblemTypes.NotHeld, ProblemTypes.Interrupted, ProblemTypes.EmulatorRefused,
                ProblemTypes.StorageFailed, ProblemTypes.Unsupported)
            .WithMetadata(new WaitsForFrames());
        states.MapDelete("/{name}", DeleteAsync)
            .Needs(Scope.States)
            .Describe("DeleteState", "Deletes a named state", "Responds with 204 and no body.")
            .TakesPath(Name)
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.UnknownState,
                ProblemTypes.StorageFailed, ProblemTypes.Unsupported);
    }

    private static Task<StateTreeList> ListAsync(
        string emulator, string? tree, EmulatorDirectory emulators, StateTrees trees, CancellationToken cancellationToken) =>
        trees.ListAsync(emulators.Get(emulator), Tree.Parse(tree), cancellationToken);

    private static async Task<IResult> SaveAsync(
        string emulator, string name, string? note, HttpContext context, EmulatorDirectory emulators, StateTrees trees)
    {
        var client = emulators.Get(emulator);
        StateName.Check(name);
        if (note is not null && !NoteRules.IsText(note))
            throw Parameters.Refuse("note", note, NoteRules.Accepted);
        var (saved, isNew) = HasBody(context)
            ? await trees.StoreAsync(client, name, note, await ReadBodyAsync(context.Request), context.RequestAborted)
            : await trees.SaveAsync(client, name, note, mustBeNew: false, context.RequestAborted);
        return isNew
            ? TypedResults.Created($"/emulators/{client.Name}/states/{saved.Name}", saved)
            : TypedResults.Json(saved, StateJson.Context.StateSaved);
    }

    private static async Task<IResult> GetAsync(
        string emulator, string name, EmulatorDirectory emulators, NamedStates states, CancellationToken cancellationToken) =>
        Results.Bytes(await states.ReadAsync(emulators.Get(emulator), name, cancellationToken), RawBody.ContentType);

    private static async Task<IResult> GetPictureAsync(
        string emulator, string name, EmulatorDirectory emulators, StateTrees trees, CancellationToken cancellationToken) =>
        Results.Bytes(await trees.ReadPictureAsync(emulators.Get(emulator), name, cancellationToken), PngType);

    private static async Task<MoviePlayed> ReplayAsync(
        string emulator, string name, HttpContext context, EmulatorDirectory emulators, StateReplay replay)
    {
        var client = emulators.Get(emulator);
        StateName.Check(name);
        var body = await JsonBody.ReadIfAnyAsync(context.Request, StateTreeJson.Context.ReplayRequest) ?? new ReplayRequest();
        var speed = body.Speed is { } given ? SpeedEndpoints.SpeedOf(given) : (double?)null;
        if (speed is not null)
            TokenGuard.Demand(context, Scope.Admin);
        var lease = body.Lease is { } held ? HoldEndpoints.LeaseOf(held) : null;
        return await replay.RunAsync(client, name, speed, lease, context.RequestAborted);
    }

    private static Task<StateLoaded> LoadAsync(
        string emulator, string name, string? force, EmulatorDirectory emulators, StateTrees trees,
        CancellationToken cancellationToken) =>
        trees.LoadAsync(emulators.Get(emulator), name, Force.Parse(force), cancellationToken);

    private static async Task<IResult> DeleteAsync(
        string emulator, string name, EmulatorDirectory emulators, StateTrees trees, CancellationToken cancellationToken)
    {
        await trees.DeleteAsync(emulators.Get(emulator), name, cancellationToken);
        return Results.NoContent();
    }

    // A Content-Type announces a body. An empty one is then a mistake, and doesn't save the game.
    private static bool HasBody(HttpContext context) =>
        context.Request.ContentType is not null || context.Features.Get<IHttpRequestBodyDetectionFeature>()?.CanHaveBody == true;

    private static Task<ReadOnlyMemory<byte>> ReadBodyAsync(HttpRequest request) =>
        RawBody.ReadAsync(request, WireLimits.PayloadBytes, "a save state, or left out to save the running game");
}
