using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Movies;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Screen;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Responses;
using Bridge.Api.Server.Security;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Features.Vectors;

/// <summary>Maps the pictures, states and movies of games of a vector, and the emulators that continue from them.</summary>
internal static class VectorGameEndpoints
{
    private const string Png = "image/png";
    private const int MaxShown = 64;

    // Stands for the vector's ROM in a request that is checked before the vector is looked up.
    private const string Rom = "game";

    private static readonly ParameterNote Game = new("game", "The number of a game, from 0.", "0") { Rule = VectorRules.Game };

    public static void MapVectorGames(this IEndpointRouteBuilder vectors)
    {
        vectors.MapGet("/{vector}/screens", GetScreens)
            .Needs(Scope.Read, ofEveryEmulator: true)
            .Describe("GetVectorScreens", "Returns the pictures of a vector's latest step in one PNG",
                "Those of the first 64 games row by row, in as many columns as rows or one more. They come from the shared memory: the "
                + "games don't notice, and it is no use of the vector.")
            .TakesPath(VectorEndpoints.Name)
            .TakesQuery()
            .Produces(StatusCodes.Status200OK)
            .WithMetadata(new BinaryResponse(Png))
            .RefusesLikeAVector(ProblemTypes.Conflict);
        vectors.MapGet("/{vector}/{game}/screen", GetScreenAsync)
            .Needs(Scope.Read, ofEveryEmulator: true)
            .Describe("GetVectorScreen", "Returns the picture of a game of a vector as a PNG",
                "The latest one, in the console's size; of a vector without pictures that of the next frame, which the game doesn't "
                + "notice.")
            .TakesPath(VectorEndpoints.Name)
            .TakesPath(Game)
            .TakesQuery()
            .Produces(StatusCodes.Status200OK)
            .WithMetadata(new BinaryResponse(Png))
            .RefusesLikeAVector();
        vectors.MapGet("/{vector}/{game}/state", GetStateAsync)
            .Needs(Scope.States, ofEveryEmulator: true)
            .Describe("GetVectorState", "Returns the state of a game of a vector as bytes",
                "PUT …/starts/{start} and PUT /emulators/{emulator}/state accept the same bytes.")
            .TakesPath(VectorEndpoints.Name)
            .TakesPath(Game)
            .TakesQuery()
            .Produces(StatusCodes.Status200OK)
            .WithMetadata(new BinaryResponse(RawBody.ContentType))
            .RefusesLikeAVector();
        vectors.MapGet("/{vector}/{game}/movie", GetMovieAsync)
            .Needs(Scope.States, ofEveryEmulator: true)
            .Describe("GetVectorMovie", "Returns what a game of a vector did since its latest reset, as a movie",
                "PUT /emulators/{emulator}/movies/{name} accepts the same bytes (docs/movies.md). It has the buttons that the game really "
                + "got, with sticky ones, and no hashes. Between steps only. 409 if the game has had more than 4,096 actions since then, "
                + "or its start was set anew.")
            .TakesPath(VectorEndpoints.Name)
            .TakesPath(Game)
            .TakesQuery()
            .Produces(StatusCodes.Status200OK)
            .WithMetadata(new BinaryResponse(RawBody.ContentType))
            .RefusesLikeAVector(ProblemTypes.Conflict, ProblemTypes.ProtocolError);
        vectors.MapPost("/{vector}/{game}/emulator", CreateEmulatorAsync)
            .Needs(Scope.Admin, ofEveryEmulator: true)
            .Describe("CreateEmulatorOfVector", "Starts an emulator that goes on from a game of a vector",
                "An ordinary emulator, with the members name, speed, lease and labels of POST /emulators. The game of the vector stays. "
                + "Not in a fleet.")
            .TakesPath(VectorEndpoints.Name)
            .TakesPath(Game)
            .TakesQuery()
            .MayTakeBody<VectorEmulatorRequest>(VectorRules.Emulator, """{"lease": {"seconds": 60}}""")
            .Produces<CreateResponse>(StatusCodes.Status201Created)
            .RefusesLikeAVector(ProblemTypes.UnknownRom, ProblemTypes.Conflict, ProblemTypes.RefusedState, ProblemTypes.StorageFailed,
                ProblemTypes.StorageFull, ProblemTypes.Unsupported, ProblemTypes.TooManyEmulators, ProblemTypes.HostDraining,
                ProblemTypes.NotApplied, ProblemTypes.OutcomeUnknown);
    }

    private static void GetScreens(string vector, HttpContext context, VectorAccess access)
    {
        var found = access.Get(context, vector);
        var plan = found.Record.Plan;
        if (plan.Picture is null)
        {
            throw new RequestException(
                ProblemTypes.Conflict, $"The vector {found.Name} has no pictures; picture of POST /vectors adds them.");
        }

        using var sheet = found.View(block => VectorSheet.Of(block.LatestPictures(), plan, Math.Min(plan.Count, MaxShown)));
        BufferedResponse.WriteBytes(context.Response, PngWriter.Write(sheet, scale: 1).Span, Png);
    }

    private static async Task GetScreenAsync(string vector, string game, HttpContext context, VectorAccess access)
    {
        var number = VectorRules.Game.Parse(game);
        var (words, pixels) = await AskAsync(access.Get(context, vector), "screen", number, context.RequestAborted);
        var (width, height) = (int.Parse(words[0], CultureInfo.InvariantCulture), int.Parse(words[1], CultureInfo.InvariantCulture));
        if (pixels.Length != 4 * width * height)
            throw new RequestException(ProblemTypes.EmulatorFailed, "The vector sent a picture of another size than it says.");
        using var picture = Picture.FromPixels(pixels, width, height, frame: 0);
        BufferedResponse.WriteBytes(context.Response, PngWriter.Write(picture, scale: 1).Span, Png);
    }

    private static async Task<IResult> GetStateAsync(string vector, string game, HttpContext context, VectorAccess access)
    {
        var number = VectorRules.Game.Parse(game);
        return Results.Bytes(
            (await AskAsync(access.Get(context, vector), "state", number, context.RequestAborted)).Bytes, RawBody.ContentType);
    }

    private static async Task<IResult> GetMovieAsync(
        string vector, string game, HttpContext context, VectorAccess access, MovieWork work)
    {
        var number = VectorRules.Game.Parse(game);
        var found = access.Get(context, vector);
        var (_, stream) = await AskAsync(found, "movie", number, context.RequestAborted, ProblemTypes.Conflict);
        return Results.Bytes(
            await work.RunAsync(() => VectorMovie.Write(found.Record, stream), ProblemTypes.ProtocolError, context.RequestAborted),
            RawBody.ContentType);
    }

    private static async Task<Created<CreateResponse>> CreateEmulatorAsync(
        string vector, string game, HttpContext context, VectorAccess access, LocalCreations creations, OwnHost own)
    {
        var number = VectorRules.Game.Parse(game);
        var body = await JsonBody.ReadIfAnyAsync(context.Request, VectorJson.Context.VectorEmulatorRequest)
            ?? new VectorEmulatorRequest();
        var wanted = new CreateRequest(Rom, Name: body.Name, Speed: body.Speed, Lease: body.Lease, Labels: body.Labels);
        // First refuses what is invalid for any vector.
        OnDemandEndpoints.Read(context, wanted);
        if (own.Id is not null)
            throw new RequestException(ProblemTypes.Unsupported, "In a fleet, no emulator can go on from a game of a vector.");
        var found = access.Get(context, vector);
        var (_, state) = await AskAsync(found, "state", number, context.RequestAborted);
        var creation = await creations.CreateAsync(
            OnDemandEndpoints.Read(context, wanted with
            {
                Rom = found.Record.Rom, Model = found.Record.Plan.Model, Clock = found.Record.Plan.ClockAtStart,
            }) with { Checkpoint = state },
            key: null, context.RequestAborted);
        var response = creation.ToResponse(own);
        return TypedResults.Created(response.Url, response);
    }

    private static async Task<(string[] Words, byte[] Bytes)> AskAsync(
        RunningVector vector, string request, int game, CancellationToken cancellationToken, ProblemType? refusal = null)
    {
        var number = Parameters.InRange(game, "game", 0, vector.Record.Plan.Count - 1);
        try
        {
            return await vector.Control.AskForBytesAsync(
                string.Create(CultureInfo.InvariantCulture, $"{request} {number}"), cancellationToken);
        }
        catch (VectorRefusedException refused)
        {
            throw new RequestException(refusal ?? ProblemTypes.EmulatorRefused, refused.Message);
        }
    }
}
