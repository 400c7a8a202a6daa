using System.Buffers;

namespace Bridge.Doors.BizHawk.Messages;

/// <summary>Splits a client's bytes into lines. Not thread-safe.</summary>
internal sealed class LineReader
{
    private const int MaxKept = 4096;

    private ArrayBufferWriter<byte> _line = new();

    /// <summary>Gets whether a line is longer than <see cref="ConnectorLimits.LineBytes"/>; nothing is read any more.</summary>
    public bool IsTooLong { get; private set; }

    /// <summary>Takes the next line from the front of <paramref name="bytes"/>.</summary>
    /// <param name="bytes">What was received; what is left of it.</param>
    /// <returns>The line without its line feed and a carriage return before it; null: more bytes are needed.</returns>
    public byte[]? Take(ref ReadOnlySpan<byte> bytes)
    {
        var end = bytes.IndexOf((byte)'\n');
        var part = end < 0 ? bytes : bytes[..end];
        if (_line.WrittenCount + part.Length > ConnectorLimits.LineBytes)
        {
            IsTooLong = true;
            bytes = [];
            return null;
        }

        _line.Write(part);
        bytes = end < 0 ? [] : bytes[(end + 1)..];
        if (end < 0)
            return null;
        var line = _line.WrittenSpan.ToArray();
        // A client with one long line doesn't keep its buffer.
        if (_line.Capacity > MaxKept)
            _line = new ArrayBufferWriter<byte>();
        else
            _line.ResetWrittenCount();
        return line is [.. var before, (byte)'\r'] ? before : line;
    }
}
