using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Movies;
using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Server.Diagnostics;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.StateTree;

/// <summary>Finds from which named state the game has come, by the marks that the history has of them.</summary>
internal sealed class StateAncestry(StateFamily family, HistoryMovies histories, MovieWork work, ILogger<StateAncestry> logger)
{
    /// <summary>Finds the parent of a state, and the movie from there.</summary>
    /// <param name="client">The emulator.</param>
    /// <param name="game">Its game.</param>
    /// <param name="frame">The frame number in which the state was saved.</param>
    /// <param name="state">The state, whose memory the movie leads to.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    public async Task<StateOrigin> FindAsync(
        EmulatorClient client, EmulatorFacts game, long frame, byte[] state, CancellationToken cancellationToken)
    {
        if (!HasHistory(game) || await TryGetHistoryAsync(client, cancellationToken) is not { } history)
            return StateOrigin.Unknown;
        // The state's frame, counted as in the history. The game may have run on since it was saved.
        var at = history.Now - (history.Frame - frame);
        // The latest mark of a state that the bridge saved; of several in one frame the one that was set last.
        var parent = history.States.Reverse().Where(mark => mark.Frame <= at).OrderByDescending(mark => mark.Frame)
            .Where(mark => family.FindAbout(client, game, mark.Name)?.Frame is not null)
            .Select(mark => (HistoryMark?)mark).FirstOrDefault();
        // With a lower frame number, the game was reset or loaded since, so that at is wrong.
        if (parent is not { } found || history.Frame < frame)
            return StateOrigin.Unknown;
        if (found.Frame == at)
            return new StateOrigin(found.Name, Frames: 0, Movie: null);
        var movie = await TryReadAsync(client, found.Frame + 1, at, state, cancellationToken);
        return new StateOrigin(found.Name, movie is null ? null : at - found.Frame, movie);
    }

    /// <summary>Marks the frame in which a state was saved, or to which it was loaded.</summary>
    public static async Task MarkAsync(
        EmulatorClient client, EmulatorFacts game, string name, long frame, CancellationToken cancellationToken)
    {
        if (!HasHistory(game))
            return;
        try
        {
            await client.MarkStateAsync(name, frame, cancellationToken);
        }
        catch (EmulatorException)
        {
            // The game was rewound or loaded since, has too many marks, or is lost: the next state has an older parent, or none.
        }
    }

    // Returns null if the emulator fails: the state is saved already, and a failure here must not say that it is not.
    private async Task<HistoryNow?> TryGetHistoryAsync(EmulatorClient client, CancellationToken cancellationToken)
    {
        try
        {
            return await client.GetHistoryAsync(cancellationToken);
        }
        catch (EmulatorException exception)
        {
            Log.InputsNotKept(logger, client.Name, exception);
            return null;
        }
    }

    // Returns null if there is no movie, for the same reason.
    private async Task<byte[]?> TryReadAsync(
        EmulatorClient client, long from, long to, byte[] state, CancellationToken cancellationToken)
    {
        try
        {
            var (movie, _, _) = await histories.ReadAsync(client, from, to, cancellationToken);
            var proven = EndOf(movie, state);
            return await work.RunAsync(() => BridgeMovie.Write(proven), ProblemTypes.TooLarge, cancellationToken);
        }
        catch (Exception exception) when (exception is EmulatorException or RequestException)
        {
            Log.InputsNotKept(logger, client.Name, exception);
            return null;
        }
    }

    // Adds the hashes of the last frame, because the emulator hashes only each 60th. They prove that the movie leads to the state.
    private static Movie EndOf(Movie movie, byte[] state)
    {
        var frames = movie.Header.Frames;
        return movie.Lines is [.., HashLine last] && last.Frame == frames
            ? movie
            : movie with { Lines = [.. movie.Lines, new HashLine(frames, StateMemory.HashesOf(state, movie.Header.Platform))] };
    }

    private static bool HasHistory(EmulatorFacts game) => game.Capabilities.Contains("history");
}

/// <summary>Where a state comes from.</summary>
/// <param name="Parent">The state that was saved or loaded last before it; null: unknown.</param>
/// <param name="Frames">The frames since then; null: unknown.</param>
/// <param name="Movie">The file of a movie of these frames; null: there is none.</param>
internal sealed record StateOrigin(string? Parent, long? Frames, byte[]? Movie)
{
    public static StateOrigin Unknown { get; } = new(Parent: null, Frames: null, Movie: null);
}
