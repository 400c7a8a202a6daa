using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.States;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Movies;

/// <summary>Reads movies from the histories of emulators.</summary>
internal sealed class HistoryMovies(MovieTransfer transfer, MovieWork work)
{
    /// <summary>Returns a movie of frames of the history.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="from">The first frame; the movie may begin earlier.</param>
    /// <param name="to">The last frame.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <returns>The movie, what the emulator said of it, and its game.</returns>
    /// <exception cref="EmulatorException">The history lacks a frame.</exception>
    public async Task<(Movie Movie, WrittenMovie Written, EmulatorFacts Facts)> ReadAsync(
        EmulatorClient client, long from, long to, CancellationToken cancellationToken)
    {
        var facts = await LoadedGame.OfAsync(client, cancellationToken);
        var (stream, written) = await transfer.ReadAsync(client, from, to, cancellationToken);
        var game = MovieGames.Of(facts);
        var movie = await work.RunAsync(
            () => MovieStreamReader.Read(stream, (platform, frames) => game.NewHeader(
                MovieHeader.FromHistory, frames, new MovieClock(written.Clock)) with { Platform = platform }),
            ProblemTypes.ProtocolError, cancellationToken);
        return (movie, written, facts);
    }
}
