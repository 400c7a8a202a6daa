using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>
/// Sends the commands for button sequences (docs/protocol/commands.md). A press is a sequence as well, and its id works here.
/// </summary>
public static class SequenceCommands
{
    /// <summary>Plays a sequence and waits for its end.</summary>
    /// <param name="emulator">The emulator.</param>
    /// <param name="sequence">The sequence. It waits until the sequences that use the same buttons have ended.</param>
    /// <param name="cancellationToken">Cancels the sequence, even one that already runs.</param>
    public static async Task<FinishedSequence> PlaySequenceAsync(
        this EmulatorClient emulator, ButtonSequence sequence, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(Play(sequence, wait: true), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return new FinishedSequence(
            ReplyArguments.TakeNumber(ref arguments), ReplyArguments.TakeNumber(ref arguments), ReplyArguments.TakeNumber(ref arguments),
            (int)ReplyArguments.TakeNumber(ref arguments), reply.Frame);
    }

    /// <summary>Queues a sequence and does not wait for it.</summary>
    public static async Task<QueuedPress> QueueSequenceAsync(
        this EmulatorClient emulator, ButtonSequence sequence, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(Play(sequence, wait: false), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return new QueuedPress(ReplyArguments.TakeNumber(ref arguments), (int)ReplyArguments.TakeNumber(ref arguments));
    }

    /// <summary>Gets the progress of a sequence or press. The script remembers the last 256 that ended.</summary>
    /// <exception cref="EmulatorException">
    /// The script knows no sequence with this id: <see cref="EmulatorFailure.UnknownSequence"/>.
    /// </exception>
    public static async Task<SequenceProgress> GetSequenceAsync(this EmulatorClient emulator, long id, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(CommandTable.ButtonsStatus.Request(id), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return new SequenceProgress(
            Encoding.ASCII.GetString(WireArguments.TakeNext(ref arguments)), (int)ReplyArguments.TakeNumber(ref arguments),
            (int)ReplyArguments.TakeNumber(ref arguments),
            ReplyArguments.TakeNumberIfAny(ref arguments), ReplyArguments.TakeNumberIfAny(ref arguments),
            reply.Frame);
    }

    /// <summary>Removes a sequence or press from the queue, or releases its buttons if it runs.</summary>
    /// <returns>The state before the cancellation, how many frames were played, and the frame.</returns>
    /// <exception cref="EmulatorException">
    /// No sequence with this id is queued or running: <see cref="EmulatorFailure.UnknownSequence"/>.
    /// </exception>
    public static async Task<(string State, int FramesPlayed, long Frame)> CancelSequenceAsync(
        this EmulatorClient emulator, long id, CancellationToken cancellationToken)
    {
        using var reply = await emulator.SendAsync(
            CommandTable.ButtonsCancel.Request(id), cancellationToken).ConfigureAwait(false);
        var arguments = reply.Arguments;
        return (Encoding.ASCII.GetString(WireArguments.TakeNext(ref arguments)),
            (int)ReplyArguments.TakeNumber(ref arguments), reply.Frame);
    }

    internal static EmulatorRequest Play(ButtonSequence sequence, bool wait) =>
        CommandTable.ButtonsSequence.Request(sequence.Repeat, wait ? 1 : 0) with
        {
            Text = sequence.ToPayload(),
            FramesNeeded = wait ? sequence.Frames : 0,
        };
}

/// <summary>Describes a sequence that has ended.</summary>
/// <param name="Id">The sequence's id.</param>
/// <param name="StartedAt">The frame in whose callback it started.</param>
/// <param name="ReleasedAt">The frame in whose callback its last button went up; its last frame if it presses no button.</param>
/// <param name="Frames">How many frames were emulated from start to end.</param>
/// <param name="Frame">The frame at its end.</param>
public readonly record struct FinishedSequence(long Id, long StartedAt, long ReleasedAt, int Frames, long Frame);

/// <summary>Describes the progress of a sequence.</summary>
/// <param name="State"><c>queued</c>, <c>running</c>, <c>done</c>, <c>cancelled</c> before it started, or <c>interrupted</c>.</param>
/// <param name="FramesPlayed">Frames played so far, with the current one.</param>
/// <param name="Frames">Frames of the whole sequence.</param>
/// <param name="StartedAt">The frame in whose callback it started; null before that.</param>
/// <param name="ReleasedAt">The frame in whose callback the last button went up; null before that.</param>
/// <param name="Frame">The frame in which the progress was read.</param>
public readonly record struct SequenceProgress(string State, int FramesPlayed, int Frames, long? StartedAt, long? ReleasedAt, long Frame);
