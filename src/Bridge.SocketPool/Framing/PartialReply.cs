using Bridge.SocketPool.Model;
using Microsoft.IO;

namespace Bridge.SocketPool.Framing;

/// <summary>Receives a message that is longer than the receive buffer directly into the bytes that the caller will read.</summary>
internal sealed class PartialReply : IDisposable
{
    private readonly RecyclableMemoryStream _bytes;
    private readonly byte[] _word;
    private readonly long _frame;
    private readonly int _argumentsLength;
    private readonly int _payloadLength;
    private bool _handedOver;

    /// <summary>Copies the part of the message that <paramref name="buffer"/> has after <paramref name="header"/>.</summary>
    public PartialReply(in MessageHeader header, ReadOnlySpan<byte> buffer)
    {
        Id = header.Id;
        _word = header.Word.ToArray();
        _frame = header.Number;
        _argumentsLength = header.Arguments.Length;
        _payloadLength = header.PayloadLength;
        _bytes = LargeBuffers.Get(Length);
        _bytes.Write(header.Arguments);
        _bytes.Write(buffer[header.HeaderLength..]);
        Consumed = buffer.Length;
    }

    public long Id { get; }

    /// <summary>Gets the status of a reply, or the word of a message that answers no request.</summary>
    public ReadOnlySpan<byte> Word => _word;

    /// <summary>Gets how many bytes of the receive buffer were copied.</summary>
    public int Consumed { get; }

    /// <summary>Gets the memory for the rest of the message, with its terminator; empty once the message is complete.</summary>
    public Memory<byte> Missing => Length - (int)_bytes.Length is > 0 and var count ? _bytes.GetMemory(count)[..count] : default;

    /// <summary>Gets the last bytes of a complete message, which must be the terminator.</summary>
    public ReadOnlySpan<byte> Terminator =>
        _bytes.GetBuffer().AsSpan(_argumentsLength + _payloadLength, WireLimits.Terminator.Length);

    private int Length => _argumentsLength + _payloadLength + WireLimits.Terminator.Length;

    /// <summary>Records that <paramref name="count"/> bytes were received into <see cref="Missing"/>.</summary>
    public void Add(int count) => _bytes.Advance(count);

    /// <summary>Returns the complete message as a reply, which OWNS the bytes from then on.</summary>
    public EmulatorReply ToReply()
    {
        _handedOver = true;
        return new EmulatorReply(_frame, _bytes, _argumentsLength, _payloadLength);
    }

    /// <summary>Returns the bytes to the pool, unless a reply owns them.</summary>
    public void Dispose()
    {
        if (!_handedOver)
            _bytes.Dispose();
    }
}
