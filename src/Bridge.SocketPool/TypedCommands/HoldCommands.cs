using System.Buffers;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Sends the commands that hold the game for a client and step it frame by frame (docs/protocol/commands.md, "Hold and step").
/// </summary>
public static class HoldCommands
{
    /// <summary>A lease name that releases any hold; no hold has this name.</summary>
    public const string AnyLease = "*";

    /// <summary>Starts a hold, or joins one that isn't exclusive.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="lease">How long the hold lasts without a renewal, 100 ms to 600 s.</param>
    /// <param name="exclusive">Whether only this lease may step and release the game.</param>
    /// <param name="owner">The owner's name, which other clients can see; 1 to 64 bytes.</param>
    /// <param name="cancellationToken">Cancels a hold that has not started.</param>
    /// <exception cref="EmulatorException"><see cref="EmulatorFailure.Held"/>: another client holds the game.</exception>
    public static Task<HoldLease> HoldAsync(
        this EmulatorClient emulator, TimeSpan lease, bool exclusive, string owner, CancellationToken cancellationToken) =>
        SendAsync(emulator, Hold(lease, exclusive, "", owner) with
        {
            Category = exclusive ? ReplayCategory.NotReplayable : ReplayCategory.LastWriteWins,
        }, cancellationToken);

    /// <summary>Renews a hold. A renewal never shortens the remaining time.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="name">The lease's name, from <see cref="HoldAsync"/>.</param>
    /// <param name="lease">The new lease, 100 ms to 600 s from now.</param>
    /// <param name="owner">The name of the client that renews the hold.</param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <exception cref="EmulatorException">
    /// <see cref="EmulatorFailure.NotHeld"/> or <see cref="EmulatorFailure.Held"/>: the lease no longer holds the game.
    /// </exception>
    public static Task<HoldLease> RenewHoldAsync(
        this EmulatorClient emulator, string name, TimeSpan lease, string owner, CancellationToken cancellationToken) =>
        SendAsync(emulator, Hold(lease, exclusive: false, name, owner) with { Category = ReplayCategory.LastWriteWins }, cancellationToken);

    /// <summary>Runs exactly this number of frames, and then holds the game again.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="frames">1 to 36,000.</param>
    /// <param name="buttons">Buttons that are down in these frames, besides those that are held or pressed.</param>
    /// <param name="lease">The lease's name, required for an exclusive hold; null otherwise.</param>
    /// <param name="draws">Whether the last frame is drawn; the others need not be.</param>
    /// <param name="reads">Read operations for the last frame; null for none.</param>
    /// <param name="cancellationToken">Cancels the step, even one that already runs.</param>
    /// <param name="continuesInline">As in <see cref="MemoryCommands.ReadRangeAsync"/>.</param>
    /// <returns>The frame at the end of the step, and the results of the reads. OWNED BY THE CALLER.</returns>
    /// <exception cref="EmulatorException">
    /// If the frames ran and a read failed after them, <see cref="EmulatorException.OperationsRun"/> is not 0.
    /// </exception>
    public static Task<BatchReply> StepAsync(
        this EmulatorClient emulator, int frames, Buttons buttons, string? lease, bool draws, EmulatorBatch? reads,
        CancellationToken cancellationToken, bool continuesInline = false) =>
        StepAsync(emulator, frames, buttons, lease, draws, reads, reads?.Messages ?? default, cancellationToken, continuesInline);

    /// <summary>
    /// Loads a state into the held game, sets its sensors, and then runs exactly this number of frames. This is done only if the step is
    /// allowed.
    /// </summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="beginning">What is done before the first frame.</param>
    /// <param name="frames">1 to 36,000.</param>
    /// <param name="buttons">Buttons that are down in these frames, besides those that are held or pressed.</param>
    /// <param name="lease">The lease's name, required for an exclusive hold; null otherwise.</param>
    /// <param name="draws">Whether the last frame is drawn; the others need not be.</param>
    /// <param name="reads">Read operations for the last frame; null for none.</param>
    /// <param name="cancellationToken">Cancels the step, even one that already runs.</param>
    /// <returns>The frame at the end of the step, and the results of the reads. OWNED BY THE CALLER.</returns>
    /// <exception cref="EmulatorException">
    /// Among others <see cref="EmulatorFailure.RefusedState"/>, <see cref="EmulatorFailure.Conflict"/> if the cartridge lacks a sensor, and
    /// <see cref="EmulatorFailure.Overloaded"/> while other steps wait: nothing was done.
    /// </exception>
    public static Task<BatchReply> StepFromAsync(
        this EmulatorClient emulator, StepBeginning beginning, int frames, Buttons buttons, string? lease, bool draws,
        EmulatorBatch? reads, CancellationToken cancellationToken)
    {
        var messages = new ArrayBufferWriter<byte>();
        if (beginning.State is { } state)
        {
            Write(messages, 1, StateCommands.Load(StateParts.Loaded, state));
            // Before the request: if the state makes mGBA hang, there is no reply.
            emulator.NoteLoad();
        }

        if (beginning.Sensors is { } sensors)
            Write(messages, 2, SensorCommands.Set(sensors));
        if (reads is not null)
            messages.Write(reads.Messages.Span);
        return StepAsync(emulator, frames, buttons, lease, draws, reads, messages.WrittenMemory, cancellationToken);
    }

    private static void Write(ArrayBufferWriter<byte> messages, int id, EmulatorRequest request) =>
        MessageWriter.Write(messages, id, clock: 0, request, MessageWriter.PayloadLength(request));

    private static async Task<BatchReply> StepAsync(
        EmulatorClient emulator, int frames, Buttons buttons, string? lease, bool draws, EmulatorBatch? reads,
        ReadOnlyMemory<byte> payload, CancellationToken cancellationToken, bool continuesInline = false)
    {
        var reply = await emulator.SendAsync(CommandTable.FramesStep.Request(frames, (long)buttons, lease, draws ? 1 : 0) with
        {
            Payload = payload,
            ContinuesInline = continuesInline,
        }, cancellationToken).ConfigureAwait(false);
        try
        {
            return new BatchReply(reply, reads?.Count ?? 0);
        }
        catch
        {
            reply.Dispose();
            throw;
        }
    }

    /// <summary>Releases the game, and ends running steps early.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="lease">
    /// The lease's name, required for an exclusive hold; null otherwise; <see cref="AnyLease"/> releases any hold.
    /// </param>
    /// <param name="cancellationToken">Cancels the request.</param>
    /// <returns>The frame of the release.</returns>
    public static async Task<long> ReleaseHoldAsync(this EmulatorClient emulator, string? lease, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.FramesRelease.Request(lease), cancellationToken).ConfigureAwait(false);
        emulator.NoteHeld(false);
        return reply.Frame;
    }

    /// <summary>Gets the current hold of the game.</summary>
    public static async Task<HoldNow> GetHoldAsync(this EmulatorClient emulator, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.FramesStatus.Request(), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        var held = ReplyArguments.TakeNumber(ref arguments) == 1;
        emulator.NoteHeld(held);
        return new HoldNow(
            held, TimeSpan.FromMilliseconds(ReplyArguments.TakeNumber(ref arguments)), ReplyArguments.TakeText(ref arguments),
            ReplyArguments.TakeNumber(ref arguments) == 1, (int)ReplyArguments.TakeNumber(ref arguments),
            ReplyArguments.TakeText(ref arguments), reply.Frame);
    }

    private static EmulatorRequest Hold(TimeSpan lease, bool exclusive, string name, string owner) =>
        CommandTable.FramesHold.Request((long)lease.TotalMilliseconds, exclusive ? 1 : 0, name, owner);

    private static async Task<HoldLease> SendAsync(EmulatorClient emulator, EmulatorRequest request, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(request, cancellationToken).ConfigureAwait(false);
        emulator.NoteHeld(true);
        var arguments = reply.Arguments;
        return new HoldLease(
            ReplyArguments.TakeText(ref arguments), TimeSpan.FromMilliseconds(ReplyArguments.TakeNumber(ref arguments)), reply.Frame);
    }
}

/// <summary>Describes what a step does before its first frame.</summary>
/// <param name="State">A state to load, of the parts <see cref="StateParts.Loaded"/>; null: none.</param>
/// <param name="Sensors">What to set of the cartridge's sensors; null: nothing.</param>
public readonly record struct StepBeginning(ReadOnlyMemory<byte>? State = null, SensorSetting? Sensors = null);

/// <summary>Describes a hold that was started, joined or renewed.</summary>
/// <param name="Name">The lease's name, which renews the hold and steps an exclusive one.</param>
/// <param name="Left">The time until the hold ends without a renewal.</param>
/// <param name="Frame">The frame at which the game is held.</param>
public readonly record struct HoldLease(string Name, TimeSpan Left, long Frame);

/// <summary>Describes the current hold. Without one, only <paramref name="Held"/> and <paramref name="Frame"/> are meaningful.</summary>
/// <param name="Held">Whether the game is held.</param>
/// <param name="Left">The time until the hold ends without a renewal.</param>
/// <param name="Owner">The name of the client that started the hold.</param>
/// <param name="Exclusive">Whether only the hold's lease may step and release the game.</param>
/// <param name="StepsWaiting">How many steps wait for earlier ones.</param>
/// <param name="Lease">The lease's name; empty if the hold is exclusive.</param>
/// <param name="Frame">The frame in which the hold was read.</param>
public readonly record struct HoldNow(
    bool Held, TimeSpan Left, string Owner, bool Exclusive, int StepsWaiting, string Lease, long Frame);
