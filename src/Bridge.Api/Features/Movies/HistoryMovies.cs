using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.States;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Movies;

/// <summary>A movie of a history, as the emulator writes it.</summary>
/// <param name="Bytes">The lines (docs/protocol/movies.md).</param>
/// <param name="Header">Its header.</param>
/// <param name="Written">What the emulator said of it.</param>
/// <param name="Facts">The game.</param>
internal sealed record HistoryStream(byte[] Bytes, MovieHeader Header, WrittenMovie Written, EmulatorFacts Facts);

/// <summary>Reads movies from the histories of emulators.</summary>
internal sealed class HistoryMovies(MovieTransfer transfer, MovieWork work)
{
    /// <summary>Returns a movie of frames of the history.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="from">The first frame; the movie may begin earlier.</param>
    /// <param name="to">The last frame.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="EmulatorException">The history lacks a frame.</exception>
    public async Task<HistoryStream> ReadStreamAsync(EmulatorClient client, long from, long to, CancellationToken cancellationToken)
    {
        var facts = await LoadedGame.OfAsync(client, cancellationToken);
        var (stream, written) = await transfer.ReadAsync(client, from, to, cancellationToken);
        var frames = (int)(written.To - written.From + 1);
        var header = MovieGames.Of(facts).NewHeader(MovieHeader.FromHistory, frames, new MovieClock(written.Clock));
        return new HistoryStream(stream, header, written, facts);
    }

    /// <summary>Returns a parsed movie of frames of the history.</summary>
    /// <inheritdoc cref="ReadStreamAsync"/>
    public async Task<(Movie Movie, WrittenMovie Written, EmulatorFacts Facts)> ReadAsync(
        EmulatorClient client, long from, long to, CancellationToken cancellationToken)
    {
        var read = await ReadStreamAsync(client, from, to, cancellationToken);
        var movie = await work.RunAsync(
            () => MovieStreamReader.Read(
                read.Bytes, (platform, frames) => read.Header with { Platform = platform, Frames = frames }),
            ProblemTypes.ProtocolError, cancellationToken);
        return (movie, read.Written, read.Facts);
    }
}
