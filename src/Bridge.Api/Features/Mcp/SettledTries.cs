using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Memory;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// Tries ways that settle after each press. They are played one after the other in the game itself, which goes back after each, so that
/// each ends as the same turn of game_act would.
/// </summary>
internal sealed class SettledTries(ModelTurns turns, Rewinds rewinds, GameViews views)
{
    /// <summary>Max ways.</summary>
    public const int Max = 16;

    /// <summary>Plays the ways, and returns how they end and their pictures.</summary>
    /// <param name="target">The emulator and the client.</param>
    /// <param name="ways">The presses of each way.</param>
    /// <param name="end">What is observed at the end.</param>
    /// <param name="calm">The wait after each press.</param>
    /// <param name="undoes">Whether the last turn is undone before.</param>
    /// <param name="keep">The index of the way that the game gets; null: none.</param>
    /// <param name="cancellationToken">Cancels it.</param>
    /// <exception cref="RequestException">The game can't go back. Nothing was done.</exception>
    public async Task<(WaySeen[] Ends, byte[][] Pictures, long? Frame)> RunAsync(
        McpTarget target, IReadOnlyList<IReadOnlyList<IReadOnlyList<SequenceStep?>>> ways, ActRequest end, CalmWait calm,
        bool undoes, int? keep, CancellationToken cancellationToken)
    {
        var emulator = target.Emulator;
        await turns.FreezeAgainAsync(target, cancellationToken);
        if (!TemporaryPlay.IsPossible(emulator))
        {
            throw new RequestException(ProblemTypes.Conflict,
                "settle each needs a frozen game (game_freeze), in the emulator that comes with the bridge.", "settle");
        }

        foreach (var way in ways)
            await turns.CheckAsync(emulator, Of(way, end));
        if (undoes)
            await rewinds.UndoAsync(emulator, turns: 1, "from", cancellationToken);
        try
        {
            return await PlayAsync(target, ways, end, calm, keep, cancellationToken);
        }
        catch (Exception failed) when (undoes && failed is EmulatorException or RequestException)
        {
            throw ToolFailure.AfterChange(failed);
        }
    }

    private async Task<(WaySeen[] Ends, byte[][] Pictures, long? Frame)> PlayAsync(
        McpTarget target, IReadOnlyList<IReadOnlyList<IReadOnlyList<SequenceStep?>>> ways, ActRequest end, CalmWait calm,
        int? keep, CancellationToken cancellationToken)
    {
        var emulator = target.Emulator;
        var (ends, pictures) = (new List<WaySeen>(), new List<byte[]>());
        foreach (var way in ways)
        {
            ends.Add(await turns.TryAsync(target, Of(way, end), calm with { Presses = way }, turn =>
            {
                using var picture = turn.Look();
                if (picture is not null)
                    pictures.Add(PngWriter.Write(picture, end.Scale ?? 1).ToArray());
                return new WaySeen(
                    turn.Frames, Met: null, turn.IsCalm, turn.Values?.Select(ValueSeen.Of).ToArray(), turn.Changes, SameAs: null);
            }, cancellationToken));
        }

        if (keep is not { } kept)
            return ([.. ends], [.. pictures], Frame: null);
        await turns.NoteStartAsync(emulator, cancellationToken);
        using var played = await turns.PlayAsync(target, Of(ways[kept], end), calm with { Presses = ways[kept] }, cancellationToken);
        // The model knows these frames by the end of the way.
        views.Of(emulator).Pass(played.Frame - played.Frames, played.Frame);
        return ([.. ends], [.. pictures], played.Frame);
    }

    private static ActRequest Of(IReadOnlyList<IReadOnlyList<SequenceStep?>> way, ActRequest end) =>
        end with { Steps = way.Count == 0 ? null : [.. way.SelectMany(press => press)], Settle = 0 };
}
