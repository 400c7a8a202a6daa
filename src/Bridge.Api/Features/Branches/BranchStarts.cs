using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Movies;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.States;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Branches;

/// <summary>Finds the moments from which branches begin, and the inputs of movies.</summary>
internal sealed class BranchStarts(HistoryMovies histories, NamedStates states, NamedMovies movies)
{
    /// <summary>Returns the moment that a request names, and the header of its movie.</summary>
    /// <exception cref="RequestException">There is no such state, or the history lacks the frame.</exception>
    /// <exception cref="EmulatorException">The emulator has no history.</exception>
    public async Task<(BranchStart Start, MovieHeader Header)> FindAsync(
        EmulatorClient client, BranchesRequest request, CancellationToken cancellationToken)
    {
        var state = request.State is { } name
            ? StatePng.Unpack(await ReadStateAsync(client, name, cancellationToken)) : (ReadOnlyMemory<byte>?)null;
        var history = await client.GetHistoryAsync(cancellationToken);
        var frame = request.FromFrame ?? history.Now;
        // Which frames there are depends on the game, so a wrong frame is a conflict.
        if (frame <= history.From || frame > history.To)
        {
            throw new RequestException(ProblemTypes.Conflict,
                $"Branches from frame {frame} are not possible; the history has the frames {history.From + 1} to {history.To}.",
                "fromFrame");
        }

        // A movie doesn't have a state that was loaded after its last frame. A frozen game may have one.
        if (request is { State: null, FromFrame: null } && client.Status.State == EmulatorState.Held)
            state = await SaveAsync(client, cancellationToken);
        try
        {
            return Describe(frame, await histories.ReadStreamAsync(client, frame, frame, cancellationToken), state);
        }
        catch (EmulatorException failed) when (failed.Failure == EmulatorFailure.Conflict && request.FromFrame is null)
        {
            // The history lacks what a loaded state has replaced. With a state, any other frame will do.
            state ??= await SaveAsync(client, cancellationToken);
            var first = history.From + 1;
            return Describe(frame, await histories.ReadStreamAsync(client, first, first, cancellationToken), state);
        }
    }

    /// <summary>Returns the branches with the inputs of their movies.</summary>
    /// <exception cref="RequestException">There is no such movie, it is of another game, or it does more than press buttons.</exception>
    public async Task<IReadOnlyList<BranchPlan>> WithMoviesAsync(
        EmulatorClient client, IReadOnlyList<BranchPlan> plans, CancellationToken cancellationToken)
    {
        var inputs = new Dictionary<string, BranchInputs>();
        foreach (var name in plans.Select(plan => plan.Movie).OfType<string>().Distinct())
            inputs[name] = await ReadMovieAsync(client, name, cancellationToken);
        if (inputs.Count == 0)
            return plans;
        plans = [.. plans.Select(plan => plan.Movie is { } name ? plan with { Inputs = inputs[name] } : plan)];
        BranchPlanner.CheckFrames(plans);
        return plans;
    }

    private static (BranchStart Start, MovieHeader Header) Describe(long frame, HistoryStream movie, ReadOnlyMemory<byte>? state) =>
        (new BranchStart(frame, movie.Bytes, state), movie.Header);

    private static async Task<ReadOnlyMemory<byte>> SaveAsync(EmulatorClient client, CancellationToken cancellationToken)
    {
        using var state = await client.SaveStateAsync(StateParts.Fast, cancellationToken);
        return state.Payload.ToArray();
    }

    private async Task<BranchInputs> ReadMovieAsync(EmulatorClient client, string name, CancellationToken cancellationToken)
    {
        var movie = await movies.ReadAsync(client, name, cancellationToken);
        var game = MovieGames.Of(await LoadedGame.OfAsync(client, cancellationToken));
        return game.FindOtherGame(movie.Header) is { } difference
            ? throw new RequestException(ProblemTypes.Conflict, difference, "movie")
            : MovieInputs.Of(movie, name);
    }

    private async Task<byte[]> ReadStateAsync(EmulatorClient client, string name, CancellationToken cancellationToken)
    {
        try
        {
            return await states.ReadAsync(client, name, cancellationToken);
        }
        catch (RequestException refused) when (refused.Parameter is not null)
        {
            throw refused.As("state");
        }
    }
}
