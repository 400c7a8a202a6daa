using System.Buffers;

namespace Bridge.RawListener.Connections;

/// <summary>The bytes of replies that a client has not taken yet.</summary>
internal sealed class OutputBuffer
{
    private byte[]? _bytes;
    private int _begin;
    private int _end;

    /// <summary>Gets whether there are any.</summary>
    public bool HasBytes => _bytes is not null;

    /// <summary>Gets the bytes; valid until the next change.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes.AsSpan(_begin, _end - _begin);

    /// <summary>Keeps bytes until they are sent. There must be none before.</summary>
    /// <param name="bytes">OWNED BY THIS from here on; from <see cref="ArrayPool{T}.Shared"/>.</param>
    /// <param name="length">How many of them count.</param>
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
