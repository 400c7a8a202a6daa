using System.Buffers.Binary;

namespace Bridge.Api.Features.Video.Decoding;

/// <summary>Decodes the object memory of a GBA (GBATEK, "LCD OBJ - OAM Attributes").</summary>
internal static class AdvanceSprites
{
    private const int Count = 128, EntryBytes = 8;

    // Bits of DISPCNT.
    private const int SpritesAreOn = 1 << 12, IsBlank = 1 << 7;

    // By shape and size. The fourth shape doesn't exist.
    private static readonly (int Width, int Height)[] Sizes =
    [
        (8, 8), (16, 16), (32, 32), (64, 64), (16, 8), (32, 8), (32, 16), (64, 32), (8, 16), (8, 32), (16, 32), (32, 64),
        (0, 0), (0, 0), (0, 0), (0, 0),
    ];

    /// <summary>Returns the sprites. IsVisible is true also beside the screen; the caller corrects that.</summary>
    /// <param name="oam">Object memory.</param>
    /// <param name="control">DISPCNT.</param>
    public static IReadOnlyList<Sprite> Read(ReadOnlySpan<byte> oam, int control)
    {
        var areOn = (control & (SpritesAreOn | IsBlank)) == SpritesAreOn;
        var sprites = new Sprite[Count];
        for (var i = 0; i < Count; i++)
            sprites[i] = Decode(i, oam.Slice(i * EntryBytes, EntryBytes), areOn);
        return sprites;
    }

    private static Sprite Decode(int number, ReadOnlySpan<byte> entry, bool areOn)
    {
        var first = BinaryPrimitives.ReadUInt16LittleEndian(entry);
        var second = BinaryPrimitives.ReadUInt16LittleEndian(entry[2..]);
        var third = BinaryPrimitives.ReadUInt16LittleEndian(entry[4..]);
        var isAffine = (first & 0x100) != 0;
        // Of an affine sprite this bit doubles the area, of another one it disables it.
        var bit9 = (first & 0x200) != 0;
        var mode = Sprite.Modes[(first >> 10) & 3];
        var colors = (first & 0x2000) != 0 ? 256 : 16;
        var (width, height) = Sizes[((first >> 14) << 2) | (second >> 14)];
        var (x, y) = (second & 0x1FF, first & 0xFF);
        // Coordinates from 256 (x) and 160 (y) on mean negative ones. AdvanceVideo sets SheetTile.
        return new Sprite(number, x >= 256 ? x - 512 : x, y >= 160 ? y - 256 : y, width, height, third & 0x3FF, SheetTile: 0, colors,
            colors == 256 ? 0 : third >> 12)
        {
            Priority = (third >> 10) & 3,
            FlipX = !isAffine && (second & 0x1000) != 0,
            FlipY = !isAffine && (second & 0x2000) != 0,
            IsAffine = isAffine,
            HasDoubleSize = isAffine && bit9,
            Mode = mode,
            IsVisible = areOn && (isAffine || !bit9) && mode is Sprite.Normal or Sprite.Blended,
        };
    }
}
