using System.Buffers.Text;
using System.Text;
using Bridge.RawListener.Connections;
using Bridge.RawListener.Model;
using Bridge.SocketPool.Framing;

namespace Bridge.RawListener.Loop;

/// <summary>Writes replies in their wire format: <c>word SP frame SP length *(SP argument) LF payload terminator</c>.</summary>
internal static class ReplyWriter
{
    private const int MaxNumberLength = 20;

    /// <summary>Returns the max bytes of an exchange's reply.</summary>
    public static int MaxBytes(RawExchange exchange) => exchange.EmulatorReply is { } reply
        ? (3 * MaxNumberLength) + reply.Arguments.Length + reply.Payload.Length + WireLimits.Terminator.Length
        : MaxBytes(exchange.Reply!);

    /// <summary>Writes the reply of an exchange; returns the number of bytes.</summary>
    public static int Write(RawExchange exchange, Span<byte> destination) =>
        exchange.EmulatorReply is { } reply ? Write(reply, destination) : Write(exchange.Reply!, destination);

    /// <summary>Writes a reply of the bridge itself; returns the number of bytes.</summary>
    public static int Write(RawReply reply, Span<byte> destination)
    {
        var length = WriteHead(reply.Word, reply.Frame, Encoding.UTF8.GetByteCount(reply.Sentence), destination);
        foreach (var argument in reply.Arguments)
        {
            destination[length++] = (byte)' ';
            length += WireArguments.Encode(argument ?? "", destination[length..]);
        }

        destination[length++] = (byte)'\n';
        length += Encoding.UTF8.GetBytes(reply.Sentence, destination[length..]);
        WireLimits.Terminator.CopyTo(destination[length..]);
        return length + WireLimits.Terminator.Length;
    }

    private static int Write(EmulatorReply reply, Span<byte> destination)
    {
        var length = WriteHead("ok", reply.Frame, reply.Payload.Length, destination);
        if (!reply.Arguments.IsEmpty)
        {
            destination[length++] = (byte)' ';
            reply.Arguments.CopyTo(destination[length..]);
            length += reply.Arguments.Length;
        }

        destination[length++] = (byte)'\n';
        reply.Payload.Span.CopyTo(destination[length..]);
        length += reply.Payload.Length;
        WireLimits.Terminator.CopyTo(destination[length..]);
        return length + WireLimits.Terminator.Length;
    }

    private static int MaxBytes(RawReply reply)
    {
        var sentence = Encoding.UTF8.GetMaxByteCount(reply.Sentence.Length);
        var max = reply.Word.Length + (3 * MaxNumberLength) + sentence + WireLimits.Terminator.Length;
        foreach (var argument in reply.Arguments)
            max += 1 + (3 * Encoding.UTF8.GetMaxByteCount(argument?.Length ?? 0));
        return max;
    }

    private static int WriteHead(string word, long frame, int payload, Span<byte> destination)
    {
        var length = Encoding.ASCII.GetBytes(word, destination);
        destination[length++] = (byte)' ';
        Utf8Formatter.TryFormat(frame, destination[length..], out var digits);
        length += digits;
        destination[length++] = (byte)' ';
        Utf8Formatter.TryFormat(payload, destination[length..], out digits);
        return length + digits;
    }
}
