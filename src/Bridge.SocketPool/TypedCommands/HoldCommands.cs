using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>The game standing still for its client, and going on frame by frame (docs/protocol/commands.md, "Hold and step").</summary>
public static class HoldCommands
{
    /// <summary>The lease that ends any hold; no hold has it.</summary>
    public const string AnyLease = "*";

    /// <summary>Begins a hold, or joins one that isn't exclusive.</summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="lease">How long it lasts if nobody renews it, 100 ms to 600 s.</param>
    /// <param name="exclusive">Whether it is to be the lease's alone.</param>
    /// <param name="owner">Whom others are told of, 1 to 64 bytes.</param>
    /// <param name="cancellationToken">Ends a hold that has not begun.</param>
    /// <exception cref="EmulatorException"><see cref="EmulatorFailure.Held"/>: by somebody else.</exception>
    public static Task<HoldLease> HoldAsync(
        this EmulatorClient emulator, TimeSpan lease, bool exclusive, string owner, CancellationToken cancellationToken) =>
        SendAsync(emulator, Hold(lease, exclusive, "", owner) with
        {
            Category = exclusive ? ReplayCategory.NotReplayable : ReplayCategory.LastWriteWins,
        }, cancellationToken);

    /// <summary>Gives a hold another time, which never cuts short what is left of it.</summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="name">The lease, as <see cref="HoldAsync"/> gave it.</param>
    /// <param name="lease">100 ms to 600 s from now.</param>
    /// <param name="owner">The client that renews it.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <exception cref="EmulatorException">
    /// <see cref="EmulatorFailure.NotHeld"/> or <see cref="EmulatorFailure.Held"/>: it is no longer this lease's.
    /// </exception>
    public static Task<HoldLease> RenewHoldAsync(
        this EmulatorClient emulator, string name, TimeSpan lease, string owner, CancellationToken cancellationToken) =>
        SendAsync(emulator, Hold(lease, exclusive: false, name, owner) with { Category = ReplayCategory.LastWriteWins }, cancellationToken);

    /// <summary>Runs exactly this number of frames and holds the game again.</summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="frames">1 to 36,000.</param>
    /// <param name="buttons">What is down in them, beside what is held or pressed.</param>
    /// <param name="lease">Needed if the hold is exclusive; null: none.</param>
    /// <param name="draws">Whether the last of these frames is drawn; the others need not be.</param>
    /// <param name="reads">What is read in the last of these frames; null: nothing. Reads only.</param>
    /// <param name="cancellationToken">Cuts the step off.</param>
    /// <returns>The frame in which the game stands again, and what was read in it, OWNED BY THE CALLER.</returns>
    /// <exception cref="EmulatorException">
    /// <see cref="EmulatorException.OperationsRun"/> is not 0 when the frames have run and reading failed afterwards.
    /// </exception>
    public static async Task<BatchReply> StepAsync(
        this EmulatorClient emulator, int frames, Buttons buttons, string? lease, bool draws, EmulatorBatch? reads,
        CancellationToken cancellationToken)
    {
        var reply = await emulator.SendAsync(CommandTable.FramesStep.Request(frames, (long)buttons, lease, draws ? 1 : 0) with
        {
            Payload = reads?.Messages ?? default,
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

    /// <summary>Releases the game; steps end early.</summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="lease">Needed if the hold is exclusive; null: none; <see cref="AnyLease"/>: whosever it is.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The frame in which it was released.</returns>
    public static async Task<long> ReleaseHoldAsync(this EmulatorClient emulator, string? lease, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.FramesRelease.Request(lease), cancellationToken).ConfigureAwait(false);
        emulator.NoteHeld(false);
        return reply.Frame;
    }

    /// <summary>Who holds the game, and for how long.</summary>
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

/// <summary>A hold that was begun, joined or renewed.</summary>
/// <param name="Name">What it is renewed by, and what an exclusive one is stepped by.</param>
/// <param name="Left">How long it lasts if nobody renews it.</param>
/// <param name="Frame">The frame in which the game stands still.</param>
public readonly record struct HoldLease(string Name, TimeSpan Left, long Frame);

/// <summary>The hold at one moment; without one only <paramref name="Frame"/> says anything.</summary>
/// <param name="Held">Whether there is one.</param>
/// <param name="Left">How long it lasts if nobody renews it.</param>
/// <param name="Owner">Who began it.</param>
/// <param name="Exclusive">Whether only its lease may step and release.</param>
/// <param name="StepsWaiting">Steps that wait for others.</param>
/// <param name="Lease">Its name; empty when it is exclusive.</param>
/// <param name="Frame">The frame it was read in.</param>
public readonly record struct HoldNow(
    bool Held, TimeSpan Left, string Owner, bool Exclusive, int StepsWaiting, string Lease, long Frame);
