using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Movies;
using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.States;
using Bridge.SocketPool;

namespace Bridge.Api.Features.StateTree;

/// <summary>Runs a game from the parent of a named state to it, and compares the memory.</summary>
internal sealed class StateReplay(NamedStates states, StateFamily family, MoviePlayer player, MovieWork work)
{
    /// <summary>Replays a state. The game is untouched if that can't be done.</summary>
    /// <exception cref="RequestException">There is no such state, or nothing is known of the inputs since its parent: 409.</exception>
    public async Task<MoviePlayed> RunAsync(
        EmulatorClient client, string name, double? speed, string? lease, CancellationToken cancellationToken)
    {
        // Refuses a name without a state.
        await states.ReadAsync(client, name, cancellationToken);
        var game = await LoadedGame.OfAsync(client, cancellationToken);
        var about = family.FindAbout(client, game, name);
        if (about?.Parent is null || family.FindInputs(client, game, name) is not { } file)
            throw new RequestException(ProblemTypes.Conflict, ExplainLack(name, about), "name");
        var movie = await work.RunAsync(() => MovieFile.ReadOwn(file), ProblemTypes.StorageFailed, cancellationToken);
        var play = new MoviePlay(speed, To: null, StopsAtDifference: true, lease);
        var played = await player.PlayAsync(client, name, movie, play, cancellationToken);
        if (played.Result == MoviePlayer.Equal)
            await StateAncestry.MarkAsync(client, game, name, played.Frame, cancellationToken);
        return played;
    }

    private static string ExplainLack(string name, StateAbout? about) => about switch
    {
        null or { Frame: null } => $"The state \"{name}\" has no parent: a client sent it.",
        { Parent: null } => $"The state \"{name}\" has no parent: the history had no other named state before it.",
        { Frames: 0 } => $"The state \"{name}\" was saved in the same frame as its parent \"{about.Parent}\".",
        _ => $"The inputs from \"{about.Parent}\" to the state \"{name}\" were not kept.",
    };
}
