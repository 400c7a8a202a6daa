using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Mcp;

/// <summary>Undoes turns: returns the game to the moment before them.</summary>
internal sealed class Rewinds(GameViews views)
{
    /// <summary>Returns to the moment before the latest turns.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="turns">How many, 1 to <see cref="TurnStarts.Max"/>.</param>
    /// <param name="name">The argument, for sentences.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <exception cref="RequestException">There are fewer turns to undo.</exception>
    public async Task UndoAsync(EmulatorClient emulator, int turns, string name, CancellationToken cancellationToken)
    {
        Parameters.InRange(turns, name, 1, TurnStarts.Max);
        var history = await emulator.GetHistoryAsync(cancellationToken);
        var starts = views.Of(emulator).Turns;
        var count = starts.CountAt(history.Now);
        var start = starts.Undo(turns, history.Now) ?? throw new RequestException(
            ProblemTypes.Conflict, $"There are {count} turns of game_act to undo; got {turns}.", name);
        await emulator.RewindAsync(RewindTarget.To((int)start), lease: null, cancellationToken);
    }
}
