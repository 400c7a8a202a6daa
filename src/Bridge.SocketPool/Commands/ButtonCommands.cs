namespace Bridge.SocketPool.Commands;

/// <summary>The commands on buttons (docs/protocol.md, "Commands").</summary>
public static class ButtonCommands
{
    /// <summary>What is held and queued.</summary>
    public static async Task<ButtonsNow> GetButtonsAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(new EmulatorRequest("buttons.get", ReplayCategory.ReadOnly), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return new ButtonsNow(
            (Buttons)EmulatorReply.TakeNumber(ref arguments), (Buttons)EmulatorReply.TakeNumber(ref arguments),
            (int)EmulatorReply.TakeNumber(ref arguments), reply.Frame);
    }

    /// <summary>Holds exactly these buttons until told otherwise, or until the bridge's connection ends.</summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="buttons">All that are held.</param>
    /// <param name="lease">100 ms to 600 s: they go up then if nobody says so again. Null: never.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public static async Task<HeldButtons> HoldButtonsAsync(
        this EmulatorClient emulator, Buttons buttons, TimeSpan? lease, CancellationToken cancellationToken)
    {
        var request = lease is { } time
            ? new EmulatorRequest("buttons.lease", ReplayCategory.LastWriteWins, (long)buttons, (long)time.TotalMilliseconds)
            : Hold(buttons);
        using var reply = await emulator.SendAsync(request, cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return new HeldButtons(arguments.IsEmpty ? reply.Frame : EmulatorReply.TakeNumber(ref arguments), reply.Frame);
    }

    /// <summary>Holds these, too, besides what is held already.</summary>
    /// <returns>The frame in which it was told.</returns>
    public static async Task<long> AddButtonsAsync(this EmulatorClient emulator, Buttons buttons, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            new EmulatorRequest("buttons.add", ReplayCategory.LastWriteWins, (long)buttons), cancellationToken).ConfigureAwait(false);
        return reply.Frame;
    }

    /// <summary>Lets go of these of the held ones.</summary>
    /// <returns>The frame in which it was told.</returns>
    public static async Task<long> RemoveButtonsAsync(this EmulatorClient emulator, Buttons buttons, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            new EmulatorRequest("buttons.remove", ReplayCategory.LastWriteWins, (long)buttons), cancellationToken).ConfigureAwait(false);
        return reply.Frame;
    }

    /// <summary>Lets go of everything and drops every press.</summary>
    /// <returns>How many presses were dropped, and the frame.</returns>
    public static async Task<(int Dropped, long Frame)> ReleaseButtonsAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(Clear, cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return ((int)EmulatorReply.TakeNumber(ref arguments), reply.Frame);
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
            EmulatorReply.TakeNumber(ref arguments), EmulatorReply.TakeNumber(ref arguments), EmulatorReply.TakeNumber(ref arguments), reply.Frame);
    }

    /// <summary>Queues a press and does not wait for it. The ranges are those of <see cref="PressButtonsAsync"/>.</summary>
    public static async Task<QueuedPress> QueuePressAsync(
        this EmulatorClient emulator, Buttons buttons, int hold, int release, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(Press(buttons, hold, release, wait: false), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return new QueuedPress(EmulatorReply.TakeNumber(ref arguments), (int)EmulatorReply.TakeNumber(ref arguments));
    }

    internal static EmulatorRequest Clear => new("buttons.clear", ReplayCategory.LastWriteWins);

    internal static EmulatorRequest Hold(Buttons buttons) => new("buttons.set", ReplayCategory.LastWriteWins, (long)buttons);

    internal static EmulatorRequest Press(Buttons buttons, int hold, int release, bool wait) =>
        new("buttons.press", ReplayCategory.NotReplayable, (long)buttons, hold, release, wait ? 1 : 0) { FramesNeeded = wait ? hold + release : 0 };
}

/// <summary>Buttons that are held from now on.</summary>
/// <param name="ChangesAt">The frame in whose callback the keys change; the game sees them in the next one.</param>
/// <param name="Frame">The frame in which it was told.</param>
public readonly record struct HeldButtons(long ChangesAt, long Frame);

/// <summary>The buttons at one moment.</summary>
/// <param name="Down">What the game sees, the player's own keys included.</param>
/// <param name="Held">What <see cref="ButtonCommands.HoldButtonsAsync"/> holds.</param>
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
