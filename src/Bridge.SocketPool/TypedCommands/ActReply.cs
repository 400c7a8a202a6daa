using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>Holds the reply to an act. The caller owns it; pictures and results are valid until <see cref="Dispose"/>.</summary>
public sealed class ActReply : IDisposable
{
    private readonly EmulatorReply _reply;

    /// <param name="reply">OWNED BY THIS from here on, unless the constructor throws.</param>
    /// <param name="act">The act.</param>
    /// <exception cref="EmulatorException">
    /// The reply is not a valid reply to an act: <see cref="EmulatorFailure.ProtocolError"/>.
    /// </exception>
    internal ActReply(EmulatorReply reply, EmulatorAct act)
    {
        _reply = reply;
        var arguments = reply.Arguments;
        Frames = ReplyArguments.TakeNumber(ref arguments);
        Met = ReplyArguments.TakeNumber(ref arguments) == 1;
        var keyFrames = ReplyArguments.TakeNumber(ref arguments);
        if (keyFrames is < 0 or > byte.MaxValue)
            throw new EmulatorException(EmulatorFailure.ProtocolError, $"The script's reply to an act counts {keyFrames} pictures.");
        SequenceId = ReplyArguments.TakeNumber(ref arguments);
        (StartedAt, ReleasedAt) = (ReplyArguments.TakeNumberIfAny(ref arguments), ReplyArguments.TakeNumberIfAny(ref arguments));
        Held = act.HasConditions ? AwaitedConditions.TakeHeld(ref arguments) : [];
        var messages = reply.Payload;
        KeyFrames = BatchReply.Take(ref messages, (int)keyFrames);
        var all = new List<IReadOnlyList<BatchResult>>();
        do
        {
            all.Add(BatchReply.Take(ref messages, act.Reads.Count));
        }
        while (act.ReadsEachStep && !messages.IsEmpty);
        Results = BatchReply.Whole(messages, all[^1]);
        Steps = all[..^1];
    }

    /// <summary>Gets the frame at the end of the act, in which everything was read.</summary>
    public long Frame => _reply.Frame;

    /// <summary>Gets how many frames were emulated.</summary>
    public long Frames { get; }

    /// <summary>Gets whether the conditions that the act waited for were met in time.</summary>
    public bool Met { get; }

    /// <summary>Gets which of the conditions held.</summary>
    public IReadOnlyList<HeldCondition> Held { get; }

    /// <summary>Gets the sequence's id; 0 without a sequence.</summary>
    public long SequenceId { get; }

    /// <summary>Gets the frame in whose callback the sequence started; null without a sequence.</summary>
    public long? StartedAt { get; }

    /// <summary>Gets the frame in whose callback the sequence's last button went up; null without a sequence.</summary>
    public long? ReleasedAt { get; }

    /// <summary>
    /// Gets the pictures taken during the act, at most eight, in the format of <see cref="EmulatorBatch.TakePixels()"/> or
    /// <see cref="EmulatorBatch.TakePicture"/>.
    /// </summary>
    public IReadOnlyList<BatchResult> KeyFrames { get; }

    /// <summary>Gets the results of <see cref="EmulatorAct.Reads"/> at the end, in the order of the operations.</summary>
    public IReadOnlyList<BatchResult> Results { get; }

    /// <summary>Gets their results in each frame in which a step ended; empty without <see cref="EmulatorAct.ReadsEachStep"/>.</summary>
    public IReadOnlyList<IReadOnlyList<BatchResult>> Steps { get; }

    /// <summary>Returns the bytes to the pool.</summary>
    public void Dispose() => _reply.Dispose();
}
