using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>The commands on buttons (docs/protocol/commands.md).</summary>
public static class ButtonCommands
{
    /// <summary>What is held and queued.</summary>
    public static async Task<ButtonsNow> GetButtonsAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.ButtonsGet.Request(), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return new ButtonsNow(
            (Buttons)ReplyArguments.TakeNumber(ref arguments), (Buttons)ReplyArguments.TakeNumber(ref arguments),
            (int)ReplyArguments.TakeNumber(ref arguments), reply.Frame);
    }

    /// <summary>
    /// Holds exactly these buttons until the next change, or until the bridge's connection ends. The game sees each accepted change for at
    /// least one frame, in the order in which the script accepted them.
    /// </summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="buttons">All that are held.</param>
    /// <param name="lease">100 ms to 600 s, after which they go up unless another change comes before. Null: never.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <exception cref="EmulatorException">
    /// One belongs to a press that has not ended (<see cref="EmulatorFailure.Conflict"/>), or 1,024 changes are queued
    /// (<see cref="EmulatorFailure.Overloaded"/>).
    /// </exception>
    public static Task<HeldButtons> HoldButtonsAsync(
        this EmulatorClient emulator, Buttons buttons, TimeSpan? lease, CancellationToken cancellationToken)
    {
        var request = lease is { } time
            ? CommandTable.ButtonsLease.Request((long)buttons, (long)time.TotalMilliseconds)
            : Hold(buttons);
        return ChangeAsync(emulator, request, cancellationToken);
    }

    /// <summary>Holds exactly these buttons, as <see cref="HoldButtonsAsync"/> does, also those that belong to a press.</summary>
    public static Task<HeldButtons> ShareButtonsAsync(this EmulatorClient emulator, Buttons buttons, CancellationToken cancellationToken) =>
        ChangeAsync(emulator, CommandTable.ButtonsSet.Request((long)buttons, 1), cancellationToken);

    /// <summary>
    /// Holds these buttons besides those that are held, also those that belong to a press:
    /// they are down for both, and stay down when the press has ended.
    /// </summary>
    public static Task<HeldButtons> AddButtonsAsync(this EmulatorClient emulator, Buttons buttons, CancellationToken cancellationToken) =>
        ChangeAsync(emulator, CommandTable.ButtonsAdd.Request((long)buttons, 1), cancellationToken);

    /// <summary>Releases these of the held buttons; a press that has them goes on.</summary>
    public static Task<HeldButtons> RemoveButtonsAsync(
        this EmulatorClient emulator, Buttons buttons, CancellationToken cancellationToken) =>
        ChangeAsync(emulator, CommandTable.ButtonsRemove.Request((long)buttons), cancellationToken);

    /// <summary>Releases everything, behind the changes that were accepted before, and drops every press at once.</summary>
    public static async Task<ReleasedButtons> ReleaseButtonsAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(Clear, cancellationToken).ConfigureAwait(false);
        return ReadReleased(reply.Arguments, reply.Frame);
    }

    /// <summary>Presses buttons together and waits until they have been released.</summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="buttons">At least one.</param>
    /// <param name="hold">Frames down, 1 to 3,600.</param>
    /// <param name="release">Frames up afterwards, 1 to 600.</param>
    /// <param name="cancellationToken">Drops the press if it hasn't begun.</param>
    public static async Task<FinishedPress> PressButtonsAsync(
        this EmulatorClient emulator, Buttons buttons, int hold, int release, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(Press(buttons, hold, release, wait: true), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return new FinishedPress(
            ReplyArguments.TakeNumber(ref arguments), ReplyArguments.TakeNumber(ref arguments), ReplyArguments.TakeNumber(ref arguments),
            reply.Frame);
    }

    /// <summary>Queues a press and does not wait for it. The ranges are those of <see cref="PressButtonsAsync"/>.</summary>
    public static async Task<QueuedPress> QueuePressAsync(
        this EmulatorClient emulator, Buttons buttons, int hold, int release, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(Press(buttons, hold, release, wait: false), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return new QueuedPress(ReplyArguments.TakeNumber(ref arguments), (int)ReplyArguments.TakeNumber(ref arguments));
    }

    internal static EmulatorRequest Clear => CommandTable.ButtonsClear.Request();

    internal static EmulatorRequest Hold(Buttons buttons) => CommandTable.ButtonsSet.Request((long)buttons);

    internal static EmulatorRequest Press(Buttons buttons, int hold, int release, bool wait) =>
        CommandTable.ButtonsPress.Request((long)buttons, hold, release, wait ? 1 : 0);

    internal static HeldButtons ReadHeld(ReadOnlySpan<byte> arguments, long frame) => new(FrameOfChange(arguments, frame), frame);

    internal static ReleasedButtons ReadReleased(ReadOnlySpan<byte> arguments, long frame) =>
        new((int)ReplyArguments.TakeNumber(ref arguments), FrameOfChange(arguments, frame), frame);

    private static async Task<HeldButtons> ChangeAsync(
        EmulatorClient emulator, EmulatorRequest request, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(request, cancellationToken).ConfigureAwait(false);
        return ReadHeld(reply.Arguments, reply.Frame);
    }

    // Older scripts don't tell it.
    private static long FrameOfChange(ReadOnlySpan<byte> arguments, long frame) =>
        arguments.IsEmpty ? frame : ReplyArguments.TakeNumber(ref arguments);
}

/// <summary>Buttons that are held from now on.</summary>
/// <param name="ChangesAt">The frame in whose callback the keys change; the game sees them in the next one.</param>
/// <param name="Frame">The frame in which it was told.</param>
public readonly record struct HeldButtons(long ChangesAt, long Frame);

/// <summary>What was held is released.</summary>
/// <param name="Dropped">Presses that were dropped.</param>
/// <param name="ChangesAt">The frame in whose callback the held buttons go up.</param>
/// <param name="Frame">The frame in which it was told.</param>
public readonly record struct ReleasedButtons(int Dropped, long ChangesAt, long Frame);

/// <summary>The buttons at one moment.</summary>
/// <param name="Down">Those that are held, those that are pressed, and the player's own keys.</param>
/// <param name="Held">What the change that was accepted last holds, also where the game has not seen it yet.</param>
/// <param name="Queued">Presses queued or running.</param>
/// <param name="Frame">The frame it was read in.</param>
public readonly record struct ButtonsNow(Buttons Down, Buttons Held, int Queued, long Frame);

/// <summary>A press that has ended.</summary>
/// <param name="Id">The press's id.</param>
/// <param name="PressedAt">The frame in whose callback the buttons went down.</param>
/// <param name="ReleasedAt">The frame in whose callback they went up.</param>
/// <param name="Frame">The frame in which the release had lasted as long as asked.</param>
public readonly record struct FinishedPress(long Id, long PressedAt, long ReleasedAt, long Frame);

/// <summary>A press that was queued.</summary>
/// <param name="Id">The press's id.</param>
/// <param name="Queued">Presses queued or running, this one included.</param>
public readonly record struct QueuedPress(long Id, int Queued);
