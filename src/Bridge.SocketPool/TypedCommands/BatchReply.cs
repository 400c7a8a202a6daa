using System.Buffers;
using Bridge.SocketPool.Commands;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.TypedCommands;

/// <summary>Holds the results of a batch. The caller owns it; the results are valid until <see cref="Dispose"/>.</summary>
public sealed class BatchReply : IDisposable
{
    private readonly EmulatorReply _reply;
    private readonly BatchResult[] _results;

    /// <param name="reply">OWNED BY THIS from here on, unless the constructor throws.</param>
    /// <param name="count">The number of operations in the batch.</param>
    /// <exception cref="EmulatorException">
    /// The reply does not have one result for each operation: <see cref="EmulatorFailure.ProtocolError"/>.
    /// </exception>
    internal BatchReply(EmulatorReply reply, int count)
    {
        _reply = reply;
        _results = Read(reply.Payload, count);
    }

    /// <summary>Gets the frame in which all operations ran.</summary>
    public long Frame => _reply.Frame;

    /// <summary>Gets the results, in the order of the operations.</summary>
    public IReadOnlyList<BatchResult> Results => _results;

    /// <summary>Returns the bytes to the pool.</summary>
    public void Dispose() => _reply.Dispose();

    /// <summary>Reads <paramref name="count"/> replies, numbered from 1, which must fill all of <paramref name="messages"/>.</summary>
    internal static BatchResult[] Read(ReadOnlyMemory<byte> messages, int count)
    {
        var results = Take(ref messages, count);
        return Whole(messages, results);
    }

    /// <summary>Returns the results if nothing is left of <paramref name="messages"/>.</summary>
    internal static T Whole<T>(ReadOnlyMemory<byte> messages, T results) => messages.IsEmpty ? results : throw MalformedReply();

    /// <summary>Removes <paramref name="count"/> replies, numbered from 1, from the front of <paramref name="messages"/>.</summary>
    internal static BatchResult[] Take(ref ReadOnlyMemory<byte> messages, int count)
    {
        var results = new BatchResult[count];
        for (var i = 0; i < count; i++)
        {
            if (MessageHeader.TryRead(messages.Span, out var header, out _) != OperationStatus.Done
                || header.MessageLength > messages.Length
                || !messages.Span[..header.MessageLength].EndsWith(WireLimits.Terminator) || header.Id != i + 1)
                throw MalformedReply();
            var skipped = header.Word.SequenceEqual("skipped"u8);
            if (!skipped && !ReplyStatus.IsOk(header.Word))
                throw MalformedReply();
            // The header line ends with the arguments and a line feed.
            var arguments = messages[..(header.HeaderLength - 1)][^header.Arguments.Length..];
            results[i] = new BatchResult(skipped, header.Number, arguments, messages.Slice(header.HeaderLength, header.PayloadLength));
            messages = messages[header.MessageLength..];
        }

        return results;
    }

    private static EmulatorException MalformedReply() =>
        new(EmulatorFailure.ProtocolError, "The script's reply to a batch does not have one reply for each operation.");
}

/// <summary>Holds the result of one operation.</summary>
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

    /// <summary>Gets whether the operation did not run because a guard before it failed.</summary>
    public bool Skipped { get; }

    /// <summary>Gets the frame in which the operation ran.</summary>
    public long Frame { get; }

    /// <summary>Gets the bytes of a range, or the picture.</summary>
    public ReadOnlyMemory<byte> Payload { get; }

    /// <summary>Gets the first number of the result.</summary>
    /// <exception cref="EmulatorException">There is no number: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public long Number
    {
        get
        {
            var arguments = _arguments.Span;
            return ReplyArguments.TakeNumber(ref arguments);
        }
    }

    /// <summary>Gets the first two numbers of the result: a picture's width and height in pixels.</summary>
    /// <exception cref="EmulatorException">There are fewer numbers: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public (long Width, long Height) Size
    {
        get
        {
            var arguments = _arguments.Span;
            return (ReplyArguments.TakeNumber(ref arguments), ReplyArguments.TakeNumber(ref arguments));
        }
    }

    /// <summary>Gets the result of <see cref="EmulatorBatch.Hold"/>: the frame in which the keys change.</summary>
    /// <exception cref="EmulatorException">There is no such number: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public HeldButtons Held => ButtonCommands.ReadHeld(_arguments.Span, Frame);

    /// <summary>Gets the result of <see cref="EmulatorBatch.Release"/>: what was dropped, and the frame in which the keys change.</summary>
    /// <exception cref="EmulatorException">There is no such number: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public ReleasedButtons Released => ButtonCommands.ReadReleased(_arguments.Span, Frame);

    /// <summary>
    /// Returns the address that was read or written: the last number of the result if <paramref name="address"/> is a pointer chain,
    /// otherwise the address itself.
    /// </summary>
    /// <exception cref="EmulatorException">There is no such number: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public uint AddressOf(MemoryAddress address)
    {
        var arguments = _arguments.Span;
        return address.Resolve(arguments[(arguments.LastIndexOf((byte)' ') + 1)..]);
    }
}
