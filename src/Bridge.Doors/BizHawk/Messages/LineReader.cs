namespace Bridge.Doors.BizHawk.Messages;

/// <summary>Splits a client's bytes into lines. Not thread-safe.</summary>
internal sealed class LineReader
{
    private readonly MemoryStream _line = new();

    /// <summary>Gets whether a line is longer than <see cref="ConnectorLimits.LineBytes"/>; nothing is read any more.</summary>
    public bool IsTooLong { get; private set; }

    /// <summary>Takes the next line from the front of <paramref name="bytes"/>.</summary>
    /// <param name="bytes">What was received; what is left of it.</param>
    /// <returns>The line without its end, a line feed or also a carriage return before it; null: more bytes are needed.</returns>
    public byte[]? Take(ref ReadOnlySpan<byte> bytes)
    {
        var end = bytes.IndexOf((byte)'\n');
        var part = end < 0 ? bytes : bytes[..end];
        if (_line.Length + part.Length > ConnectorLimits.LineBytes)
        {
            IsTooLong = true;
            bytes = [];
            return null;
        }

        _line.Write(part);
        bytes = end < 0 ? [] : bytes[(end + 1)..];
        if (end < 0)
            return null;
        var line = _line.ToArray();
        // A client with one long line doesn't keep its buffer.
        _line.SetLength(0);
        _line.Capacity = Math.Min(_line.Capacity, 4096);
        return line is [.. var before, (byte)'\r'] ? before : line;
    }
}
