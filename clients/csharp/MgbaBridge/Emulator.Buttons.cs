using static MgbaBridge.ClientJson;

namespace MgbaBridge;

public sealed partial class Emulator
{
    /// <summary>Presses buttons like "Up+B" together and returns after the release. A held game refuses it.</summary>
    /// <param name="buttons">The buttons, separated by +.</param>
    /// <param name="hold">Frames down, 1 to 3,600.</param>
    /// <param name="release">Frames up afterwards, 1 to 600.</param>
    /// <param name="cancellationToken">Cancels the press.</param>
    public Task<Pressed> PressAsync(string buttons, int hold = 6, int release = 2, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Press(buttons, hold, release, wait: true), Default.Pressed, cancellationToken);

    /// <summary>Presses buttons and returns at once.</summary>
    /// <returns>The id for <see cref="GetProgressAsync"/> and <see cref="CancelAsync"/>.</returns>
    public Task<long> QueuePressAsync(string buttons, int hold = 6, int release = 2, CancellationToken cancellationToken = default) =>
        IdAsync(Press(buttons, hold, release, wait: false), cancellationToken);

    /// <summary>Plays 1 to 256 steps, exact to the frame, and returns after the last; at most 36,000 frames in total.</summary>
    public Task<Pressed> PlayAsync(IReadOnlyList<SequenceStep> steps, int repeat = 1, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Play(steps, repeat, wait: true), Default.Pressed, cancellationToken);

    /// <summary>
    /// Plays steps until conditions hold, and releases the buttons in the next frame. If the conditions hold at once, nothing is pressed;
    /// if the steps end first, they are not met.
    /// </summary>
    public async Task<TurnResult> PlayUntilAsync(
        IReadOnlyList<SequenceStep> steps, Until until, int repeat = 1, CancellationToken cancellationToken = default)
    {
        var call = Play(steps, repeat, wait: true, until);
        return (await Transport.SendAsync(call, Default.TurnJson, cancellationToken).ConfigureAwait(false)).Result;
    }

    /// <summary>Plays steps and returns at once.</summary>
    /// <returns>The id for <see cref="GetProgressAsync"/> and <see cref="CancelAsync"/>.</returns>
    public Task<long> QueuePlayAsync(IReadOnlyList<SequenceStep> steps, int repeat = 1, CancellationToken cancellationToken = default) =>
        IdAsync(Play(steps, repeat, wait: false), cancellationToken);

    /// <summary>Returns the state of a press or sequence; the bridge keeps the latest 256 that ended.</summary>
    public Task<Progress> GetProgressAsync(long id, CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Get($"{_path}/buttons/sequence/{id}"), Default.Progress, cancellationToken);

    /// <summary>Cancels a press or sequence.</summary>
    /// <returns>Its state before.</returns>
    public Task<Progress> CancelAsync(long id, CancellationToken cancellationToken = default) => Transport.SendAsync(
        new Call(HttpMethod.Delete, $"{_path}/buttons/sequence/{id}"), Default.Progress, cancellationToken);

    /// <summary>Holds exactly these buttons, until the next call or the end of the lease (100 ms to 600 s).</summary>
    /// <returns>The frame in which they change.</returns>
    public Task<long> HoldButtonsAsync(
        IReadOnlyList<string> buttons, TimeSpan? lease = null, CancellationToken cancellationToken = default) =>
        ChangeAsync(Call.Of(HttpMethod.Put, $"{_path}/buttons", new ButtonsJson(buttons, (int?)lease?.TotalMilliseconds),
            Default.ButtonsJson, isRepeatable: true), cancellationToken);

    /// <summary>Releases all buttons and drops the queued presses.</summary>
    /// <returns>The frame in which they change.</returns>
    public Task<long> ReleaseButtonsAsync(CancellationToken cancellationToken = default) =>
        ChangeAsync(new Call(HttpMethod.Delete, $"{_path}/buttons"), cancellationToken);

    /// <summary>Returns the held, pressed and queued buttons.</summary>
    public Task<ButtonState> GetButtonsAsync(CancellationToken cancellationToken = default) =>
        Transport.SendAsync(Call.Get($"{_path}/buttons"), Default.ButtonState, cancellationToken);

    private Call Press(string buttons, int hold, int release, bool wait) => Call.Of(HttpMethod.Post, $"{_path}/buttons/press",
        new PressJson(buttons.Split('+'), hold, release, wait), Default.PressJson);

    private Call Play(IReadOnlyList<SequenceStep> steps, int repeat, bool wait, Until? until = null) => Call.Of(
        HttpMethod.Post, $"{_path}/buttons/sequence", new SequenceJson(steps, repeat, wait, until), Default.SequenceJson);

    private async Task<long> IdAsync(Call call, CancellationToken cancellationToken) =>
        (await Transport.SendAsync(call, Default.IdJson, cancellationToken).ConfigureAwait(false)).Id;

    private async Task<long> ChangeAsync(Call call, CancellationToken cancellationToken) =>
        (await Transport.SendAsync(call, Default.ChangeJson, cancellationToken).ConfigureAwait(false)).ChangesAt;
}
