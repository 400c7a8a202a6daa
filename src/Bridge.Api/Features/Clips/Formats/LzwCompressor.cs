namespace Bridge.Api.Features.Clips.Formats;

/// <summary>Compresses the pixels of a GIF (GIF89a specification, appendix F).</summary>
internal sealed class LzwCompressor
{
    private const int MaxCode = 4095;
    private const int Slots = 1 << 13;
    private const int BlockBytes = 255;

    // Open addressing: a key is a code and the index after it, plus 1; 0 is a free slot.
    private readonly int[] _keys = new int[Slots];
    private readonly short[] _codes = new short[Slots];
    private readonly byte[] _block = new byte[BlockBytes];
    private int _blockBytes;
    private uint _bits; // not yet in the block
    private int _bitCount;
    private int _next; // the code of the next string
    private int _size; // bits of a code

    /// <summary>Writes the bits of an index, the compressed pixels and the end of their blocks.</summary>
    /// <param name="pixels">Indices of colors; at least one.</param>
    /// <param name="bits">The bits of an index, 2 to 8.</param>
    /// <param name="to">Where to.</param>
    public void Compress(ReadOnlySpan<byte> pixels, int bits, Stream to)
    {
        to.WriteByte((byte)bits);
        var clear = 1 << bits;
        Begin(bits);
        Write(clear, to);
        int code = pixels[0];
        foreach (var pixel in pixels[1..])
        {
            var key = (code << 8 | pixel) + 1;
            var slot = FindSlot(key);
            if (_keys[slot] == key)
            {
                code = _codes[slot];
                continue;
            }

            Write(code, to);
            code = pixel;
            if (_next > MaxCode)
            {
                Write(clear, to);
                Begin(bits);
                continue;
            }

            Lengthen();
            (_keys[slot], _codes[slot]) = (key, (short)_next++);
        }

        Write(code, to);
        Lengthen();
        Write(clear + 1, to);
        End(to);
    }

    private void Begin(int bits)
    {
        Array.Clear(_keys);
        _next = (1 << bits) + 2;
        _size = bits + 1;
    }

    // Codes are longer as soon as the reader has a string for the next one.
    private void Lengthen() => _size += _next == 1 << _size && _next <= MaxCode ? 1 : 0;

    private int FindSlot(int key)
    {
        // Multiplicative hashing: the upper 13 of 32 bits, as there are 1 << 13 slots.
        var slot = (int)((uint)key * 2654435769u >> 19);
        while (_keys[slot] != 0 && _keys[slot] != key)
            slot = (slot + 1) % Slots;
        return slot;
    }

    private void Write(int code, Stream to)
    {
        _bits |= (uint)code << _bitCount;
        _bitCount += _size;
        while (_bitCount >= 8)
            WriteByte(to);
    }

    private void WriteByte(Stream to)
    {
        _block[_blockBytes++] = (byte)_bits;
        _bits >>= 8;
        _bitCount -= 8;
        if (_blockBytes == BlockBytes)
            WriteBlock(to);
    }

    private void WriteBlock(Stream to)
    {
        to.WriteByte((byte)_blockBytes);
        to.Write(_block, 0, _blockBytes);
        _blockBytes = 0;
    }

    private void End(Stream to)
    {
        if (_bitCount > 0)
            WriteByte(to);
        if (_blockBytes > 0)
            WriteBlock(to);
        to.WriteByte(0);
        (_bits, _bitCount) = (0, 0);
    }
}
