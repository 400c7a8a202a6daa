using System.Buffers;
using System.Buffers.Text;
using Bridge.SocketPool.Model;

namespace Bridge.SocketPool.Framing;

/// <summary>
/// The header line of a message: <c>id word number length argument…</c>. The spans point into the buffer it was read from.
/// </summary>
internal readonly ref struct MessageHeader
{
    /// <summary>Bytes of the header line, its line feed included: where the payload begins.</summary>
    public int HeaderLength { get; private init; }

    /// <summary>The request's id; 0 when nobody waits for a reply.</summary>
    public long Id { get; private init; }

    /// <summary>The command of a request, the status of a reply.</summary>
    public ReadOnlySpan<byte> Word { get; private init; }

    /// <summary>The sender's clock in microseconds in a request, the frame number in a reply.</summary>
    public long Number { get; private init; }

    /// <summary>Bytes of payload.</summary>
    public int PayloadLength { get; private init; }

    /// <summary>The arguments as they stand on the wire, separated by single spaces, without a leading one.</summary>
    public ReadOnlySpan<byte> Arguments { get; private init; }

    /// <summary>Bytes of the whole message, its terminator included.</summary>
    public int MessageLength => HeaderLength + PayloadLength + WireLimits.Terminator.Length;

    /// <summary>
    /// Reads the header line at the start of <paramref name="buffer"/>. Consumes nothing and does no I/O.
    /// </summary>
    /// <returns>
    /// <see cref="OperationStatus.Done"/>; <see cref="OperationStatus.NeedMoreData"/> when the line has not ended yet;
    /// <see cref="OperationStatus.InvalidData"/> when it breaks the grammar or a limit, with the reason in <paramref name="error"/>.
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

    // The first field has nothing before it; each later one has a single space.
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
