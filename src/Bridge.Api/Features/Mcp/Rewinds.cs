using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Mcp;

/// <summary>Undoes turns: returns the game to the moment before them.</summary>
internal sealed class Rewinds(GameViews views)
{
    /// <summary>The name of the moment before the last turn, where a state can be named.</summary>
    public const string Undo = "@undo";

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
        var (starts, game) = (views.Of(emulator).Turns, emulator.Status.Facts?.Crc32);
        var start = starts.Find(game, turns, history.Now) ?? throw new RequestException(
            ProblemTypes.Conflict, $"{starts.CountAt(game, history.Now)} turns of game_act can be undone; got {turns}.", name);
        await emulator.RewindAsync(RewindTarget.To((int)start), lease: null, cancellationToken);
        starts.Forget(start);
    }
}
