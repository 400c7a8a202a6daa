using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Video.Decoding;

/// <summary>Draws tiles, maps and sprites. The caller owns the pictures.</summary>
internal static class VideoPictures
{
    private const int Side = TilePixels.Side;

    /// <summary>Draws some tiles, left to right and top to bottom; the rest of the last row is black.</summary>
    public static Picture DrawTiles(VideoMemory memory, TileSheet sheet, long frame)
    {
        var columns = Math.Min(sheet.Columns, sheet.Count);
        var picture = NewPicture(columns, (sheet.Count + columns - 1) / columns, frame);
        var palette = PaletteOf(sheet.IsOfSprites ? memory.SpriteColors : memory.BackgroundColors, sheet.Colors, sheet.Palette);
        Span<byte> pixels = stackalloc byte[TilePixels.Count];
        for (var i = 0; i < sheet.Count; i++)
        {
            memory.ReadTile(sheet.First + i, sheet.Colors, pixels);
            Draw(picture, i % columns, i / columns, pixels, palette);
        }

        return picture;
    }

    /// <summary>Draws a whole map, as the screen shows it without the other backgrounds and the sprites.</summary>
    public static Picture DrawMap(VideoMemory memory, TileMap map, long frame)
    {
        var picture = NewPicture(map.Columns, map.Rows, frame);
        Span<byte> pixels = stackalloc byte[TilePixels.Count];
        Span<int> palette = stackalloc int[map.Colors];
        for (var i = 0; i < map.Entries.Length; i++)
        {
            var entry = map.Entries[i];
            PaletteOf(memory.BackgroundColors, map.Colors, entry.Palette).CopyTo(palette);
            if (map.HasBackdrop)
                palette[0] = memory.BackgroundColors[0];
            pixels.Clear();
            if (entry.Tile >= 0)
                memory.ReadTile(entry.Tile, map.Colors, pixels);
            Flip(pixels, entry.FlipX, entry.FlipY);
            Draw(picture, i % map.Columns, i / map.Columns, pixels, palette);
        }

        return picture;
    }

    /// <summary>Draws a sprite with its flips, without rotation and scaling. Transparent pixels have color 0 of its palette.</summary>
    public static Picture DrawSprite(VideoMemory memory, Sprite sprite, long frame)
    {
        var (columns, rows) = (sprite.Width / Side, sprite.Height / Side);
        var picture = NewPicture(columns, rows, frame);
        var palette = PaletteOf(memory.SpriteColors, sprite.Colors, sprite.Palette);
        Span<byte> pixels = stackalloc byte[TilePixels.Count];
        for (var i = 0; i < columns * rows; i++)
        {
            var (column, row) = (i % columns, i / columns);
            memory.ReadSpriteTile(sprite, column, row, pixels);
            Flip(pixels, sprite.FlipX, sprite.FlipY);
            Draw(picture, sprite.FlipX ? columns - 1 - column : column, sprite.FlipY ? rows - 1 - row : row, pixels, palette);
        }

        return picture;
    }

    private static Picture NewPicture(int columns, int rows, long frame)
    {
        var picture = new Picture(columns * Side, rows * Side, frame);
        picture.Rgb.Clear();
        return picture;
    }

    private static ReadOnlySpan<int> PaletteOf(int[] colors, int size, int palette) => colors.AsSpan(palette * size, size);

    private static void Flip(Span<byte> pixels, bool inX, bool inY)
    {
        // All pixels in the opposite order are flipped in both directions.
        if (inY)
            pixels.Reverse();
        if (inX == inY)
            return;
        for (var y = 0; y < Side; y++)
            pixels.Slice(y * Side, Side).Reverse();
    }

    private static void Draw(Picture picture, int column, int row, ReadOnlySpan<byte> pixels, ReadOnlySpan<int> palette)
    {
        for (var i = 0; i < TilePixels.Count; i++)
        {
            var (x, y) = ((column * Side) + (i % Side), (row * Side) + (i / Side));
            var color = palette[pixels[i]];
            var at = picture.Rgb[(3 * ((y * picture.Width) + x))..];
            (at[0], at[1], at[2]) = ((byte)(color >> 16), (byte)(color >> 8), (byte)color);
        }
    }
}

/// <summary>Which tiles to draw, and how.</summary>
/// <param name="First">The first tile, counted from the start of video memory.</param>
/// <param name="Count">The number of tiles.</param>
/// <param name="Columns">The tiles in a row.</param>
/// <param name="Colors">The colors of a tile.</param>
/// <param name="Palette">The palette; 0 with 256 colors.</param>
/// <param name="IsOfSprites">Whether the palette is one of the sprites'.</param>
internal sealed record TileSheet(int First, int Count, int Columns, int Colors, int Palette, bool IsOfSprites);
