using System.Buffers;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>What the operations of a batch answered. The caller owns it; the results are valid until <see cref="Dispose"/>.</summary>
public sealed class BatchReply : IDisposable
{
    private readonly EmulatorReply _reply;
    private readonly BatchResult[] _results;

    /// <param name="reply">OWNED BY THIS from here on, unless it throws.</param>
    /// <param name="count">Operations there were.</param>
    /// <exception cref="EmulatorException">
    /// The reply is not what that many operations answer: <see cref="EmulatorFailure.ProtocolError"/>.
    /// </exception>
    internal BatchReply(EmulatorReply reply, int count)
    {
        _reply = reply;
        _results = Read(reply.Payload, count);
    }

    /// <summary>The frame in which all of them ran.</summary>
    public long Frame => _reply.Frame;

    /// <summary>One for each operation, in their order.</summary>
    public IReadOnlyList<BatchResult> Results => _results;

    /// <summary>Gives the bytes back to the pool.</summary>
    public void Dispose() => _reply.Dispose();

    /// <summary>Reads <paramref name="count"/> replies, numbered from 1, that take up all of <paramref name="messages"/>.</summary>
    internal static BatchResult[] Read(ReadOnlyMemory<byte> messages, int count)
    {
        var results = Take(ref messages, count);
        return messages.IsEmpty ? results : throw Broken();
    }

    /// <summary>Takes <paramref name="count"/> replies, numbered from 1, from the front of <paramref name="messages"/>.</summary>
    internal static BatchResult[] Take(ref ReadOnlyMemory<byte> messages, int count)
    {
        var results = new BatchResult[count];
        for (var i = 0; i < count; i++)
        {
            if (MessageHeader.TryRead(messages.Span, out var header, out _) != OperationStatus.Done
                || header.MessageLength > messages.Length
                || !messages.Span[..header.MessageLength].EndsWith(WireLimits.Terminator) || header.Id != i + 1)
                throw Broken();
            var skipped = header.Word.SequenceEqual("skipped"u8);
            if (!skipped && !ReplyStatus.IsOk(header.Word))
                throw Broken();
            var arguments = messages[..(header.HeaderLength - 1)][^header.Arguments.Length..];
            results[i] = new BatchResult(skipped, header.Number, arguments, messages.Slice(header.HeaderLength, header.PayloadLength));
            messages = messages[header.MessageLength..];
        }

        return results;
    }

    private static EmulatorException Broken() =>
        new(EmulatorFailure.ProtocolError, "The script's reply to a batch is not one reply for each operation.");
}

/// <summary>What one operation answered.</summary>
public readonly struct BatchResult
{
    private readonly ReadOnlyMemory<byte> _arguments;

    internal BatchResult(bool skipped, long frame, ReadOnlyMemory<byte> arguments, ReadOnlyMemory<byte> payload)
    {
        Skipped = skipped;
        Frame = frame;
        _arguments = arguments;
        Payload = payload;
    }

    /// <summary>Whether a guard before it failed, so that it did not run.</summary>
    public bool Skipped { get; }

    /// <summary>The frame it ran in.</summary>
    public long Frame { get; }

    /// <summary>The bytes of a range, or the picture.</summary>
    public ReadOnlyMemory<byte> Payload { get; }

    /// <summary>Its first number.</summary>
    /// <exception cref="EmulatorException">It has none: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public long Number
    {
        get
        {
            var arguments = _arguments.Span;
            return ReplyArguments.TakeNumber(ref arguments);
        }
    }

    /// <summary>Its first two numbers; of a picture, its pixels in a line and its lines.</summary>
    /// <exception cref="EmulatorException">It has fewer: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public (long Width, long Height) Size
    {
        get
        {
            var arguments = _arguments.Span;
            return (ReplyArguments.TakeNumber(ref arguments), ReplyArguments.TakeNumber(ref arguments));
        }
    }

    /// <summary>Of <see cref="EmulatorBatch.Hold"/>: the frame in which the keys change.</summary>
    /// <exception cref="EmulatorException">It has no such number: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public HeldButtons Held => ButtonCommands.ReadHeld(_arguments.Span, Frame);

    /// <summary>Of <see cref="EmulatorBatch.Release"/>: what was dropped, and the frame in which the keys change.</summary>
    /// <exception cref="EmulatorException">It has no such number: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public ReleasedButtons Released => ButtonCommands.ReadReleased(_arguments.Span, Frame);

    /// <summary>Where what was asked for as <paramref name="address"/> is: its last number if that is a chain.</summary>
    /// <exception cref="EmulatorException">There is no such number: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public uint AddressOf(MemoryAddress address)
    {
        var arguments = _arguments.Span;
        return address.Resolve(arguments[(arguments.LastIndexOf((byte)' ') + 1)..]);
    }
}
