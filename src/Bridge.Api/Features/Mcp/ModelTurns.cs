using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.OpenApi;
using Bridge.Api.Features.Frames;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// Plays the turns of models: freezes the game again if its freeze has ended, waits until the picture is calm, after each press or
/// repetition if that is asked, and notes where each turn began.
/// </summary>
internal sealed class ModelTurns(TurnsAtSpeed turns, Settling settling, GameViews views)
{
    /// <summary>For how long the game is frozen where nothing else is said. Longer freezes are not shortened.</summary>
    public const int FreezeSeconds = 300;

    // How long a repetition waits for its condition before the next one.
    private const int FramesUntilRepetition = 60;

    // How long all rounds without a condition wait for a calm picture, which never comes in a moving one.
    private const int MaxCalmFrames = 3600;

    // If there are more rounds, only the last one looks ahead, which takes some 50 ms.
    private const int MaxLooks = RoundPictures.Max;

    /// <summary>Checks a turn before anything is done. Nothing is sent to the emulator.</summary>
    /// <exception cref="RequestException">A member is invalid.</exception>
    public Task CheckAsync(EmulatorClient emulator, ActRequest asked, IReadOnlyList<int>? views = null) =>
        turns.CheckAsync(emulator, asked, views);

    /// <summary>
    /// Prepares a turn. Freezes the game again if a model froze it, the freeze has ended, and the client may freeze games.
    /// </summary>
    /// <returns>Whether the freeze had ended, and the game is frozen again.</returns>
    public async Task<bool> FreezeAgainAsync(McpTarget target, CancellationToken cancellationToken)
    {
        var emulator = target.Emulator;
        // Also learns whether the game is frozen now.
        var hold = await emulator.GetHoldAsync(cancellationToken);
        if (hold.Held || !views.Of(emulator).StaysFrozen || !target.Allows(Scope.Input))
            return false;
        await FreezeAsync(emulator, FreezeSeconds, cancellationToken);
        return true;
    }

    /// <summary>Freezes the game, also for the turns that follow. Any client may join the hold.</summary>
    public async Task<HoldLease> FreezeAsync(EmulatorClient emulator, int seconds, CancellationToken cancellationToken)
    {
        var lease = await emulator.HoldAsync(TimeSpan.FromSeconds(seconds), exclusive: false, FreezeTool.Owner, cancellationToken);
        views.Of(emulator).StaysFrozen = true;
        return lease;
    }

    /// <summary>Notes the present moment, which the turn that follows can be undone to, if the emulator keeps a history.</summary>
    public async Task NoteStartAsync(EmulatorClient emulator, CancellationToken cancellationToken)
    {
        if (emulator.Status.Facts?.Capabilities.Contains(TemporaryPlay.History) == true)
            views.Of(emulator).Turns.Add(emulator.Status.Facts?.Crc32, (await emulator.GetHistoryAsync(cancellationToken)).Now);
    }

    /// <summary>
    /// Lets frames pass, and then calls <paramref name="look"/>. A frozen game with a history returns to where it was.
    /// </summary>
    public async Task<T> LetPassAsync<T>(McpTarget target, int frames, Func<Task<T>> look, CancellationToken cancellationToken)
    {
        await FreezeAgainAsync(target, cancellationToken);
        return await TemporaryPlay.RunAsync(target.Emulator, async () =>
        {
            (await turns.PlayAsync(target.Emulator, new ActRequest(Settle: frames), views: null, cancellationToken)).Dispose();
            return await look();
        }, cancellationToken);
    }

    /// <summary>Plays a turn in a frozen game with a history, which then returns to where it was.</summary>
    public Task<T> TryAsync<T>(
        McpTarget target, ActRequest asked, CalmWait calm, Func<ModelTurn, T> see, CancellationToken cancellationToken) =>
        TemporaryPlay.RunAsync(target.Emulator, async () =>
        {
            using var turn = await PlayAsync(target, asked, calm, cancellationToken);
            return see(turn);
        }, cancellationToken);

    /// <summary>Plays a turn. The caller disposes the result.</summary>
    /// <param name="target">The emulator and the client.</param>
    /// <param name="asked">The turn.</param>
    /// <param name="calm">The wait for a calm picture after it; null: none.</param>
    /// <param name="cancellationToken">Cancels the turn.</param>
    /// <param name="views">After which steps pictures are taken, by index; null: after all.</param>
    /// <exception cref="RequestException">A member is invalid. The turn has not started.</exception>
    public async Task<ModelTurn> PlayAsync(
        McpTarget target, ActRequest asked, CalmWait? calm, CancellationToken cancellationToken, IReadOnlyList<int>? views = null)
    {
        var played = new ModelTurn();
        try
        {
            if (calm is null)
                played.AddCondition(await turns.PlayAsync(target.Emulator, asked, views, cancellationToken));
            else if (asked is { Until: null, Repeat: null } && calm.Presses is not { Count: > 1 })
                await settling.PlayAsync(target, asked, calm, calm.Within, looksAhead: true, played, views, cancellationToken);
            else
                await PlayRoundsAsync(target, asked, calm, played, views, cancellationToken);
            played.End();
            return played;
        }
        catch (Exception failed) when (played.HasBegun && failed is EmulatorException or RequestException)
        {
            played.Dispose();
            // A part that was not played says that nothing was done.
            throw ToolFailure.AfterChange(failed);
        }
        catch
        {
            played.Dispose();
            throw;
        }
    }

    // Each round is a turn of its own, so that the next press and the condition come when the picture is calm.
    private async Task PlayRoundsAsync(
        McpTarget target, ActRequest asked, CalmWait calm, ModelTurn played, IReadOnlyList<int>? views,
        CancellationToken cancellationToken)
    {
        var emulator = target.Emulator;
        var presses = calm.Presses ?? [];
        var times = Math.Max(presses.Count, 1) * (asked.Repeat ?? 1);
        var once = asked with { Repeat = null, Settle = 0 };
        if (asked.Until is not null && times > 1)
            once = once with { TimeoutFrames = asked.TimeoutFrames ?? FramesUntilRepetition };
        if (times > 1 && asked.Screen is not null)
        {
            played.BeginRounds(
                asked.State is null ? await Settling.FindPictureAsync(emulator, cancellationToken) : null,
                [.. presses.Select(PressText.Of)]);
        }

        // In frames, for all rounds together.
        var left = MaxCalmFrames;
        for (var i = 0; i < times && played.Met != true; i++)
        {
            var turn = i == 0 ? once : once with { State = null };
            if (presses.Count > 0)
                turn = turn with { Steps = presses[i % presses.Count] };
            if (turn.Until is not null)
            {
                played.AddCondition(await turns.PlayAsync(emulator, turn, views, cancellationToken));
                turn = new ActRequest(Read: asked.Read, Screen: asked.Screen, Scale: asked.Scale);
            }

            // Each of the later rounds keeps enough to find a calm picture. With a condition, each may wait as long as the first.
            const int enough = CalmWait.DefaultFrames + 1;
            var leftForThis = left - ((times - i - 1) * enough);
            var frames = asked.Until is not null ? calm.Within : Math.Min(calm.Within, Math.Max(leftForThis, enough));
            var looksAhead = times <= MaxLooks || i == times - 1 || played.Met == true;
            left -= await settling.PlayAsync(target, turn, calm, frames, looksAhead, played, views, cancellationToken);
            if (times > 1)
                played.EndRound();
        }
    }
}
