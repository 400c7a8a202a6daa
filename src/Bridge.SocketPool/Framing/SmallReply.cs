using System.Buffers;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Framing;

/// <summary>Copies replies that are complete in the receive buffer; <see cref="PartialReply"/> receives longer ones.</summary>
internal static class SmallReply
{
    public static EmulatorReply Copy(in MessageHeader header, ReadOnlySpan<byte> payload)
    {
        // An array, because a stream would cost more than a small reply.
        var length = header.Arguments.Length + payload.Length;
        var bytes = length == 0 ? [] : ArrayPool<byte>.Shared.Rent(length);
        header.Arguments.CopyTo(bytes);
        payload.CopyTo(bytes.AsSpan(header.Arguments.Length));
        return new EmulatorReply(header.Number, bytes, header.Arguments.Length, payload.Length);
    }
}
