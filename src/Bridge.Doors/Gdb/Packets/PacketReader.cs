using System.Text;

namespace Bridge.Doors.Gdb.Packets;

/// <summary>
/// Takes the bytes of a debugger apart, in whatever pieces they come: <c>$</c>, the packet, <c>#</c> and two digits of a checksum (GDB's
/// manual, "Remote Protocol, Overview").
/// </summary>
internal sealed class PacketReader
{
    /// <summary>Max bytes of a packet, with its escapes. The debugger is told.</summary>
    public const int MaxBytes = 16 * 1024;

    private const byte Begin = (byte)'$', End = (byte)'#', Escape = (byte)'}', CtrlC = 3;

    private readonly byte[] _packet = new byte[MaxBytes];
    private State _state;
    private int _bytes; // With escapes.
    private int _length; // Without escapes.
    private byte _sum;
    private int _givenSum;

    private enum State
    {
        Outside,
        Inside,
        Escaped,
        FirstDigit,
        SecondDigit,
    }

    /// <summary>Takes bytes until a message is complete.</summary>
    /// <param name="bytes">Those that have come. They are shortened by the ones that it took.</param>
    /// <returns>The message; null: all bytes are taken, and more must come.</returns>
    public GdbInput? Take(ref ReadOnlySpan<byte> bytes)
    {
        while (!bytes.IsEmpty)
        {
            var next = bytes[0];
            bytes = bytes[1..];
            if (Take(next) is { } input)
                return input;
        }

        return null;
    }

    private GdbInput? Take(byte next) => _state switch
    {
        State.Outside => TakeOutside(next),
        State.FirstDigit => TakeDigit(next, State.SecondDigit),
        State.SecondDigit => TakeDigit(next, State.Outside),
        _ => TakeInside(next),
    };

    private GdbInput? TakeOutside(byte next)
    {
        switch (next)
        {
            case Begin:
                (_state, _bytes, _length, _sum) = (State.Inside, 0, 0, 0);
                return null;
            case (byte)'+':
                return null;
            case (byte)'-':
                return new GdbInput(GdbInputKind.Again);
            case CtrlC:
                return new GdbInput(GdbInputKind.Interrupt);
            default:
                return new GdbInput(GdbInputKind.Foreign);
        }
    }

    private GdbInput? TakeInside(byte next)
    {
        if (next == End)
        {
            (_state, _givenSum) = (State.FirstDigit, 0);
            return null;
        }

        if (++_bytes > MaxBytes)
            return new GdbInput(GdbInputKind.TooLong);
        _sum += next;
        if (_state == State.Inside && next == Escape)
        {
            _state = State.Escaped;
            return null;
        }

        _packet[_length++] = _state == State.Escaped ? (byte)(next ^ PacketWriter.EscapeBit) : next;
        _state = State.Inside;
        return null;
    }

    private GdbInput? TakeDigit(byte next, State then)
    {
        _state = then;
        // A character that is no digit makes the sum at least 256, which no checksum of one byte equals.
        _givenSum = (_givenSum << 4) + (char.IsAsciiHexDigit((char)next) ? Convert.ToInt32($"{(char)next}", 16) : 1 << 8);
        if (then != State.Outside)
            return null;
        return _givenSum == _sum
            ? new GdbInput(GdbInputKind.Packet, Encoding.Latin1.GetString(_packet, 0, _length))
            : new GdbInput(GdbInputKind.WrongChecksum);
    }
}
