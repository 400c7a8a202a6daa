using System.Text;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>The commands on sequences of buttons (docs/protocol/commands.md). A press is one, too, and known by its id here.</summary>
public static class SequenceCommands
{
    /// <summary>Plays a sequence and waits until it has ended.</summary>
    /// <param name="emulator">Which one.</param>
    /// <param name="sequence">What to play. It waits its turn for its buttons.</param>
    /// <param name="cancellationToken">Ends the sequence, whether it has begun or not.</param>
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

    /// <summary>How far a sequence or press is. The script remembers the last 256 that ended.</summary>
    /// <exception cref="EmulatorException">It knows none with this id: <see cref="EmulatorFailure.UnknownId"/>.</exception>
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

    /// <summary>Takes a sequence or press out of the queue, or lets go of its buttons if it runs.</summary>
    /// <returns>The state that it was in, how many frames of it were played, and the frame.</returns>
    /// <exception cref="EmulatorException">None with this id is queued or running: <see cref="EmulatorFailure.UnknownId"/>.</exception>
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

/// <summary>A sequence that has ended.</summary>
/// <param name="Id">The sequence's id.</param>
/// <param name="Begun">The frame in whose callback it began.</param>
/// <param name="Released">The frame in whose callback the last button went up; that of the end if it has no button.</param>
/// <param name="Frames">Frames emulated from its begin to its end.</param>
/// <param name="Frame">The frame in which it had ended.</param>
public readonly record struct FinishedSequence(long Id, long Begun, long Released, int Frames, long Frame);

/// <summary>How far a sequence is.</summary>
/// <param name="State"><c>queued</c>, <c>running</c>, <c>done</c>, <c>cancelled</c> before it began, or <c>interrupted</c>.</param>
/// <param name="FramesPlayed">The one under way included.</param>
/// <param name="Frames">Frames in all.</param>
/// <param name="Begun">The frame in whose callback it began; null before.</param>
/// <param name="Released">The frame in whose callback the last button went up; null before.</param>
/// <param name="Frame">The frame it was asked in.</param>
public readonly record struct SequenceProgress(string State, int FramesPlayed, int Frames, long? Begun, long? Released, long Frame);
