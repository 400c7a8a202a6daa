using System.Buffers;
using System.Text;
using Bridge.SocketPool.Framing;
using Bridge.Testing;

namespace Bridge.SocketPool.Tests.Framing;

/// <summary>Splits a buffer into messages with <see cref="MessageHeader"/>, as a connection does.</summary>
internal static class MessageSplitter
{
    public sealed record Result(IReadOnlyList<VectorMessage> Messages, bool IsIncomplete, bool IsBroken);

    public static Result Read(ReadOnlySpan<byte> bytes)
    {
        var messages = new List<VectorMessage>();
        while (!bytes.IsEmpty)
        {
            var status = MessageHeader.TryRead(bytes, out var header, out var error);
            Assert.Equal(status == OperationStatus.InvalidData, error is not null);
            if (status == OperationStatus.InvalidData)
                return new Result(messages, IsIncomplete: false, IsBroken: true);
            if (status == OperationStatus.NeedMoreData || bytes.Length < header.MessageLength)
                return new Result(messages, IsIncomplete: true, IsBroken: false);
            if (!bytes[..header.MessageLength].EndsWith(WireLimits.Terminator))
                return new Result(messages, IsIncomplete: false, IsBroken: true);
            messages.Add(new VectorMessage(header.Id, Encoding.ASCII.GetString(header.Word), header.Number,
                Encoding.ASCII.GetString(header.Arguments), null, bytes.Slice(header.HeaderLength, header.PayloadLength).ToArray()));
            bytes = bytes[header.MessageLength..];
        }

        return new Result(messages, IsIncomplete: false, IsBroken: false);
    }

    /// <summary>Splits a buffer that is parsed each time it has grown to one of <paramref name="ends"/>.</summary>
    public static Result ReadInPieces(byte[] bytes, IEnumerable<int> ends)
    {
        var messages = new List<VectorMessage>();
        var start = 0;
        var result = new Result([], IsIncomplete: false, IsBroken: false);
        foreach (var end in ends)
        {
            result = Read(bytes.AsSpan(start..end));
            messages.AddRange(result.Messages);
            foreach (var message in result.Messages)
                start += LengthOf(bytes.AsSpan(start), message);
            if (result.IsBroken)
                break;
        }

        return result with { Messages = messages };
    }

    public static IEnumerable<string> Decode(string arguments)
    {
        var decoded = new List<string>();
        for (ReadOnlySpan<byte> rest = Encoding.ASCII.GetBytes(arguments); !rest.IsEmpty;)
            decoded.Add(WireArguments.Decode(WireArguments.TakeNext(ref rest)));
        return decoded;
    }

    // Only called for adjacent messages from the start of the buffer on.
    private static int LengthOf(ReadOnlySpan<byte> bytes, VectorMessage message) =>
        bytes.IndexOf((byte)'\n') + 1 + message.Payload.Length + WireLimits.Terminator.Length;
}
