using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Movies;
using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Clips;

/// <summary>The frames of a clip, as a movie.</summary>
/// <param name="Header">The header of the movie.</param>
/// <param name="Stream">The movie as the emulator reads it; it may begin earlier.</param>
/// <param name="Name">The name of a stored movie; null: it is of the history.</param>
/// <param name="From">The first frame of the clip, in numbers of the history or of the stored movie.</param>
/// <param name="To">The last frame.</param>
/// <param name="Begin">The number of the movie's first frame.</param>
/// <param name="Notes">The notes of the clip's frames, in the same numbers.</param>
internal sealed record ClipSource(
    MovieHeader Header, byte[] Stream, string? Name, long From, long To, long Begin, IReadOnlyList<GameNote> Notes)
{
    /// <summary>Gets the number of frames.</summary>
    public long Frames => To - From + 1;
}

/// <summary>Finds the frames of clips.</summary>
internal sealed class ClipSources(HistoryMovies histories, NamedMovies movies, MovieWork work)
{
    /// <summary>Returns the frames that a request asks for.</summary>
    /// <exception cref="RequestException">It asks for too many frames, or for others than there are.</exception>
    /// <exception cref="EmulatorException">The history lacks a frame.</exception>
    public Task<ClipSource> FindAsync(EmulatorClient client, ClipSpan span, CancellationToken cancellationToken) =>
        span.Movie is { } name
            ? OfMovieAsync(client, name, span.From, span.To, cancellationToken)
            : OfHistoryAsync(client, span.Seconds, span.From, span.To, cancellationToken);

    private async Task<ClipSource> OfMovieAsync(
        EmulatorClient client, string name, int? from, int? to, CancellationToken cancellationToken)
    {
        var movie = await movies.ReadAsync(client, name, cancellationToken);
        var (first, last) = Check(from ?? 1, to ?? movie.Header.Frames, min: 1, movie.Header.Frames, "the movie");
        var stream = await work.RunAsync(() => MovieStreamWriter.Write(movie), ProblemTypes.TooLarge, cancellationToken);
        return new ClipSource(
            movie.Header, stream, name, first, last, Begin: 1, NotesOf(movie.GameNotes, first, last, begin: 1));
    }

    private async Task<ClipSource> OfHistoryAsync(
        EmulatorClient client, double? seconds, int? from, int? to, CancellationToken cancellationToken)
    {
        var history = await client.GetHistoryAsync(cancellationToken);
        var (first, last) = seconds is { } given
            ? (Math.Max(history.From, history.Now - FrameTime.ToFrames(given) + 1), history.Now)
            : Check(from ?? history.From, to ?? history.Now, history.From, history.To, "the history");
        var read = await histories.ReadStreamAsync(client, first, last, cancellationToken);
        var begin = read.Written.From;
        var notes = await work.RunAsync(() => MovieStreamReader.ReadNotes(read.Bytes), ProblemTypes.ProtocolError, cancellationToken);
        return new ClipSource(read.Header, read.Bytes, Name: null, first, last, begin, NotesOf(notes, first, last, begin));
    }

    // A movie counts the frames since its start, of which the first one has the number 1.
    private static List<GameNote> NotesOf(IReadOnlyList<GameNote> notes, long from, long to, long begin) =>
    [
        .. notes.Select(note => note with { Frame = note.Frame + begin - 1 }).Where(note => note.Frame >= from && note.Frame <= to),
    ];

    // Which frames there are depends on the game, so a wrong frame is a conflict.
    private static (long From, long To) Check(long from, long to, long min, long max, string what)
    {
        if (from < min || to > max || to < from)
        {
            throw new RequestException(ProblemTypes.Conflict,
                $"A clip from frame {from} to {to} is not possible; {what} has the frames {min} to {max}.", "from");
        }

        return to - from < FrameTime.ToFrames(ClipRules.MaxSeconds)
            ? (from, to)
            : throw new RequestException(ProblemTypes.Conflict, $"A clip has at most {ClipRules.MaxSeconds} s; set from or to.", "from");
    }
}
