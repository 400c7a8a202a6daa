namespace Bridge.Api.Features.Video.Decoding;

/// <summary>Decodes the object memory of a Game Boy (Pan Docs, "OAM").</summary>
internal static class GameBoySprites
{
    private const int Count = 40, EntryBytes = 4, TilesInBank = 384;

    // Bits of LCDC: the screen is on, sprites have 8 x 16 pixels, sprites are on.
    private const int IsOn = 1 << 7, AreTall = 1 << 2, AreOn = 1 << 1;

    /// <summary>Returns the sprites. IsVisible is true also beside the screen; the caller corrects that.</summary>
    /// <param name="oam">Object memory.</param>
    /// <param name="control">LCDC.</param>
    /// <param name="isColor">Whether the console is a Game Boy Color.</param>
    public static IReadOnlyList<Sprite> Read(ReadOnlySpan<byte> oam, int control, bool isColor)
    {
        var sprites = new Sprite[Count];
        for (var i = 0; i < Count; i++)
            sprites[i] = Decode(i, oam.Slice(i * EntryBytes, EntryBytes), control, isColor);
        return sprites;
    }

    private static Sprite Decode(int number, ReadOnlySpan<byte> entry, int control, bool isColor)
    {
        var isTall = (control & AreTall) != 0;
        var (tile, attributes) = (entry[2], entry[3]);
        var bank = isColor ? (attributes >> 3) & 1 : 0;
        return new Sprite(number, entry[1] - 8, entry[0] - 16, 8, isTall ? 16 : 8, tile,
            (isTall ? tile & 0xFE : tile) + (bank * TilesInBank), 4, isColor ? attributes & 7 : (attributes >> 4) & 1)
        {
            Priority = attributes >> 7,
            FlipX = (attributes & 0x20) != 0,
            FlipY = (attributes & 0x40) != 0,
            IsVisible = (control & (IsOn | AreOn)) == (IsOn | AreOn),
        };
    }
}
