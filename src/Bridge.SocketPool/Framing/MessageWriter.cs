using System.Buffers;
using System.Buffers.Text;
using System.Text;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Framing;

/// <summary>Writes requests in their wire format. Has no state and does no I/O.</summary>
internal static class MessageWriter
{
    private const byte Space = (byte)' ';

    // A space, and a long with its sign.
    private const int MaxNumberArgumentBytes = 1 + 20;

    /// <summary>Returns the number of payload bytes of <paramref name="request"/>.</summary>
    /// <exception cref="ArgumentException">The payload is longer than the protocol allows, or the request has no command.</exception>
    public static int PayloadLength(in EmulatorRequest request)
    {
        if (request.Command is null)
            throw new ArgumentException("The request must have a command.", nameof(request));
        var length = request.Text is { } text ? Encoding.UTF8.GetByteCount(text) : request.Payload.Length;
        return length <= WireLimits.PayloadBytes
            ? length
            : throw new ArgumentException($"The payload must be at most {WireLimits.PayloadBytes} bytes; got {length}.", nameof(request));
    }

    /// <summary>Writes <paramref name="request"/> as one complete message.</summary>
    /// <param name="output">Receives the message.</param>
    /// <param name="id">0 to 9,007,199,254,740,991; with 0 the script sends no reply.</param>
    /// <param name="clock">The bridge's monotonic clock in microseconds.</param>
    /// <param name="request">The request.</param>
    /// <param name="payloadLength">The result of <see cref="PayloadLength"/>.</param>
    /// <exception cref="ArgumentException">The header line is longer than the protocol allows; nothing is written.</exception>
    public static void Write(IBufferWriter<byte> output, long id, long clock, in EmulatorRequest request, int payloadLength)
    {
        var header = output.GetSpan(WireLimits.HeaderBytes)[..WireLimits.HeaderBytes];
        var length = WriteHeader(header, id, clock, request, payloadLength);
        output.Advance(length);

        if (payloadLength > 0)
        {
            var payload = output.GetSpan(payloadLength);
            if (request.Text is { } text)
                Encoding.UTF8.GetBytes(text, payload);
            else
                request.Payload.Span.CopyTo(payload);
            output.Advance(payloadLength);
        }

        output.Write(WireLimits.Terminator);
    }

    private static int WriteHeader(Span<byte> header, long id, long clock, in EmulatorRequest request, int payloadLength)
    {
        var length = WriteNumber(header, 0, id);
        header[length++] = Space;
        length += Encoding.ASCII.GetBytes(request.Command, header[length..]);
        header[length++] = Space;
        length = WriteNumber(header, length, clock);
        header[length++] = Space;
        length = WriteNumber(header, length, payloadLength);
        for (var i = 0; i < request.ArgumentCount; i++)
        {
            var argument = request.Argument(i);
            header[length++] = Space;
            if (argument.Text is not { } text)
            {
                length = WriteNumber(header, length, argument.Number);
                continue;
            }

            // Reserves room for the rest of the header: each remaining argument as a number, and the line feed. A remaining text checks its
            // own room.
            var room = header.Length - length - 1 - (request.ArgumentCount - i - 1) * MaxNumberArgumentBytes;
            var written = room > 0 ? WireArguments.Encode(text, header.Slice(length, room)) : -1;
            if (written < 0)
                throw new ArgumentException(
                    $"The header line of {request.Command} with its arguments must be at most {WireLimits.HeaderBytes} bytes.",
                    nameof(request));
            length += written;
        }

        header[length++] = (byte)'\n';
        return length;
    }

    private static int WriteNumber(Span<byte> header, int at, long number)
    {
        Utf8Formatter.TryFormat(number, header[at..], out var written);
        return at + written;
    }
}
