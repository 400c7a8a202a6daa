using System.Buffers;
using Bridge.SocketPool.Model;
using Microsoft.IO;

namespace Bridge.SocketPool.Framing;

/// <summary>A reply that is longer than the receive buffer: received straight into the bytes that its caller will read.</summary>
internal sealed class PartialReply : IDisposable
{
    private readonly RecyclableMemoryStream _bytes;
    private readonly byte[] _status;
    private readonly long _frame;
    private readonly int _argumentsLength;
    private readonly int _payloadLength;
    private bool _handedOver;

    /// <summary>Takes what <paramref name="buffer"/> holds of the message behind <paramref name="header"/>.</summary>
    public PartialReply(in MessageHeader header, ReadOnlySpan<byte> buffer)
    {
        Id = header.Id;
        _status = header.Word.ToArray();
        _frame = header.Number;
        _argumentsLength = header.Arguments.Length;
        _payloadLength = header.PayloadLength;
        _bytes = LargeBuffers.Get(Length);
        _bytes.Write(header.Arguments);
        _bytes.Write(buffer[header.HeaderLength..]);
        Consumed = buffer.Length;
    }

    public long Id { get; }

    public ReadOnlySpan<byte> Status => _status;

    /// <summary>Bytes of the receive buffer that it has taken.</summary>
    public int Consumed { get; }

    /// <summary>Where the rest of the message belongs, its terminator included; empty when it is whole.</summary>
    public Memory<byte> Missing => Length - (int)_bytes.Length is > 0 and var count ? _bytes.GetMemory(count)[..count] : default;

    /// <summary>The last bytes of a whole message.</summary>
    public ReadOnlySpan<byte> Terminator =>
        _bytes.GetBuffer().AsSpan(_argumentsLength + _payloadLength, WireLimits.Terminator.Length);

    private int Length => _argumentsLength + _payloadLength + WireLimits.Terminator.Length;

    /// <summary>Notes that a number of bytes has been received into <see cref="Missing"/>.</summary>
    public void Add(int count) => _bytes.Advance(count);

    /// <summary>Returns the whole message as a reply, which OWNS the bytes from here on.</summary>
    public EmulatorReply ToReply()
    {
        _handedOver = true;
        return new EmulatorReply(_frame, _bytes, _argumentsLength, _payloadLength);
    }

    /// <summary>Gives the bytes back to the pool, unless a reply owns them.</summary>
    public void Dispose()
    {
        if (!_handedOver)
            _bytes.Dispose();
    }

    /// <summary>
    /// Copies a message that stands whole in the receive buffer into a reply. Small ones take no stream, which costs more than they do.
    /// </summary>
    public static EmulatorReply Copy(in MessageHeader header, ReadOnlySpan<byte> payload)
    {
        var length = header.Arguments.Length + payload.Length;
        var bytes = length == 0 ? [] : ArrayPool<byte>.Shared.Rent(length);
        header.Arguments.CopyTo(bytes);
        payload.CopyTo(bytes.AsSpan(header.Arguments.Length));
        return new EmulatorReply(header.Number, bytes, header.Arguments.Length, payload.Length);
    }
}
