using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>How an act went. The caller owns it; pictures and results are valid until <see cref="Dispose"/>.</summary>
public sealed class ActReply : IDisposable
{
    private readonly EmulatorReply _reply;

    /// <param name="reply">OWNED BY THIS from here on, unless it throws.</param>
    /// <param name="looks">Operations there were in <see cref="EmulatorAct.Looks"/>.</param>
    /// <exception cref="EmulatorException">The reply is not an act's: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    internal ActReply(EmulatorReply reply, int looks)
    {
        _reply = reply;
        var arguments = reply.Arguments;
        Frames = ReplyArguments.TakeNumber(ref arguments);
        Met = ReplyArguments.TakeNumber(ref arguments) == 1;
        var keyFrames = ReplyArguments.TakeNumber(ref arguments);
        if (keyFrames is < 0 or > byte.MaxValue)
            throw new EmulatorException(EmulatorFailure.ProtocolError, $"The script's reply to an act counts {keyFrames} pictures.");
        SequenceId = ReplyArguments.TakeNumber(ref arguments);
        (Begun, Released) = (ReplyArguments.TakeNumberIfAny(ref arguments), ReplyArguments.TakeNumberIfAny(ref arguments));
        var messages = reply.Payload;
        KeyFrames = BatchReply.Take(ref messages, (int)keyFrames);
        Results = BatchReply.Read(messages, looks);
    }

    /// <summary>The frame in which it was over and everything was read.</summary>
    public long Frame => _reply.Frame;

    /// <summary>Frames that were emulated.</summary>
    public long Frames { get; }

    /// <summary>Whether the value that was waited for came in time.</summary>
    public bool Met { get; }

    /// <summary>The sequence's id; 0 without one.</summary>
    public long SequenceId { get; }

    /// <summary>The frame in whose callback the sequence began; null without one.</summary>
    public long? Begun { get; }

    /// <summary>The frame in whose callback its last button went up; null without one.</summary>
    public long? Released { get; }

    /// <summary>
    /// The pictures on the way, up to eight, as <see cref="EmulatorBatch.TakePixels"/>
    /// or <see cref="EmulatorBatch.TakePicture"/> gives them.
    /// </summary>
    public IReadOnlyList<BatchResult> KeyFrames { get; }

    /// <summary>One for each operation of <see cref="EmulatorAct.Looks"/>, in their order.</summary>
    public IReadOnlyList<BatchResult> Results { get; }

    /// <summary>Gives the bytes back to the pool.</summary>
    public void Dispose() => _reply.Dispose();
}
