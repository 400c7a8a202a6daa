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
    /// <summary>For how many frames a calm picture is still.</summary>
    public const int CalmFrames = 20;

    // Longer freezes are not shortened.
    private const int FreezeSeconds = 300;

    // How long a repetition waits for its condition before the next one.
    private const int FramesUntilRepetition = 60;

    // How long all repetitions without a condition wait for a calm picture, which never comes in a moving one.
    private const int MaxCalmFrames = 3600;
    private const string History = "history";
    private const string Speed = "speed";

    // Of a fade: a picture of one colour is not the end of what happens.
    private const int MaxFades = 3;

    private static readonly Until Calm = new(Screen: ConditionRules.Still, Frames: CalmFrames);

    /// <summary>Checks a turn before anything is done. Nothing is sent to the emulator.</summary>
    /// <exception cref="RequestException">A member is invalid.</exception>
    public Task CheckAsync(EmulatorClient emulator, ActRequest asked, int? maxViews = null) => turns.CheckAsync(emulator, asked, maxViews);

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
        if (Can(emulator, History))
            views.Of(emulator).Turns.Add(emulator.Status.Facts?.Crc32, (await emulator.GetHistoryAsync(cancellationToken)).Now);
    }

    /// <summary>
    /// Lets frames pass, and then calls <paramref name="look"/>. A frozen game with a history returns to where it was.
    /// </summary>
    public async Task<T> LetPassAsync<T>(EmulatorClient emulator, int frames, Func<Task<T>> look, CancellationToken cancellationToken)
    {
        await FreezeAgainAsync(emulator, cancellationToken);
        var start = emulator.State == EmulatorState.Held && Can(emulator, History)
            ? (await emulator.GetHistoryAsync(cancellationToken)).Now : (long?)null;
        try
        {
            (await PlayAtSpeedAsync(emulator, new ActRequest(Settle: frames), maxViews: null, cancellationToken)).Dispose();
            return await look();
        }
        finally
        {
            if (start is { } before)
                await emulator.RewindAsync(RewindTarget.To((int)before), lease: null, CancellationToken.None);
        }
    }

    /// <summary>Plays a turn. The caller disposes the result.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="asked">The turn.</param>
    /// <param name="calmWithin">The max frames to wait for a calm picture after it; null: it isn't waited for.</param>
    /// <param name="cancellationToken">Cancels the turn.</param>
    /// <param name="maxViews">Of how many steps the pictures are taken, the last ones; null: of all.</param>
    /// <exception cref="RequestException">A member is invalid. The turn has not started.</exception>
    public async Task<ModelTurn> PlayAsync(
        EmulatorClient emulator, ActRequest asked, int? calmWithin, CancellationToken cancellationToken, int? maxViews = null)
    {
        var played = new ModelTurn();
        try
        {
            if (calmWithin is not { } frames)
                played.AddCondition(await PlayAtSpeedAsync(emulator, asked, maxViews, cancellationToken));
            else if (asked is { Until: null, Repeat: null })
                await CalmAsync(emulator, asked, frames, played, maxViews, cancellationToken);
            else
                await RepeatAsync(emulator, asked, frames, played, maxViews, cancellationToken);
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

    // Each repetition is a turn of its own, so that the next press and the condition come when the picture is calm.
    private async Task RepeatAsync(
        EmulatorClient emulator, ActRequest asked, int frames, ModelTurn played, int? maxViews, CancellationToken cancellationToken)
    {
        var times = asked.Repeat ?? 1;
        var once = asked with { Repeat = null, Settle = 0 };
        if (asked.Until is null)
            frames = Math.Min(frames, Math.Max(MaxCalmFrames / times, CalmFrames + 1));
        else if (times > 1)
            once = once with { TimeoutFrames = asked.TimeoutFrames ?? FramesUntilRepetition };
        for (var i = 0; i < times && played.Met != true; i++)
        {
            var turn = i == 0 ? once : once with { State = null };
            if (turn.Until is not null)
            {
                played.AddCondition(await PlayAtSpeedAsync(emulator, turn, maxViews, cancellationToken));
                turn = new ActRequest(Read: asked.Read, Screen: asked.Screen, Scale: asked.Scale);
            }

            await CalmAsync(emulator, turn, frames, played, maxViews, cancellationToken);
            if (times > 1)
                played.EndRepetition();
        }
    }

    private async Task CalmAsync(
        EmulatorClient emulator, ActRequest first, int frames, ModelTurn played, int? maxViews, CancellationToken cancellationToken)
    {
        var asked = first with { Until = Calm, TimeoutFrames = frames, During = null, Settle = 0 };
        for (var fades = 0; ; fades++)
        {
            var before = played.Frames;
            played.AddCalm(await PlayAtSpeedAsync(emulator, asked, maxViews, cancellationToken));
            frames -= (int)Math.Min(played.Frames - before, frames);
            if (frames <= 0 || fades == MaxFades || !played.ShowsOneColour())
                return;
            // Something comes after a fade: wait for it, and then again for a calm picture.
            asked = new ActRequest(
                Until: new Until(Screen: ConditionRules.Changed), TimeoutFrames: frames, Settle: 0, Read: first.Read, Screen: first.Screen,
                Scale: first.Scale);
            before = played.Frames;
            played.AddChange(await PlayAtSpeedAsync(emulator, asked, maxViews, cancellationToken));
            frames -= (int)Math.Min(played.Frames - before, frames);
            if (frames <= 0)
                return;
            asked = asked with { Until = Calm, TimeoutFrames = frames };
        }
    }

    private async Task<PlayedTurn> PlayAtSpeedAsync(
        EmulatorClient emulator, ActRequest asked, int? maxViews, CancellationToken cancellationToken)
    {
        if (emulator.State != EmulatorState.Held || !Can(emulator, Speed))
            return await turns.PlayAsync(emulator, asked, cancellationToken, maxViews: maxViews);
        try
        {
            return await turns.PlayAsync(emulator, asked with { Speed = options.TurnSpeed }, cancellationToken, maxViews: maxViews);
        }
        catch (EmulatorException refused) when (refused.Failure == EmulatorFailure.NotHeld)
        {
            // It has been resumed in the meantime, and nothing was done.
            return await turns.PlayAsync(emulator, asked, cancellationToken, maxViews: maxViews);
        }
    }

    private static bool Can(EmulatorClient emulator, string capability) =>
        emulator.Status.Facts?.Capabilities.Contains(capability) == true;
}
