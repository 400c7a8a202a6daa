using Bridge.Api.Features.Conditions;
using Bridge.Api.Features.Frames;
using Bridge.Api.Features.Input;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Mcp;

/// <summary>
/// Plays presses, and then plays on until the picture is calm. It also plays on after a fade, and in pauses of a scene in which buttons
/// have no effect.
/// </summary>
internal sealed class Settling(TurnsAtSpeed turns, LookAhead ahead)
{
    // How often it plays on after a calm picture.
    private const int MaxScenes = 12;

    /// <summary>Plays, and returns how many frames it has waited.</summary>
    /// <param name="target">The emulator and the client.</param>
    /// <param name="first">What is pressed and observed.</param>
    /// <param name="calm">The wait.</param>
    /// <param name="max">Max frames to wait.</param>
    /// <param name="looksAhead">Whether it plays over pauses.</param>
    /// <param name="played">Gets all parts.</param>
    /// <param name="views">After which steps pictures are taken, by index; null: after all.</param>
    /// <param name="cancellationToken">Cancels the turn.</param>
    public async Task<int> PlayAsync(
        McpTarget target, ActRequest first, CalmWait calm, int max, bool looksAhead, ModelTurn played, IReadOnlyList<int>? views,
        CancellationToken cancellationToken)
    {
        var until = calm.Until(target.Emulator);
        var plain = new ActRequest(Settle: 0, Read: first.Read, Screen: first.Screen, Scale: first.Scale);
        var asked = first with { Until = until, TimeoutFrames = max, During = null, Settle = 0 };
        // The frames of the presses don't count as waiting.
        var left = max + FramesOf(target.Emulator, first);
        for (var scenes = 0; ; scenes++)
        {
            left -= await AddAsync(played.AddCalm, asked);
            if (played.IsCalm == true && played.ShowsOneColor())
            {
                if (left <= 0 || scenes == MaxScenes)
                    return max - left;
                // Something comes after a fade: wait for it, and then again for a calm picture.
                left -= await AddAsync(
                    played.AddChange, plain with { Until = new Until(Screen: ConditionRules.Changed), TimeoutFrames = left });
                if (left <= 0)
                    return max;
                asked = plain with { Until = until, TimeoutFrames = left };
                continue;
            }

            // Looks ahead even if no time is left, because that finds the parts that keep moving.
            var next = looksAhead ? await FindNextAsync(target, played, cancellationToken) : null;
            if (next is null || played.IsCalm != true || left <= 0 || scenes == MaxScenes)
                return max - left;
            var wait = Math.Min(next.Value, left);
            asked = plain with { Steps = [new SequenceStep(Wait: wait)], Until = until, TimeoutFrames = Math.Max(1, left - wait) };
        }

        async Task<int> AddAsync(Action<PlayedTurn> add, ActRequest part)
        {
            var before = played.Frames;
            add(await turns.PlayAsync(target.Emulator, part, views, cancellationToken));
            return (int)(played.Frames - before);
        }
    }

    /// <summary>Takes the present picture, OWNED BY THE CALLER; null: there is none.</summary>
    public static async Task<Picture?> FindPictureAsync(EmulatorClient emulator, CancellationToken cancellationToken)
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

    private static int FramesOf(EmulatorClient emulator, ActRequest asked) =>
        asked.Steps is null ? 0 : SequenceSteps.Read(emulator, asked.Steps, asked.Repeat).Frames;

    // In how many frames the scene goes on; null: it waits for buttons, or that isn't known.
    private async Task<int?> FindNextAsync(McpTarget target, ModelTurn played, CancellationToken cancellationToken)
    {
        if (played.CantLookAhead || !TemporaryPlay.IsPossible(target.Emulator))
            return null;
        using var now = played.Look() ?? await FindPictureAsync(target.Emulator, cancellationToken);
        var prospect = now is null ? null : await ahead.FindAsync(target, now, played.KeptMoving, cancellationToken);
        played.SetProspect(prospect);
        return prospect?.GoesOnAfter;
    }
}
