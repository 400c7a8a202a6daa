using System.Buffers;
using System.Buffers.Text;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Framing;

/// <summary>
/// Parses the header line of a message: <c>id word number length argument…</c>. The spans point into the buffer that was parsed.
/// </summary>
internal readonly ref struct MessageHeader
{
    /// <summary>Gets the number of bytes of the header line with its line feed. The payload starts there.</summary>
    public int HeaderLength { get; private init; }

    /// <summary>Gets the id of the request; 0 for a request without a reply, and for a message that answers no request.</summary>
    public long Id { get; private init; }

    /// <summary>Gets the command of a request, or the status of a reply.</summary>
    public ReadOnlySpan<byte> Word { get; private init; }

    /// <summary>Gets the sender's clock in microseconds (request), or the frame number (reply).</summary>
    public long Number { get; private init; }

    /// <summary>Gets the number of payload bytes.</summary>
    public int PayloadLength { get; private init; }

    /// <summary>Gets the encoded arguments, separated by single spaces, without a leading space.</summary>
    public ReadOnlySpan<byte> Arguments { get; private init; }

    /// <summary>Gets the number of bytes of the whole message with its terminator.</summary>
    public int MessageLength => HeaderLength + PayloadLength + WireLimits.Terminator.Length;

    /// <summary>Parses the header line at the start of <paramref name="buffer"/>. Consumes nothing and does no I/O.</summary>
    /// <returns>
    /// <see cref="OperationStatus.Done"/>; <see cref="OperationStatus.NeedMoreData"/> if the line is incomplete;
    /// <see cref="OperationStatus.InvalidData"/> if it breaks the grammar or a limit, with the reason in <paramref name="error"/>.
    /// </returns>
    public static OperationStatus TryRead(ReadOnlySpan<byte> buffer, out MessageHeader header, out string? error)
    {
        header = default;
        error = null;
        var window = buffer.Length > WireLimits.HeaderBytes ? buffer[..WireLimits.HeaderBytes] : buffer;
        var end = window.IndexOf((byte)'\n');
        if (end < 0)
        {
            if (window.Length < WireLimits.HeaderBytes)
                return OperationStatus.NeedMoreData;
            error = $"a header line is longer than {WireLimits.HeaderBytes} bytes";
            return OperationStatus.InvalidData;
        }

        var line = window[..end];
        if (!TryTakeNumber(ref line, WireLimits.NumberDigits, signed: false, out var id)
            || !TryTakeWord(ref line, out var word)
            || !TryTakeSpace(ref line) || !TryTakeNumber(ref line, WireLimits.NumberDigits, signed: true, out var number)
            || !TryTakeSpace(ref line) || !TryTakeNumber(ref line, WireLimits.LengthDigits, signed: false, out var length)
            || !WireArguments.AreValid(line))
        {
            error = "a header line does not fit the grammar";
            return OperationStatus.InvalidData;
        }

        if (length > WireLimits.PayloadBytes)
        {
            error = $"a payload of {length} bytes is longer than {WireLimits.PayloadBytes}";
            return OperationStatus.InvalidData;
        }

        header = new MessageHeader
        {
            HeaderLength = end + 1,
            Id = id,
            Word = word,
            Number = number,
            PayloadLength = (int)length,
            Arguments = line.IsEmpty ? line : line[1..],
        };
        return OperationStatus.Done;
    }

    private static bool TryTakeWord(scoped ref ReadOnlySpan<byte> line, out ReadOnlySpan<byte> word)
    {
        word = default;
        if (!TryTakeSpace(ref line))
            return false;
        var end = line.IndexOf((byte)' ');
        if (end < 0 || !CommandWord.IsValid(line[..end]))
            return false;
        word = line[..end];
        line = line[end..];
        return true;
    }

    // Each field except the first has a single space before it.
    private static bool TryTakeSpace(scoped ref ReadOnlySpan<byte> line)
    {
        if (line.IsEmpty || line[0] != (byte)' ')
            return false;
        line = line[1..];
        return true;
    }

    private static bool TryTakeNumber(scoped ref ReadOnlySpan<byte> line, int digits, bool signed, out long value)
    {
        value = 0;
        var sign = signed && !line.IsEmpty && line[0] == (byte)'-' ? 1 : 0;
        var end = line[sign..].IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        end = end < 0 ? line.Length : end + sign;
        if (end - sign < 1 || end - sign > digits || !Utf8Parser.TryParse(line[..end], out value, out _))
            return false;
        line = line[end..];
        return line.IsEmpty || line[0] == (byte)' ';
    }
}
