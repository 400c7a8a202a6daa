using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.States;

namespace Bridge.Api.Features.Movies;

/// <summary>Stores the movies.</summary>
internal sealed class MovieFolder(MovieOptions options, TimeProvider time, ILogger<MovieFolder> logger)
    : GameFolder(Kind, options.Root, time, logger)
{
    private static readonly GameFileKind Kind = new(
        "movie", ".movie", MovieLimits.Bytes, "Bridge:Movies:Folder", ProblemTypes.UnknownMovie, ProblemTypes.TooManyMovies);
}
