using System.Buffers;

namespace Bridge.RawListener.Input;

/// <summary>Buffers the bytes that a client has sent and that are an incomplete message or commands that must wait.</summary>
internal sealed class InputBuffer(InputMemory memory)
{
    private InputMemory.Buffer? _buffer;

    /// <summary>Gets the number of bytes.</summary>
    public int Length { get; private set; }

    /// <summary>Gets the bytes; valid until the next change.</summary>
    public ReadOnlySpan<byte> Bytes => _buffer is { } buffer ? buffer.Bytes[..Length] : default;

    /// <summary>Appends bytes. Returns false, and changes nothing, if there is no memory for them.</summary>
    public bool TryAppend(in ReadOnlySequence<byte> bytes)
    {
        var length = Length + (int)bytes.Length;
        if ((_buffer is not { } buffer || buffer.Size < length) && !memory.TryReplace(ref _buffer, Length, length))
            return false;
        bytes.CopyTo(_buffer!.Value.Bytes[Length..]);
        Length = length;
        return true;
    }

    /// <summary>Removes bytes from the start. Replaces a buffer that is much too large for the rest by a smaller one.</summary>
    public void Consume(int count)
    {
        if (_buffer is not { } buffer)
            return;
        buffer.Bytes[count..Length].CopyTo(buffer.Bytes);
        Length -= count;
        if (Length == 0)
        {
            memory.Return(buffer);
            _buffer = null;
        }
        else if (InputMemory.SizeFor(Length) <= buffer.Size / 4)
        {
            memory.TryReplace(ref _buffer, Length, Length);
        }
    }

    /// <summary>Removes all bytes.</summary>
    public void Clear() => Consume(Length);
}
