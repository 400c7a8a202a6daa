using Bridge.Api.Features.Video.Decoding;

namespace Bridge.Api.Features.Video;

/// <summary>Describes decoded video memory as bodies of responses.</summary>
internal static class VideoDescriptions
{
    /// <summary>Returns the palettes.</summary>
    public static VideoPalettes Palettes(VideoMemory memory, long frame) => new(
        Split(memory.BackgroundColors, memory.PaletteSize), Split(memory.SpriteColors, memory.PaletteSize), frame);

    /// <summary>Returns a map with its entries, row by row.</summary>
    public static TileMapResponse Map(TileMap map, long frame)
    {
        var hasScroll = map.View is null;
        return new TileMapResponse(map.Background, map.IsShown, map.Columns, map.Rows, map.Colors, map.Priority,
            hasScroll ? map.Scroll.X : null, hasScroll ? map.Scroll.Y : null, Affine(map),
            RowsOf(map, entry => entry.Number), RowsOf(map, entry => entry.Tile), RowsOf(map, entry => entry.Palette),
            RowsOf(map, entry => (entry.FlipX ? 1 : 0) + (entry.FlipY ? 2 : 0)), frame);
    }

    /// <summary>Returns the sprites.</summary>
    public static SpriteList Sprites(VideoMemory memory, long frame) => new([.. memory.Sprites.Select(sprite => new SpriteShape(
        sprite.Number, sprite.X, sprite.Y, sprite.Width, sprite.Height, sprite.Tile, sprite.SheetTile, sprite.Colors, sprite.Palette,
        sprite.Priority, sprite.FlipX, sprite.FlipY, sprite.IsAffine, sprite.HasDoubleSize, sprite.Mode, sprite.IsVisible))], frame);

    private static AffineShape? Affine(TileMap map) =>
        map.View is { } view ? new AffineShape(view.A, view.B, view.C, view.D, view.X, view.Y, map.Repeats) : null;

    private static string[][] Split(int[] colors, int size) => [.. colors.Select(Colors.ToText).Chunk(size)];

    private static int[][] RowsOf(TileMap map, Func<TileEntry, int> number) => [.. map.Entries.Select(number).Chunk(map.Columns)];
}
