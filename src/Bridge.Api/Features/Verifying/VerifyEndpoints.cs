using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Movies;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.Roms;
using Bridge.Api.Server.Bodies;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Security;

namespace Bridge.Api.Features.Verifying;

/// <summary>Maps the verification of a movie without an emulator of the client.</summary>
internal static class VerifyEndpoints
{
    public static void MapVerification(this IEndpointRouteBuilder routes) => routes.MapPost("/movies/verify", VerifyAsync)
        .WithTags("Movies")
        .Needs(Scope.States, ofEveryEmulator: true)
        .Describe("VerifyMovie", "Plays a movie in a process of its own, and compares the game with it",
            "The body is a movie in the bridge's own format, as GET …/movies/{name} returns it, at most 32 MiB. rom is the name of its "
            + "ROM in GET …/roms; without it, the bridge looks for the ROM with the movie's checksum. No emulator is needed or changed. "
            + "The response is like that of POST …/play. Bridge:Movies:Verifications limits how many run at the same time, and "
            + "Bridge:Movies:VerifyTime how long. Only on Linux, with the bundled emulator.")
        .TakesQuery(new ParameterNote("rom", "The name of the movie's ROM.", "") { Rule = RomFolder.NameRule })
        .TakesBytes(MovieLimits.Bytes, isOptional: false, RawBody.ContentType, MovieEndpoints.ZipType)
        .Produces<MovieVerified>()
        .Refuses(ProblemTypes.InvalidBody, ProblemTypes.InvalidParameter, ProblemTypes.UnknownRom, ProblemTypes.Conflict,
            ProblemTypes.TooLarge, ProblemTypes.RefusedMovie, ProblemTypes.UnsupportedMediaType, ProblemTypes.StorageFailed,
            ProblemTypes.StorageFull, ProblemTypes.Unsupported, ProblemTypes.EmulatorFailed, ProblemTypes.TimedOut)
        .WithMetadata(new WaitsForFrames());

    private static async Task<MovieVerified> VerifyAsync(string? rom, HttpContext context, MovieVerifier verifier)
    {
        if (rom is not null)
            RomFolder.CheckName(rom, "rom");
        var body = await RawBody.ReadAsync(context.Request, MovieLimits.Bytes, "a movie");
        return await verifier.VerifyAsync(body, rom, context.RequestAborted);
    }
}
