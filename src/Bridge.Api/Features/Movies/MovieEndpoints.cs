using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Emulators;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.States;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Movies;

/// <summary>Maps the movies of a game as files: list, get, store and delete.</summary>
internal static class MovieEndpoints
{
    /// <summary>The name of a movie in a path.</summary>
    public static readonly ParameterNote Name = new("name",
        "1 to 64 characters of A-Z, a-z, 0-9, -, _ and ., without a dot at the start or end. Not case-sensitive.", "my-run")
        { Rule = MovieRules.Name };

    /// <summary>The media type of a zip.</summary>
    public const string ZipType = "application/zip";

    public static void MapMovies(this IEndpointRouteBuilder routes)
    {
        var movies = routes.MapGroup("/movies").WithTags("Movies");
        movies.MapGet("", ListAsync)
            .Needs(Scope.States)
            .Describe("ListMovies", "Lists the movies of the running game",
                "A movie is a file that replays what a game did (docs/movies.md). Sizes are in bytes. Each game has its own movies, "
                + "identified by its title and checksum.")
            .TakesQuery()
            .Produces<MovieList>()
            .RefusesLikeACommand(ProblemTypes.StorageFailed, ProblemTypes.Unsupported);
        movies.MapGet("/{name}", GetAsync)
            .Needs(Scope.States)
            .Describe("GetMovie", "Returns a movie as bytes",
                "PUT accepts the same bytes. With format=bk2 they are a movie of BizHawk with the buttons and resets; the response is 409 "
                + "for a movie that starts from a state, or that has writes or loaded states.")
            .TakesPath(Name)
            .TakesQuery(new ParameterNote("format", "bridge: the bridge's own format. bk2: that of BizHawk.", "bridge")
                { Rule = MovieRules.Format })
            .Produces(StatusCodes.Status200OK)
            .WithMetadata(new BinaryResponse(RawBody.ContentType))
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.UnknownMovie, ProblemTypes.Conflict,
                ProblemTypes.TooLarge, ProblemTypes.StorageFailed, ProblemTypes.Unsupported);
        movies.MapPut("/{name}", StoreAsync)
            .Needs(Scope.States)
            .Describe("StoreMovie", "Stores a movie from the body",
                "Accepts what GET returns, a .bk2 of BizHawk and a .vbm of VisualBoyAdvance, at most 32 MiB. Of other programs' movies "
                + "only buttons and resets are used; notes says what differs. A movie of another game is refused with 409. Responds with "
                + "201 for a new name, 200 for a replaced movie. A game has at most 256 movies.")
            .TakesPath(Name)
            .TakesQuery()
            .TakesBytes(MovieLimits.Bytes, isOptional: false, RawBody.ContentType, ZipType)
            .Produces<MovieStored>()
            .Produces<MovieStored>(StatusCodes.Status201Created)
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.InvalidBody, ProblemTypes.Conflict,
                ProblemTypes.TooManyMovies, ProblemTypes.TooLarge, ProblemTypes.RefusedMovie, ProblemTypes.UnsupportedMediaType,
                ProblemTypes.StorageFailed, ProblemTypes.StorageFull, ProblemTypes.Unsupported);
        movies.MapDelete("/{name}", DeleteAsync)
            .Needs(Scope.States)
            .Describe("DeleteMovie", "Deletes a movie", "Responds with 204 and no body.")
            .TakesPath(Name)
            .TakesQuery()
            .Produces(StatusCodes.Status204NoContent)
            .RefusesLikeACommand(ProblemTypes.InvalidParameter, ProblemTypes.UnknownMovie, ProblemTypes.StorageFailed,
                ProblemTypes.Unsupported);
    }

    private static Task<MovieList> ListAsync(
        string emulator, EmulatorDirectory emulators, NamedMovies movies, CancellationToken cancellationToken) =>
        movies.ListAsync(emulators.Get(emulator), cancellationToken);

    private static async Task<IResult> GetAsync(
        string emulator, string name, string? format, EmulatorDirectory emulators, NamedMovies movies, CancellationToken cancellationToken)
    {
        var client = emulators.Get(emulator);
        return Results.Bytes(
            MovieRules.FormatOf(format) == MovieRules.Bk2Format
                ? await movies.ReadBk2Async(client, name, cancellationToken)
                : await movies.ReadFileAsync(client, name, cancellationToken),
            RawBody.ContentType);
    }

    private static async Task<IResult> StoreAsync(
        string emulator, string name, HttpContext context, EmulatorDirectory emulators, NamedMovies movies)
    {
        var client = emulators.Get(emulator);
        StateName.Check(name);
        var body = await RawBody.ReadAsync(context.Request, MovieLimits.Bytes, "a movie");
        var (stored, isNew) = await movies.StoreAsync(client, name, body, context.RequestAborted);
        return isNew
            ? TypedResults.Created($"/emulators/{client.Name}/movies/{stored.Name}", stored)
            : TypedResults.Json(stored, MovieJson.Context.MovieStored);
    }

    private static async Task<IResult> DeleteAsync(
        string emulator, string name, EmulatorDirectory emulators, NamedMovies movies, CancellationToken cancellationToken)
    {
        await movies.DeleteAsync(emulators.Get(emulator), name, cancellationToken);
        return Results.NoContent();
    }
}
