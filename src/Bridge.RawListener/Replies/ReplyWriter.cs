using System.Buffers;
using System.Buffers.Text;
using System.Text;
using Bridge.RawListener.Model;
using Bridge.SocketPool.Framing;

namespace Bridge.RawListener.Replies;

/// <summary>Writes replies in their wire format: <c>word SP frame SP length *(SP argument) LF payload terminator</c>.</summary>
internal static class ReplyWriter
{
    private const int MaxNumberLength = 20;

    /// <summary>Writes a whole reply of the bridge itself.</summary>
    public static void Write(IBufferWriter<byte> output, RawReply reply)
    {
        var sentence = Encoding.UTF8.GetByteCount(reply.Sentence);
        var max = MaxHeadBytes(reply.Word) + sentence;
        foreach (var argument in reply.Arguments)
            max += 1 + (3 * Encoding.UTF8.GetMaxByteCount(argument?.Length ?? 0));
        var destination = output.GetSpan(max);
        var length = WriteHead(reply.Word, reply.Frame, sentence, destination);
        foreach (var argument in reply.Arguments)
        {
            destination[length++] = (byte)' ';
            length += WireArguments.Encode(argument ?? "", destination[length..]);
        }

        destination[length++] = (byte)'\n';
        length += Encoding.UTF8.GetBytes(reply.Sentence, destination[length..]);
        output.Advance(length);
        WriteTerminator(output);
    }

    /// <summary>Writes the first line of the emulator's reply. Its payload and the terminator must follow.</summary>
    public static void WriteLine(IBufferWriter<byte> output, EmulatorReply reply)
    {
        var destination = output.GetSpan(MaxHeadBytes("ok") + reply.Arguments.Length);
        var length = WriteHead("ok", reply.Frame, reply.Payload.Length, destination);
        if (!reply.Arguments.IsEmpty)
        {
            destination[length++] = (byte)' ';
            reply.Arguments.CopyTo(destination[length..]);
            length += reply.Arguments.Length;
        }

        destination[length++] = (byte)'\n';
        output.Advance(length);
    }

    /// <summary>Writes the end of a reply.</summary>
    public static void WriteTerminator(IBufferWriter<byte> output) => output.Write(WireLimits.Terminator);

    // With the spaces and the line feed.
    private static int MaxHeadBytes(string word) => word.Length + (2 * MaxNumberLength) + 4;

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
