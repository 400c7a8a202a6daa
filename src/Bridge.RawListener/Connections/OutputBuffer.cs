using System.Buffers;

namespace Bridge.RawListener.Connections;

/// <summary>Buffers the bytes of replies that are not sent yet.</summary>
internal sealed class OutputBuffer
{
    private byte[]? _bytes;
    private int _begin;
    private int _end;

    /// <summary>Gets whether there are any.</summary>
    public bool HasBytes => _bytes is not null;

    /// <summary>Gets the bytes; valid until the next change.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(_begin, _end - _begin);

    /// <summary>Stores bytes until they are sent. The buffer must be empty.</summary>
    /// <param name="bytes">From <see cref="ArrayPool{T}.Shared"/>. OWNED BY THIS from here on.</param>
    /// <param name="length">The number of bytes to send.</param>
    public void Keep(byte[] bytes, int length) => (_bytes, _begin, _end) = (bytes, 0, length);

    /// <summary>Removes bytes from the start.</summary>
    public void Consume(int count)
    {
        _begin += count;
        if (_begin < _end || _bytes is null)
            return;
        ArrayPool<byte>.Shared.Return(_bytes);
        _bytes = null;
        _begin = _end = 0;
    }

    /// <summary>Removes all bytes.</summary>
    public void Clear() => Consume(_end - _begin);
}
