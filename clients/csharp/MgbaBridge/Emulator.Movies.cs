using static MgbaBridge.MovieJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>
    /// Returns the movies of the running game: files that replay what it did. Only the bundled emulator writes and plays them.
    /// </summary>
    public async Task<IReadOnlyList<MovieFile>> GetMoviesAsync(CancellationToken cancellationToken = default) =>
        (await Transport.SendAsync(Call.Get($"{_path}/movies"), Default.MoviesJson, cancellationToken).ConfigureAwait(false)).Movies;

    /// <summary>Returns a movie as bytes.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="format">bridge: what <see cref="StoreMovieAsync"/> takes; bk2: a movie of BizHawk.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <exception cref="ProblemException">
    /// For example 404 <see cref="ProblemTypes.UnknownMovie"/>; and 409 <c>conflict</c>: a movie that starts from a state, or that has
    /// writes or loaded states, can't be a .bk2.
    /// </exception>
    public async Task<byte[]> GetMovieAsync(string name, string format = "bridge", CancellationToken cancellationToken = default)
    {
        var call = Call.Get($"{Movie(name)}?format={Uri.EscapeDataString(format)}");
        return (await Transport.FetchAsync(call, OctetStream, cancellationToken).ConfigureAwait(false)).Body;
    }

    /// <summary>Keeps a movie under a name. A game has at most 256.</summary>
    /// <param name="name">1 to 64 characters A-Z, a-z, 0-9, -, _ and dots.</param>
    /// <param name="movie">
    /// What <see cref="GetMovieAsync"/> returns, a .bk2 of BizHawk or a .vbm of VisualBoyAdvance, at most 32 MiB.
    /// </param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <exception cref="ProblemException">
    /// For example 422 <see cref="ProblemTypes.RefusedMovie"/>; and 409 <c>conflict</c>: the movie is of another game.
    /// </exception>
    public Task<MovieStored> StoreMovieAsync(string name, ReadOnlyMemory<byte> movie, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Put, Movie(name), movie, IsRepeatable: true), Default.MovieStored, cancellationToken);

    /// <summary>Deletes a movie.</summary>
    public Task DeleteMovieAsync(string name, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Delete, Movie(name)), cancellationToken);

    /// <summary>Writes a movie of frames of the history. It may begin some frames earlier.</summary>
    /// <param name="name">1 to 64 characters A-Z, a-z, 0-9, -, _ and dots.</param>
    /// <param name="from">The first frame; null: the first of the history.</param>
    /// <param name="to">The last frame; null: the last of the history.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <exception cref="ProblemException">For example 409 <c>conflict</c>: the history doesn't have the frames.</exception>
    public Task<MovieWritten> WriteMovieAsync(
        string name, long? from = null, long? to = null, CancellationToken cancellationToken = default)
    {
        var call = Call.Of(HttpMethod.Post, Movie(name), new MovieRequestJson(from, to), Default.MovieRequestJson);
        return Transport.SendAsync(call, Default.MovieWritten, cancellationToken);
    }

    /// <summary>Begins to record a movie, which <see cref="StopMovieAsync"/> writes.</summary>
    /// <param name="name">1 to 64 characters A-Z, a-z, 0-9, -, _ and dots.</param>
    /// <param name="start">
    /// now, the default; or reset: the game is reset first, which needs the scope admin with tokens. Not together with
    /// <paramref name="state"/>.
    /// </param>
    /// <param name="state">The name of a saved state, which is loaded first; null: none.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>Its first frame in the history, which must still have it when the movie is written.</returns>
    /// <exception cref="ProblemException">
    /// For example 404 <see cref="ProblemTypes.UnknownState"/> and 422 <see cref="ProblemTypes.RefusedState"/>. The game is unchanged
    /// then.
    /// </exception>
    public async Task<long> RecordMovieAsync(
        string name, string? start = null, string? state = null, CancellationToken cancellationToken = default)
    {
        var body = new MovieRequestJson(Start: start ?? (state is null ? "now" : null), State: state);
        var call = Call.Of(HttpMethod.Post, Movie(name), body, Default.MovieRequestJson);
        return (await Transport.SendAsync(call, Default.MovieRecordingJson, cancellationToken).ConfigureAwait(false)).From;
    }

    /// <summary>Writes the movie that is being recorded, up to the present frame.</summary>
    /// <exception cref="ProblemException">
    /// For example 409 <c>conflict</c>: the history has forgotten the beginning, or another game was loaded. The recording ends then.
    /// </exception>
    public Task<MovieWritten> StopMovieAsync(string name, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(new Call(HttpMethod.Post, $"{Movie(name)}/stop"), Default.MovieWritten, cancellationToken);

    /// <summary>
    /// Puts the game at the start of a movie, plays it, and compares the game with it. A long movie needs a longer
    /// <see cref="BridgeClientOptions.Timeout"/>.
    /// </summary>
    /// <param name="name">The name of the movie.</param>
    /// <param name="speed">0.25 to 16, or 0 for unlimited, which need the scope admin with tokens; null: the present speed.</param>
    /// <param name="to">The last frame of the movie to play, at least 1; null: all.</param>
    /// <param name="until">difference: plays to the first difference; end: plays on after it.</param>
    /// <param name="lease">The lease of the hold, required if it is exclusive; <see cref="GameHold.PlayMovieAsync"/> sends its own.</param>
    /// <param name="cancellationToken">Ends it; the game goes on from there.</param>
    /// <exception cref="ProblemException">
    /// For example 409 <c>conflict</c>: the movie is of another game or version of mGBA. The game is unchanged then.
    /// </exception>
    public Task<MoviePlayed> PlayMovieAsync(string name, double? speed = null, int? to = null, string? until = null,
        string? lease = null, CancellationToken cancellationToken = default)
    {
        var body = new PlayMovieJson(speed, to, until, lease);
        var call = Call.Of(HttpMethod.Post, $"{Movie(name)}/play", body, Default.PlayMovieJson);
        return Transport.SendAsync(call, Default.MoviePlayed, cancellationToken);
    }

    private string Movie(string name) => $"{_path}/movies/{Uri.EscapeDataString(name)}";
}
