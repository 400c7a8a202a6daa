using System.Buffers;
using System.Buffers.Text;
using System.Globalization;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Framing;

/// <summary>
/// Parses a command as clients of the raw listener write it (docs/protocol/raw-listener.md): <c>word argument… LF payload terminator</c>.
/// The payload is optional. The spans point into the buffer that was parsed.
/// </summary>
public readonly ref struct CommandMessage
{
    // The length of a payload that ends at the first terminator.
    private const int NoLength = -1;

    /// <summary>Gets the command.</summary>
    public ReadOnlySpan<byte> Word { get; private init; }

    /// <summary>Gets the encoded arguments, separated by single spaces, without a leading space. Their encoding is valid.</summary>
    public ReadOnlySpan<byte> Arguments { get; private init; }

    /// <summary>Gets the payload; empty if there is none.</summary>
    public ReadOnlySpan<byte> Payload { get; private init; }

    /// <summary>Gets the number of bytes of the whole message, with its terminator and the line breaks before it.</summary>
    public int Length { get; private init; }

    /// <summary>Parses the message at the start of <paramref name="buffer"/>. Consumes nothing and does no I/O.</summary>
    /// <param name="buffer">All bytes that were received and not consumed.</param>
    /// <param name="scanned">
    /// How many bytes were already searched for a terminator. Starts at 0; the caller keeps it until the message is complete, so that a
    /// message that arrives byte by byte is not searched from the start for each byte.
    /// </param>
    /// <param name="message">The message; valid as long as <paramref name="buffer"/> is.</param>
    /// <param name="error">What is wrong, as the end of a sentence that starts with "The message".</param>
    /// <returns>
    /// <see cref="OperationStatus.Done"/>; <see cref="OperationStatus.NeedMoreData"/>; <see cref="OperationStatus.DestinationTooSmall"/> if
    /// the payload is longer than <see cref="WireLimits.PayloadBytes"/>; <see cref="OperationStatus.InvalidData"/> if the message breaks
    /// the grammar.
    /// </returns>
    public static OperationStatus TryRead(ReadOnlySpan<byte> buffer, ref int scanned, out CommandMessage message, out string? error)
    {
        message = default;
        error = null;
        // A person at a terminal ends a message with a line break.
        var start = buffer.IndexOfAnyExcept((byte)'\n', (byte)'\r');
        if (start < 0)
        {
            return buffer.Length < WireLimits.HeaderBytes
                ? OperationStatus.NeedMoreData
                : Refuse(out error, $"starts with {buffer.Length} line breaks");
        }

        var rest = buffer[start..];
        var window = rest.Length > WireLimits.HeaderBytes ? rest[..WireLimits.HeaderBytes] : rest;
        var lineEnd = window.IndexOf((byte)'\n');
        var end = window.IndexOf(WireLimits.Terminator);
        if (end >= 0 && (lineEnd < 0 || end < lineEnd))
            return Read(rest[..end], payload: default, NoLength, start + end + WireLimits.Terminator.Length, out message, out error);
        if (lineEnd < 0)
        {
            return window.Length < WireLimits.HeaderBytes
                ? OperationStatus.NeedMoreData
                : Refuse(out error, $"has a first line of more than {WireLimits.HeaderBytes} bytes");
        }

        var line = rest[..lineEnd];
        var payload = rest[(lineEnd + 1)..];
        if (!TryReadLength(line, out var length))
            return Refuse(out error, "has a length that is not a number of bytes");
        if (length > WireLimits.PayloadBytes || (length < 0 && payload.Length > WireLimits.PayloadBytes + WireLimits.Terminator.Length))
        {
            error = string.Create(CultureInfo.InvariantCulture, $"has a payload of more than {WireLimits.PayloadBytes:N0} bytes");
            return OperationStatus.DestinationTooSmall;
        }

        if (length >= 0)
        {
            if (payload.Length < length + WireLimits.Terminator.Length)
                return OperationStatus.NeedMoreData;
            var totalLength = start + lineEnd + 1 + (int)length + WireLimits.Terminator.Length;
            return payload[(int)length..].StartsWith(WireLimits.Terminator)
                ? Read(line, payload[..(int)length], (int)length, totalLength, out message, out error)
                : Refuse(out error, "does not end where its length says");
        }

        // The bytes that were searched may end with the first part of a terminator.
        var from = Math.Clamp(scanned - start - lineEnd - WireLimits.Terminator.Length, 0, payload.Length);
        var found = payload[from..].IndexOf(WireLimits.Terminator);
        if (found < 0)
        {
            scanned = buffer.Length;
            return OperationStatus.NeedMoreData;
        }

        var consumed = start + lineEnd + 1 + from + found + WireLimits.Terminator.Length;
        return Read(line, payload[..(from + found)], NoLength, consumed, out message, out error);
    }

    private static OperationStatus Read(
        ReadOnlySpan<byte> line, ReadOnlySpan<byte> payload, int length, int consumed, out CommandMessage message, out string? error)
    {
        message = default;
        var space = line.IndexOf((byte)' ');
        var word = space < 0 ? line : line[..space];
        if (word.IndexOf((byte)'/') is >= 0 and var slash)
        {
            if (length == NoLength)
                return Refuse(out error, "has a length and no payload");
            word = word[..slash];
        }

        var arguments = space < 0 ? default : line[space..];
        if (!CommandWord.IsValid(word) || !WireArguments.AreValid(arguments))
            return Refuse(out error, "does not fit the grammar: a command and up to 32 arguments, separated by single spaces");
        error = null;
        message = new CommandMessage
        {
            Word = word,
            Arguments = arguments.IsEmpty ? arguments : arguments[1..],
            Payload = payload,
            Length = consumed,
        };
        return OperationStatus.Done;
    }

    private static bool TryReadLength(ReadOnlySpan<byte> line, out long length)
    {
        var space = line.IndexOf((byte)' ');
        var word = space < 0 ? line : line[..space];
        var slash = word.IndexOf((byte)'/');
        length = NoLength;
        if (slash < 0)
            return true;
        var digits = word[(slash + 1)..];
        return digits.Length is > 0 and <= WireLimits.LengthDigits && digits.IndexOfAnyExceptInRange((byte)'0', (byte)'9') < 0
            && Utf8Parser.TryParse(digits, out length, out _);
    }

    private static OperationStatus Refuse(out string? error, string sentence)
    {
        error = sentence;
        return OperationStatus.InvalidData;
    }
}
