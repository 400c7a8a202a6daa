using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// Plays the turns of models: freezes the game again if its freeze has ended, runs a frozen game at the speed of the settings, waits until
/// the picture is calm, and notes where each turn began.
/// </summary>
internal sealed class ModelTurns(Turns turns, GameViews views, McpOptions options)
{
    // Longer freezes are not shortened.
    private const int FreezeSeconds = 300;

    // How long a repetition waits for its condition before the next one.
    private const int FramesUntilRepetition = 60;

    // How long all rounds without a condition wait for a calm picture, which never comes in a moving one.
    private const int MaxCalmFrames = 3600;

    // What still moves is looked for in some frames after the turn, which are taken back.
    private const int MovingFrames = 36, MovingInterval = 12;
    private const string Speed = "speed";

    // Of a fade: a picture of one colour is not the end of what happens.
    private const int MaxFades = 3;

    /// <summary>Checks a turn before anything is done. Nothing is sent to the emulator.</summary>
    /// <exception cref="RequestException">A member is invalid.</exception>
    public Task CheckAsync(EmulatorClient emulator, ActRequest asked, IReadOnlyList<int>? views = null) =>
        turns.CheckAsync(emulator, asked, views);

    /// <summary>Prepares a turn. Freezes the game again if a model froze it and the freeze has ended.</summary>
    /// <returns>Whether the freeze had ended.</returns>
    public async Task<bool> FreezeAgainAsync(EmulatorClient emulator, CancellationToken cancellationToken)
    {
        // Also learns whether the game is frozen now.
        var hold = await emulator.GetHoldAsync(cancellationToken);
        if (hold.Held || !views.Of(emulator).StaysFrozen)
            return false;
        await emulator.HoldAsync(TimeSpan.FromSeconds(FreezeSeconds), exclusive: false, FreezeTool.Owner, cancellationToken);
        return true;
    }

    /// <summary>Notes the present moment, which the turn that follows can be undone to, if the emulator keeps a history.</summary>
    public async Task NoteStartAsync(EmulatorClient emulator, CancellationToken cancellationToken)
    {
        if (Can(emulator, TemporaryPlay.History))
            views.Of(emulator).Turns.Add(emulator.Status.Facts?.Crc32, (await emulator.GetHistoryAsync(cancellationToken)).Now);
    }

    /// <summary>
    /// Lets frames pass, and then calls <paramref name="look"/>. A frozen game with a history returns to where it was.
    /// </summary>
    public async Task<T> LetPassAsync<T>(EmulatorClient emulator, int frames, Func<Task<T>> look, CancellationToken cancellationToken)
    {
        await FreezeAgainAsync(emulator, cancellationToken);
        return await TemporaryPlay.RunAsync(emulator, async () =>
        {
            (await PlayAtSpeedAsync(emulator, new ActRequest(Settle: frames), views: null, cancellationToken)).Dispose();
            return await look();
        }, cancellationToken);
    }

    /// <summary>Plays a turn in a frozen game with a history, which then returns to where it was.</summary>
    public Task<T> TryAsync<T>(
        EmulatorClient emulator, ActRequest asked, CalmWait calm, Func<ModelTurn, T> see, CancellationToken cancellationToken) =>
        TemporaryPlay.RunAsync(emulator, async () =>
        {
            using var turn = await PlayAsync(emulator, asked, calm, cancellationToken);
            return see(turn);
        }, cancellationToken);

    /// <summary>Plays a turn. The caller disposes the result.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="asked">The turn.</param>
    /// <param name="calm">The wait for a calm picture after it; null: none.</param>
    /// <param name="cancellationToken">Cancels the turn.</param>
    /// <param name="views">After which steps pictures are taken, by index; null: after all.</param>
    /// <exception cref="RequestException">A member is invalid. The turn has not started.</exception>
    public async Task<ModelTurn> PlayAsync(
        EmulatorClient emulator, ActRequest asked, CalmWait? calm, CancellationToken cancellationToken, IReadOnlyList<int>? views = null)
    {
        var played = new ModelTurn();
        try
        {
            if (calm is null)
            {
                played.AddCondition(await PlayAtSpeedAsync(emulator, asked, views, cancellationToken));
                return played;
            }

            if (asked is { Until: null, Repeat: null } && calm.Presses is not { Count: > 1 })
                await CalmAsync(emulator, asked, calm, calm.Within, played, views, cancellationToken);
            else
                await PlayRoundsAsync(emulator, asked, calm, played, views, cancellationToken);
            played.End(asked.Screen is null || !played.KeptMoving ? null : await FindMovingAsync(emulator, cancellationToken));
            return played;
        }
        catch (EmulatorException failed) when (played.HasBegun)
        {
            played.Dispose();
            // A part that was not played says that nothing was done.
            throw new EmulatorException(EmulatorFailure.OutcomeUnknown, failed.Message, failed);
        }
        catch
        {
            played.Dispose();
            throw;
        }
    }

    // Each round is a turn of its own, so that the next press and the condition come when the picture is calm.
    private async Task PlayRoundsAsync(
        EmulatorClient emulator, ActRequest asked, CalmWait calm, ModelTurn played, IReadOnlyList<int>? views,
        CancellationToken cancellationToken)
    {
        var presses = calm.Presses ?? [];
        var times = Math.Max(presses.Count, 1) * (asked.Repeat ?? 1);
        var once = asked with { Repeat = null, Settle = 0 };
        if (asked.Until is not null && times > 1)
            once = once with { TimeoutFrames = asked.TimeoutFrames ?? FramesUntilRepetition };
        if (times > 1 && asked.Screen is not null)
            played.BeginRounds(asked.State is null ? await FindPictureAsync(emulator, cancellationToken) : null);
        var left = MaxCalmFrames;
        for (var i = 0; i < times && played.Met != true; i++)
        {
            var turn = i == 0 ? once : once with { State = null };
            if (presses.Count > 0)
                turn = turn with { Steps = presses[i % presses.Count] };
            if (turn.Until is not null)
            {
                played.AddCondition(await PlayAtSpeedAsync(emulator, turn, views, cancellationToken));
                turn = new ActRequest(Read: asked.Read, Screen: asked.Screen, Scale: asked.Scale);
            }

            // Enough is left for each of the others.
            var frames = asked.Until is not null ? calm.Within
                : Math.Min(calm.Within, Math.Max(left - ((times - i - 1) * (CalmWait.DefaultFrames + 1)), CalmWait.DefaultFrames + 1));
            left -= await CalmAsync(emulator, turn, calm, frames, played, views, cancellationToken);
            if (times > 1)
                played.EndRound();
        }
    }

    // Returns how many frames it has waited.
    private async Task<int> CalmAsync(
        EmulatorClient emulator, ActRequest first, CalmWait calm, int max, ModelTurn played, IReadOnlyList<int>? views,
        CancellationToken cancellationToken)
    {
        var (asked, frames) = (first with { Until = calm.Until(emulator), TimeoutFrames = max, During = null, Settle = 0 }, max);
        for (var fades = 0; ; fades++)
        {
            var before = played.Frames;
            played.AddCalm(await PlayAtSpeedAsync(emulator, asked, views, cancellationToken));
            frames -= (int)Math.Min(played.Frames - before, frames);
            if (frames <= 0 || fades == MaxFades || !played.ShowsOneColour())
                return max - frames;
            // Something comes after a fade: wait for it, and then again for a calm picture.
            asked = new ActRequest(
                Until: new Until(Screen: ConditionRules.Changed), TimeoutFrames: frames, Settle: 0, Read: first.Read, Screen: first.Screen,
                Scale: first.Scale);
            before = played.Frames;
            played.AddChange(await PlayAtSpeedAsync(emulator, asked, views, cancellationToken));
            frames -= (int)Math.Min(played.Frames - before, frames);
            if (frames <= 0)
                return max;
            asked = asked with { Until = calm.Until(emulator), TimeoutFrames = frames };
        }
    }

    // Null: there is no picture of the present frame.
    private static async Task<Picture?> FindPictureAsync(EmulatorClient emulator, CancellationToken cancellationToken)
    {
        try
        {
            return await emulator.LookAsync(cancellationToken);
        }
        catch (EmulatorException)
        {
            return null;
        }
    }

    // Null: nothing, or the game can't go back after it was looked for. A failure must not hide the turn.
    private async Task<MovingParts?> FindMovingAsync(EmulatorClient emulator, CancellationToken cancellationToken)
    {
        if (!TemporaryPlay.IsPossible(emulator))
            return null;
        var pictures = new List<Picture>();
        try
        {
            var asked = new ActRequest(Settle: MovingFrames, KeyFrames: MovingInterval, Screen: ScreenRequest.Plain);
            return await TemporaryPlay.RunAsync(emulator, async () =>
            {
                using var played = await PlayAtSpeedAsync(emulator, asked, views: null, cancellationToken);
                pictures.AddRange(played.KeyFrames!.Select(seen => PngReader.Read(seen.Png, seen.Frame)));
                return MovingParts.Find(pictures);
            }, cancellationToken);
        }
        catch (EmulatorException)
        {
            return null;
        }
        finally
        {
            pictures.ForEach(picture => picture.Dispose());
        }
    }

    private async Task<PlayedTurn> PlayAtSpeedAsync(
        EmulatorClient emulator, ActRequest asked, IReadOnlyList<int>? views, CancellationToken cancellationToken)
    {
        if (emulator.State != EmulatorState.Held || !Can(emulator, Speed))
            return await turns.PlayAsync(emulator, asked, cancellationToken, views: views);
        try
        {
            return await turns.PlayAsync(emulator, asked with { Speed = options.TurnSpeed }, cancellationToken, views: views);
        }
        catch (EmulatorException refused) when (refused.Failure == EmulatorFailure.NotHeld)
        {
            // It has been resumed in the meantime, and nothing was done.
            return await turns.PlayAsync(emulator, asked, cancellationToken, views: views);
        }
    }

    private static bool Can(EmulatorClient emulator, string capability) =>
        emulator.Status.Facts?.Capabilities.Contains(capability) == true;
}
