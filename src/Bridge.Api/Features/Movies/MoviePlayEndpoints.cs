using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.States;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Security;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Movies;

/// <summary>Maps what movies do with the running game: write, record, play.</summary>
internal static class MoviePlayEndpoints
{
    public static void MapMoviePlay(this IEndpointRouteBuilder routes)
    {
        var movies = routes.MapGroup("/movies/{name}").WithTags("Movies");
        movies.MapPost("", WriteAsync)
            .Needs(Scope.States)
            .Describe("WriteMovie", "Writes what the game did as a movie, or begins to record one",
                "Without a body, writes all frames that the history has (GET …/history), of which from and to are the first and the last "
                + "one. The movie may begin up to some frames earlier, with a snapshot. With start or state, records: now from the "
                + "present frame on, reset after a reset, which needs the scope admin if tokens are configured, and state from a named "
                + "state on, which is loaded as by POST …/states/{name}/load. The response is 202 then, and POST …/stop writes the movie; "
                + "the history must still have its beginning. Responds with 201 for a new name, 200 for a replaced movie. Only the "
                + "bundled emulator has a history; others respond with 501. No recording begins, and the game is unchanged, if the state "
                + "is unknown or refused.")
            .TakesPath(MovieEndpoints.Name)
            .TakesQuery()
            .MayTakeBody<MovieRequest>(MovieRules.Request, "{}")
            .Produces<MovieWritten>()
            .Produces<MovieWritten>(StatusCodes.Status201Created)
            .Produces<MovieRecording>(StatusCodes.Status202Accepted)
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody, ProblemTypes.NarrowToken,
                ProblemTypes.UnknownState, ProblemTypes.Conflict, ProblemTypes.TooManyMovies, ProblemTypes.TooLarge,
                ProblemTypes.UnsupportedMediaType, ProblemTypes.RefusedState, ProblemTypes.EmulatorRefused, ProblemTypes.StorageFailed,
                ProblemTypes.StorageFull, ProblemTypes.Unsupported);
        movies.MapPost("/stop", StopAsync)
            .Needs(Scope.States)
            .Describe("StopMovie", "Writes the movie that is being recorded",
                "It has the frames up to the present one. The response is 409, and the recording ends, if the history has forgotten its "
                + "beginning, or if another game was loaded.")
            .TakesPath(MovieEndpoints.Name)
            .TakesQuery()
            .Produces<MovieWritten>()
            .Produces<MovieWritten>(StatusCodes.Status201Created)
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.UnknownMovie, ProblemTypes.Conflict,
                ProblemTypes.TooManyMovies, ProblemTypes.TooLarge, ProblemTypes.EmulatorRefused, ProblemTypes.StorageFailed,
                ProblemTypes.StorageFull, ProblemTypes.Unsupported);
        movies.MapPost("/play", PlayAsync)
            .Needs(Scope.States)
            .Describe("PlayMovie", "Plays a movie, and compares the game with it",
                "Puts the game at the movie's start, and runs its frames up to to, by default all. result is equal if all hashes in the "
                + "movie are those of the game; differs if one isn't, and then the first difference came after the frame after, at or "
                + "before the frame before, in regions; interrupted if a client pressed, wrote or loaded something, or the game was "
                + "rewound. until: difference (default) ends it at the first difference, end with the movie. speed is the speed meanwhile, "
                + "and needs the scope admin if tokens are configured. lease is required only if the hold is exclusive. A client "
                + "disconnect ends it. A movie of another ROM, model or mGBA is refused with 409, and the game is unchanged.")
            .TakesPath(MovieEndpoints.Name)
            .TakesQuery()
            .MayTakeBody<PlayRequest>(MovieRules.Play, "{}")
            .MapsArgument("thousandths", "speed")
            .Produces<MoviePlayed>()
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody, ProblemTypes.NarrowToken,
                ProblemTypes.UnsupportedMediaType, ProblemTypes.UnknownMovie, ProblemTypes.TooLarge, ProblemTypes.Conflict,
                ProblemTypes.Held, ProblemTypes.NotHeld, ProblemTypes.Interrupted, ProblemTypes.EmulatorRefused,
                ProblemTypes.StorageFailed, ProblemTypes.Unsupported)
            .WithMetadata(new WaitsForFrames());
    }

    private static async Task<IResult> WriteAsync(
        string emulator, string name, HttpContext context, EmulatorDirectory emulators, MovieRecorder recorder)
    {
        var client = emulators.Get(emulator);
        StateName.Check(name);
        var body = await JsonBody.ReadIfAnyAsync(context.Request, MovieJson.Context.MovieRequest) ?? new MovieRequest();
        if (StartOf(body) is { } start)
            return await BeginAsync(client, name, start, context, recorder);
        int? from = body.From is { } first ? MovieRules.From.Check(first) : null;
        int? to = body.To is { } last ? MovieRules.To.Check(last) : null;
        var (written, isNew) = await recorder.WriteAsync(client, name, from, to, context.RequestAborted);
        return Respond(client, written, isNew);
    }

    // Returns null if frames of the history are to be written.
    private static RecordingStart? StartOf(MovieRequest body)
    {
        if (body.Start is { } start && !MovieRules.Start.Accepts(start))
            throw Parameters.Refuse("start", start, MovieRules.Start.Names);
        if (body is { Start: not null, State: not null })
        {
            throw new RequestException(
                ProblemTypes.InvalidParameter, "state can't be combined with start; the recording begins with one of them.", "state");
        }

        if (body is { Start: null, State: null })
            return null;
        if (body.From is not null || body.To is not null)
        {
            var given = body.State is null ? "start" : "state";
            throw new RequestException(
                ProblemTypes.InvalidParameter, $"{given} can't be combined with from and to; it records what follows.", given);
        }

        return new RecordingStart(body.Start == MovieRules.Reset, body.State is { } state ? StateName.Check(state, "state") : null);
    }

    private static async Task<IResult> BeginAsync(
        EmulatorClient client, string name, RecordingStart start, HttpContext context, MovieRecorder recorder)
    {
        if (start.WithReset)
            TokenGuard.Demand(context, Scope.Admin);
        var recording = await recorder.BeginAsync(client, name, start, context.RequestAborted);
        return TypedResults.Json(recording, MovieJson.Context.MovieRecording, statusCode: StatusCodes.Status202Accepted);
    }

    private static async Task<IResult> StopAsync(
        string emulator, string name, EmulatorDirectory emulators, MovieRecorder recorder, CancellationToken cancellationToken)
    {
        var client = emulators.Get(emulator);
        var (written, isNew) = await recorder.StopAsync(client, name, cancellationToken);
        return Respond(client, written, isNew);
    }

    private static async Task<MoviePlayed> PlayAsync(
        string emulator, string name, HttpContext context, EmulatorDirectory emulators, MoviePlayer player)
    {
        var client = emulators.Get(emulator);
        StateName.Check(name);
        var body = await JsonBody.ReadIfAnyAsync(context.Request, MovieJson.Context.PlayRequest) ?? new PlayRequest();
        var until = body.Until ?? MovieRules.Difference;
        if (!MovieRules.Until.Accepts(until))
            throw Parameters.Refuse("until", until, MovieRules.Until.Names);
        var speed = body.Speed is { } given ? SpeedEndpoints.SpeedOf(given) : (double?)null;
        if (speed is not null)
            TokenGuard.Demand(context, Scope.Admin);
        int? to = body.To is { } last ? MovieRules.PlayedTo.Check(last) : null;
        var lease = body.Lease is { } held ? HoldEndpoints.LeaseOf(held) : null;
        return await player.PlayAsync(
            client, name, new MoviePlay(speed, to, until == MovieRules.Difference, lease), context.RequestAborted);
    }

    private static IResult Respond(EmulatorClient client, MovieWritten written, bool isNew) => isNew
        ? TypedResults.Created($"/emulators/{client.Name}/movies/{written.Name}", written)
        : TypedResults.Json(written, MovieJson.Context.MovieWritten);
}
