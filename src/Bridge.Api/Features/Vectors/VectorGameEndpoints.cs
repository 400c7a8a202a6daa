using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.OnDemand;
using Bridge.Api.Features.Screen;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Responses;
using Bridge.Api.Server.Security;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Bridge.Api.Features.Vectors;

/// <summary>Maps what one game of a vector shows, and what goes on from it.</summary>
internal static class VectorGameEndpoints
{
    private const string Png = "image/png";

    private static readonly ParameterNote Game = new("game", "The number of a game, from 0.", "0") { Rule = VectorRules.Game };

    public static void MapVectorGames(this IEndpointRouteBuilder vectors)
    {
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

    private static async Task GetScreenAsync(string vector, string game, HttpContext context, VectorAccess access)
    {
        var (words, pixels) = await AskAsync(access.Get(context, vector), "screen", game, context.RequestAborted);
        var (width, height) = (int.Parse(words[0], CultureInfo.InvariantCulture), int.Parse(words[1], CultureInfo.InvariantCulture));
        if (pixels.Length != 4 * width * height)
            throw new RequestException(ProblemTypes.EmulatorFailed, "The vector sent a picture of another size than it says.");
        using var picture = Picture.FromPixels(pixels, width, height, frame: 0);
        BufferedResponse.WriteBytes(context.Response, PngWriter.Write(picture, scale: 1).Span, Png);
    }

    private static async Task<IResult> GetStateAsync(string vector, string game, HttpContext context, VectorAccess access) =>
        Results.Bytes((await AskAsync(access.Get(context, vector), "state", game, context.RequestAborted)).Bytes, RawBody.ContentType);

    private static async Task<Created<CreateResponse>> CreateEmulatorAsync(
        string vector, string game, HttpContext context, VectorAccess access, LocalCreations creations, OwnHost own)
    {
        var body = await JsonBody.ReadIfAnyAsync(context.Request, VectorJson.Context.VectorEmulatorRequest)
            ?? new VectorEmulatorRequest();
        if (own.Id is not null)
            throw new RequestException(ProblemTypes.Unsupported, "In a fleet, no emulator can go on from a game of a vector.");
        var found = access.Get(context, vector);
        var wanted = OnDemandEndpoints.Read(context, new CreateRequest(
            found.Record.Rom, Name: body.Name, Model: found.Record.Plan.Model, Speed: body.Speed, Clock: found.Record.Plan.Clock,
            Lease: body.Lease, Labels: body.Labels));
        var (_, state) = await AskAsync(found, "state", game, context.RequestAborted);
        var creation = await creations.CreateAsync(wanted with { Checkpoint = state }, key: null, context.RequestAborted);
        var response = creation.ToResponse(own);
        return TypedResults.Created(response.Url, response);
    }

    private static async Task<(string[] Words, byte[] Bytes)> AskAsync(
        RunningVector vector, string request, string game, CancellationToken cancellationToken)
    {
        var number = (VectorRules.Game with { Max = vector.Record.Plan.Count - 1 }).Parse(game);
        try
        {
            return await vector.Control.AskForBytesAsync(
                string.Create(CultureInfo.InvariantCulture, $"{request} {number}"), cancellationToken);
        }
        catch (VectorRefusedException refused)
        {
            throw new RequestException(ProblemTypes.EmulatorRefused, refused.Message);
        }
    }
}
