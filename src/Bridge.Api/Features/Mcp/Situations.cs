using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Mcp;

/// <summary>Adds to the result of a call what it leaves: whether the game is frozen, its buttons, and what is new on the screen.</summary>
internal sealed class Situations(GameViews views)
{
    private const string Restarted = "perhaps the bridge, which would have ended any freeze";

    /// <summary>Returns the result with the present situation, and the picture if it is worth seeing.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="result">The result.</param>
    /// <param name="frames">The first and last frame of the call.</param>
    /// <param name="freezeEnded">Whether a freeze had ended by itself before the call.</param>
    /// <param name="picture">The picture at its end, and its scale; null: none. OWNED BY THIS from here on.</param>
    /// <param name="isAlwaysSent">Whether the picture is sent even if it was shown before.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public async Task<(T Result, ReadOnlyMemory<byte> Png)> DescribeAsync<T>(
        EmulatorClient emulator, T result, (long First, long Last) frames, bool freezeEnded, (Picture Picture, int Scale)? picture,
        bool isAlwaysSent, CancellationToken cancellationToken) where T : Situation
    {
        var view = views.Of(emulator);
        var isRestarted = !view.IsKnown && emulator.State != EmulatorState.Held && views.IsOlder(frames.Last);
        var seen = picture is { } shown ? view.Show(shown.Picture, shown.Scale, isAlwaysSent) : default;
        var buttons = await FindButtonsAsync(emulator, cancellationToken);
        return (result with
        {
            Frozen = emulator.State == EmulatorState.Held,
            FreezeEnded = freezeEnded ? true : null,
            Restarted = isRestarted ? Restarted : null,
            RanUnwatched = view.Pass(frames.First, frames.Last),
            Buttons = buttons == Buttons.None ? null : ButtonNames.Of(buttons),
            Changed = seen.Changed,
            Screen = seen.Screen,
        }, seen.Png);
    }

    // An error here would hide what the call did.
    private static async Task<Buttons> FindButtonsAsync(EmulatorClient emulator, CancellationToken cancellationToken)
    {
        try
        {
            return (await emulator.GetButtonsAsync(cancellationToken)).Down;
        }
        catch (EmulatorException)
        {
            return Buttons.None;
        }
    }
}
