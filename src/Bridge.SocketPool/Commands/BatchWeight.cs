using System.Buffers;
using System.Buffers.Text;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Commands;

/// <summary>Weighs a batch by its operations.</summary>
internal static class BatchWeight
{
    /// <summary>Returns whether the script needs long for a batch because of a picture, or because of all that it reads.</summary>
    /// <param name="messages">The operations, in the wire format.</param>
    public static bool IsHeavy(ReadOnlySpan<byte> messages)
    {
        // In a header line, a space precedes the command.
        if (messages.IndexOf(" screen."u8) >= 0)
            return true;
        // Most batches read no range, and need not be parsed.
        var readsRanges = messages.IndexOf(" memory.read "u8) >= 0;
        return readsRanges && LengthOfReads(messages) > EmulatorRequest.MaxShortBytes;
    }

    private static long LengthOfReads(ReadOnlySpan<byte> messages)
    {
        var total = 0L;
        while (MessageHeader.TryRead(messages, out var header, out _) == OperationStatus.Done && header.MessageLength <= messages.Length)
        {
            if (header.Word.SequenceEqual("memory.read"u8))
            {
                var arguments = header.Arguments;
                WireArguments.TakeNext(ref arguments); // The address.
                total += Utf8Parser.TryParse(WireArguments.TakeNext(ref arguments), out int length, out _) ? length : 0;
            }

            messages = messages[header.MessageLength..];
        }

        return total;
    }
}
