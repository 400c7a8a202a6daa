using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.States;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Movies;

/// <summary>Plays movies in running games.</summary>
internal sealed class MoviePlayer(NamedMovies movies, MovieTransfer transfer, MovieWork work, SpeedLeases speeds)
{
    /// <summary>The result if all hashes are those of the game.</summary>
    public const string Equal = "equal";

    private const string Differs = "differs";

    /// <summary>Plays a movie. The game is untouched if the movie can't be played.</summary>
    /// <exception cref="RequestException">
    /// There is no movie of this name, it is of another game or machine, or it has fewer frames.
    /// </exception>
    public async Task<MoviePlayed> PlayAsync(EmulatorClient client, string name, MoviePlay play, CancellationToken cancellationToken)
    {
        var movie = await movies.ReadAsync(client, name, cancellationToken);
        return await PlayAsync(client, name, movie, play, cancellationToken);
    }

    /// <summary>Plays a movie that has been read. The game is untouched if the movie can't be played.</summary>
    /// <exception cref="RequestException">It is of another game or machine, or it has fewer frames.</exception>
    public async Task<MoviePlayed> PlayAsync(
        EmulatorClient client, string name, Movie movie, MoviePlay play, CancellationToken cancellationToken)
    {
        var game = MovieGames.Of(await LoadedGame.OfAsync(client, cancellationToken));
        if ((game.FindOtherGame(movie.Header) ?? game.FindOtherMachine(movie.Header)) is { } difference)
            throw new RequestException(ProblemTypes.Conflict, difference, "name");
        var frames = movie.Header.Frames;
        if (frames == 0)
            throw new RequestException(ProblemTypes.Conflict, $"The movie \"{name}\" has no frames.", "name");
        var to = Parameters.InRange(play.To ?? frames, "to", 1, frames);
        var stream = await work.RunAsync(() => MovieStreamWriter.Write(movie), ProblemTypes.Conflict, cancellationToken);
        var played = await transfer.PlayAsync(
            client, stream, () => PlayAtSpeedAsync(client, play, to, cancellationToken), cancellationToken);
        return new MoviePlayed(
            name, frames, played.Played, played.Checked, played.Result, played.After, played.Before,
            played.Result == Differs ? played.Regions : null, played.Frame);
    }

    private Task<PlayedMovie> PlayAtSpeedAsync(EmulatorClient client, MoviePlay play, int to, CancellationToken cancellationToken)
    {
        return play.Speed is { } speed ? speeds.WithSpeedAsync(client, speed, PlayAsync) : PlayAsync();

        Task<PlayedMovie> PlayAsync() => client.PlayMovieAsync(to, play.StopsAtDifference, play.Lease, cancellationToken);
    }
}

/// <summary>How to play a movie.</summary>
/// <param name="Speed">The speed meanwhile, 0.25 to 16, or 0 for unlimited; null: the present one.</param>
/// <param name="To">The last frame of the movie; null: its last one.</param>
/// <param name="StopsAtDifference">Whether it stops at the first hash that differs.</param>
/// <param name="Lease">The lease's name, required for an exclusive hold; null otherwise.</param>
internal sealed record MoviePlay(double? Speed, int? To, bool StopsAtDifference, string? Lease);
