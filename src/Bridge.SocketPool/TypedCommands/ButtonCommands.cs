using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>Sends the commands for buttons (docs/protocol/commands.md).</summary>
public static class ButtonCommands
{
    // Last arguments of commands (docs/protocol/commands.md, "Buttons").
    private const long Shared = 1;
    private const long Merged = 1;

    /// <summary>Gets the held buttons and the number of queued presses.</summary>
    public static async Task<ButtonsNow> GetButtonsAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.ButtonsGet.Request(), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return new ButtonsNow(
            (Buttons)ReplyArguments.TakeNumber(ref arguments), (Buttons)ReplyArguments.TakeNumber(ref arguments),
            (int)ReplyArguments.TakeNumber(ref arguments), reply.Frame);
    }

    /// <summary>
    /// Holds exactly these buttons until the next change, or until the bridge disconnects. The game sees each accepted change for at least
    /// one frame, in the order in which the script accepted them.
    /// </summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="buttons">All buttons to hold; the others are released.</param>
    /// <param name="lease">
    /// The time after which the buttons are released, 100 ms to 600 s, unless another change comes first; null for never.
    /// </param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <exception cref="EmulatorException">
    /// A button belongs to a press that has not ended (<see cref="EmulatorFailure.Conflict"/>), or 1,024 changes are queued
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

    /// <summary>Holds exactly these buttons, like <see cref="HoldButtonsAsync"/>, but also buttons that belong to a press.</summary>
    public static Task<HeldButtons> ShareButtonsAsync(this EmulatorClient emulator, Buttons buttons, CancellationToken cancellationToken) =>
        ChangeAsync(emulator, CommandTable.ButtonsSet.Request((long)buttons, Shared), cancellationToken);

    /// <summary>
    /// Holds these buttons in addition to those already held, even buttons that belong to a press. A button that is both held and pressed
    /// stays down after the press.
    /// </summary>
    public static Task<HeldButtons> AddButtonsAsync(this EmulatorClient emulator, Buttons buttons, CancellationToken cancellationToken) =>
        ChangeAsync(emulator, CommandTable.ButtonsAdd.Request((long)buttons, Shared), cancellationToken);

    /// <summary>
    /// Releases these held buttons, and takes them out of presses of <see cref="TapButtonsAsync"/>. Another press of them continues.
    /// </summary>
    public static Task<HeldButtons> RemoveButtonsAsync(
        this EmulatorClient emulator, Buttons buttons, CancellationToken cancellationToken) =>
        ChangeAsync(emulator, CommandTable.ButtonsRemove.Request((long)buttons, Merged), cancellationToken);

    /// <summary>Releases all held buttons after the changes that were accepted before, and drops all presses at once.</summary>
    public static async Task<ReleasedButtons> ReleaseButtonsAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(Clear, cancellationToken).ConfigureAwait(false);
        return ReadReleased(reply.Arguments, reply.Frame);
    }

    /// <summary>Presses buttons together and waits for their release.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="buttons">One or more buttons.</param>
    /// <param name="hold">Frames for which the buttons are down, 1 to 3,600.</param>
    /// <param name="release">Frames after the press for which they are up, 1 to 600.</param>
    /// <param name="cancellationToken">Cancels the press if it hasn't started.</param>
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
        return ReadQueued(reply.Arguments);
    }

    /// <summary>
    /// Queues a press like <see cref="QueuePressAsync"/>, but without the buttons that another press or sequence holds down or
    /// will press. Returns that press if no button is left.
    /// </summary>
    public static async Task<QueuedPress> TapButtonsAsync(
        this EmulatorClient emulator, Buttons buttons, int hold, int release, CancellationToken cancellationToken)
    {
        // The fourth argument: whether to wait.
        var request = CommandTable.ButtonsPress.Request((long)buttons, hold, release, 0, Merged);
        using var reply = await emulator.SendAsync(request, cancellationToken).ConfigureAwait(false);
        return ReadQueued(reply.Arguments);
    }

    internal static EmulatorRequest Clear => CommandTable.ButtonsClear.Request();

    internal static EmulatorRequest Hold(Buttons buttons) => CommandTable.ButtonsSet.Request((long)buttons);

    internal static EmulatorRequest Press(Buttons buttons, int hold, int release, bool wait) =>
        CommandTable.ButtonsPress.Request((long)buttons, hold, release, wait ? 1 : 0);

    internal static HeldButtons ReadHeld(ReadOnlySpan<byte> arguments, long frame) => new(FrameOfChange(arguments, frame), frame);

    internal static ReleasedButtons ReadReleased(ReadOnlySpan<byte> arguments, long frame) =>
        new((int)ReplyArguments.TakeNumber(ref arguments), FrameOfChange(arguments, frame), frame);

    private static QueuedPress ReadQueued(ReadOnlySpan<byte> arguments) =>
        new(ReplyArguments.TakeNumber(ref arguments), (int)ReplyArguments.TakeNumber(ref arguments));

    private static async Task<HeldButtons> ChangeAsync(
        EmulatorClient emulator, EmulatorRequest request, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(request, cancellationToken).ConfigureAwait(false);
        return ReadHeld(reply.Arguments, reply.Frame);
    }

    // Older scripts don't send the frame of the change.
    private static long FrameOfChange(ReadOnlySpan<byte> arguments, long frame) =>
        arguments.IsEmpty ? frame : ReplyArguments.TakeNumber(ref arguments);
}

/// <summary>Describes an accepted change of the held buttons.</summary>
/// <param name="ChangesAt">The frame in whose callback the keys change. The game sees them in the next frame.</param>
/// <param name="Frame">The frame in which the change was accepted.</param>
public readonly record struct HeldButtons(long ChangesAt, long Frame);

/// <summary>Describes an accepted release of all buttons.</summary>
/// <param name="Dropped">How many presses were dropped.</param>
/// <param name="ChangesAt">The frame in whose callback the held buttons go up.</param>
/// <param name="Frame">The frame in which the release was accepted.</param>
public readonly record struct ReleasedButtons(int Dropped, long ChangesAt, long Frame);

/// <summary>Describes the current buttons.</summary>
/// <param name="Down">All buttons that are down: held, pressed, or on the player's own keyboard.</param>
/// <param name="Held">The buttons of the last accepted change, which the game may not have seen yet.</param>
/// <param name="Queued">How many presses are queued or running.</param>
/// <param name="Frame">The frame in which the buttons were read.</param>
public readonly record struct ButtonsNow(Buttons Down, Buttons Held, int Queued, long Frame);

/// <summary>Describes a press that has ended.</summary>
/// <param name="Id">The press's id.</param>
/// <param name="PressedAt">The frame in whose callback the buttons went down.</param>
/// <param name="ReleasedAt">The frame in whose callback the buttons went up.</param>
/// <param name="Frame">The frame at the end of the requested release time.</param>
public readonly record struct FinishedPress(long Id, long PressedAt, long ReleasedAt, long Frame);

/// <summary>Describes a queued press.</summary>
/// <param name="Id">The press's id.</param>
/// <param name="Queued">How many presses are queued or running, with this one.</param>
public readonly record struct QueuedPress(long Id, int Queued);
