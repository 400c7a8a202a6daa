using System.Text;

namespace Bridge.Api.Features.Video.Decoding;

/// <summary>Text that a map of tiles shows, by a table of characters.</summary>
/// <param name="Rows">The rows from the top.</param>
/// <param name="X">The left edge of the first tile on the screen, in pixels.</param>
/// <param name="Y">The top edge of the first tile on the screen.</param>
/// <param name="IsVisible">Whether the rows are those on the screen; otherwise they are the whole map.</param>
internal sealed record TileText(IReadOnlyList<string> Rows, int X, int Y, bool IsVisible)
{
    /// <summary>Reads the tiles that are on the screen at least in part; of an affine background always all tiles.</summary>
    /// <param name="map">The map.</param>
    /// <param name="screen">The size of the screen in pixels; null: reads the whole map.</param>
    /// <param name="table">The text of each tile by its number in the map.</param>
    /// <param name="otherwise">The text of a tile that the table lacks.</param>
    public static TileText Read(
        TileMap map, (int Width, int Height)? screen, IReadOnlyDictionary<int, string> table, string otherwise)
    {
        var (width, height) = map.View is null && screen is { } size ? size : (0, 0);
        var isVisible = width > 0;
        var (column, columns) = isVisible ? Range(map.Scroll.X, width, map.Columns, map.Repeats) : (0, map.Columns);
        var (row, rows) = isVisible ? Range(map.Scroll.Y, height, map.Rows, map.Repeats) : (0, map.Rows);
        var texts = new string[columns == 0 ? 0 : rows];
        for (var y = 0; y < texts.Length; y++)
        {
            var text = new StringBuilder();
            for (var x = 0; x < columns; x++)
                text.Append(table.GetValueOrDefault(map[(column + x) % map.Columns, (row + y) % map.Rows].Number, otherwise));
            texts[y] = text.ToString();
        }

        return new TileText(texts, (TilePixels.Side * column) - map.Scroll.X, (TilePixels.Side * row) - map.Scroll.Y, isVisible);
    }

    // The first tile on the screen, and how many are. A window lies right or below its place, and doesn't repeat.
    private static (int First, int Count) Range(int scroll, int pixels, int tiles, bool repeats)
    {
        var first = Math.Max(scroll, 0) / TilePixels.Side;
        var count = (scroll + pixels + TilePixels.Side - 1 - (TilePixels.Side * first)) / TilePixels.Side;
        return (first, repeats ? count : Math.Clamp(count, 0, tiles - first));
    }
}
