using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.States;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Movies;

/// <summary>Writes movies of what games did: of frames that their history has, and of recordings.</summary>
internal sealed class MovieRecorder(
    NamedMovies movies, NamedStates states, HistoryMovies histories, MovieRecordings recordings)
{
    /// <summary>Writes a movie of frames of the history.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="name">The movie's name.</param>
    /// <param name="from">The first frame that it runs; null: the first of the history.</param>
    /// <param name="to">The last frame; null: the last of the history.</param>
    /// <param name="cancellationToken">Cancels it; nothing is stored then.</param>
    /// <returns>The movie, and whether its name is new.</returns>
    /// <exception cref="RequestException">
    /// The frames are in the wrong order, the history ends before the first one, or the movie is too large.
    /// </exception>
    /// <exception cref="EmulatorException">The history lacks a frame.</exception>
    public async Task<(MovieWritten Written, bool IsNew)> WriteAsync(
        EmulatorClient client, string name, int? from, int? to, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        var history = await client.GetHistoryAsync(cancellationToken);
        var (first, last) = (from ?? history.From, to ?? history.To);
        if (first <= last)
            return await WriteAsync(client, name, first, last, cancellationToken);
        throw to is not null
            ? Parameters.Refuse("to", $"{last}", $"{first} or more, as from")
            : new RequestException(ProblemTypes.Conflict,
                $"A movie from frame {first} is not possible; the history has the frames {history.From} to {last}.", "from");
    }

    /// <summary>Begins to record a movie.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="name">The movie's name.</param>
    /// <param name="start">Where it begins.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="RequestException">
    /// There is no such state, or the emulator has the max number of recordings: the game is unchanged.
    /// </exception>
    public async Task<MovieRecording> BeginAsync(
        EmulatorClient client, string name, RecordingStart start, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        return await recordings.BeginAsync(client, name, () => BeginAtAsync(client, name, start, cancellationToken), cancellationToken);
    }

    /// <summary>Writes the movie of a recording, up to the present frame, and ends the recording.</summary>
    /// <exception cref="RequestException">Nothing is recorded under this name, or it is lost.</exception>
    public async Task<(MovieWritten Written, bool IsNew)> StopAsync(
        EmulatorClient client, string name, CancellationToken cancellationToken)
    {
        StateName.Check(name);
        var beginning = recordings.Find(client, name);
        var facts = await LoadedGame.OfAsync(client, cancellationToken);
        var history = await client.GetHistoryAsync(cancellationToken);
        if (FindLoss(beginning, facts, history) is { } loss)
        {
            recordings.End(client, name, beginning);
            throw new RequestException(ProblemTypes.Conflict, $"The recording of the movie \"{name}\" is lost: {loss}", "name");
        }

        if (history.Now < beginning.From)
            throw new RequestException(ProblemTypes.Conflict, "The movie has no frames yet; let the game run first.", "name");
        var written = await WriteAsync(client, name, beginning.From, history.Now, cancellationToken);
        recordings.End(client, name, beginning);
        return written;
    }

    private async Task<(MovieRecordings.Beginning Beginning, MovieRecording Recording)> BeginAtAsync(
        EmulatorClient client, string name, RecordingStart start, CancellationToken cancellationToken)
    {
        // First, because it fails for a game without a history, which then is not changed.
        var before = await client.GetHistoryAsync(cancellationToken);
        var (now, frame) = start switch
        {
            { State: { } state } => await LoadAsync(client, state, before, cancellationToken),
            { WithReset: true } => await ResetAsync(client, cancellationToken),
            _ => (before.Now, before.Frame),
        };
        var facts = await LoadedGame.OfAsync(client, cancellationToken);
        return (new MovieRecordings.Beginning(now + 1, facts.Crc32), new MovieRecording(name, now + 1, frame));
    }

    private static async Task<(long Now, long Frame)> ResetAsync(EmulatorClient client, CancellationToken cancellationToken)
    {
        await client.ResetAsync(cancellationToken);
        var history = await client.GetHistoryAsync(cancellationToken);
        return (history.Now, history.Frame);
    }

    private async Task<(long Now, long Frame)> LoadAsync(
        EmulatorClient client, string state, HistoryNow before, CancellationToken cancellationToken)
    {
        long loaded;
        try
        {
            loaded = (await states.LoadAsync(client, state, cancellationToken)).Frame;
        }
        catch (RequestException refused) when (refused.Parameter is not null)
        {
            throw refused.As("state");
        }

        // A game that isn't held has run some frames since the load. They belong to the movie. Clamped, because their
        // number means nothing if another client has loaded a state meanwhile.
        var after = await client.GetHistoryAsync(cancellationToken);
        var now = after.Now - (after.Frame - loaded);
        return (Math.Clamp(now, Math.Min(before.Now, after.Now), after.Now), loaded);
    }

    private static string? FindLoss(MovieRecordings.Beginning beginning, EmulatorFacts facts, HistoryNow history)
    {
        if (facts.Crc32 != beginning.Crc32)
            return "another game was loaded.";
        if (beginning.From < history.From)
            return $"the history has forgotten its beginning, and starts with the frame {history.From}.";
        return beginning.From > history.To + 1 ? "the game was loaded again, or it went another way from an earlier frame." : null;
    }

    private async Task<(MovieWritten Written, bool IsNew)> WriteAsync(
        EmulatorClient client, string name, long from, long to, CancellationToken cancellationToken)
    {
        var (movie, written, facts) = await histories.ReadAsync(client, from, to, cancellationToken);
        var (bytes, isNew) = await movies.StoreAsync(client, name, movie, facts, cancellationToken);
        return (new MovieWritten(name, movie.Header.Frames, written.From, written.To, movie.Hashes, bytes, written.Frame), isNew);
    }
}
