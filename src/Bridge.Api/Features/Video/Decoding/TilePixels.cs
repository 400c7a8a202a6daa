namespace Bridge.Api.Features.Video.Decoding;

/// <summary>Unpacks tiles of 8 x 8 pixels (GBATEK, "LCD VRAM Character Data"; Pan Docs, "VRAM Tile Data").</summary>
internal static class TilePixels
{
    /// <summary>The width and height of a tile.</summary>
    public const int Side = 8;

    /// <summary>The pixels of a tile.</summary>
    public const int Count = Side * Side;

    /// <summary>Returns the bytes of a tile.</summary>
    /// <param name="colors">4 (Game Boy), 16 or 256.</param>
    public static int BytesOf(int colors) => colors switch { 4 => 16, 16 => 32, _ => 64 };

    /// <summary>Writes the number of the color of each pixel, line by line from the top left.</summary>
    /// <param name="bytes">The tile.</param>
    /// <param name="colors">4 (Game Boy), 16 or 256.</param>
    /// <param name="pixels"><see cref="Count"/> numbers.</param>
    public static void Unpack(ReadOnlySpan<byte> bytes, int colors, Span<byte> pixels)
    {
        for (var i = 0; i < Count; i++)
        {
            pixels[i] = colors switch
            {
                4 => TwoPlanes(bytes[i / Side * 2], bytes[(i / Side * 2) + 1], Side - 1 - (i % Side)),
                16 => (byte)((bytes[i / 2] >> (i % 2 * 4)) & 0xF),
                _ => bytes[i],
            };
        }
    }

    private static byte TwoPlanes(int low, int high, int bit) => (byte)(((low >> bit) & 1) | (((high >> bit) & 1) << 1));
}
