using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Video;

/// <summary>The palettes of the backgrounds and of the sprites; each color is #RRGGBB.</summary>
internal sealed record VideoPalettes(
    IReadOnlyList<IReadOnlyList<string>> Background, IReadOnlyList<IReadOnlyList<string>> Sprites, long Frame);

/// <summary>
/// The map of a background. Tiles, SheetTiles, Palettes and Flips have a list for each row. Tiles are numbers in the map; SheetTiles count
/// from the start of video memory, -1 for a tile that a background can't show. Flips: 1 left and right, 2 top and bottom, 3 both.
/// ScrollX and ScrollY are the pixel of the map at the top left of the screen; of the window 7 or less, and 0 or less.
/// </summary>
internal sealed record TileMapResponse(
    string Background, bool Shown, int Columns, int Rows, int Colors,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Priority,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? ScrollX,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? ScrollY,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] AffineShape? Affine,
    IReadOnlyList<IReadOnlyList<int>> Tiles, IReadOnlyList<IReadOnlyList<int>> SheetTiles,
    IReadOnlyList<IReadOnlyList<int>> Palettes, IReadOnlyList<IReadOnlyList<int>> Flips, long Frame);

/// <summary>
/// The pixel (x, y) of the screen shows the pixel (OriginX + A x + B y, OriginY + C x + D y) of the map. Repeats: whether the map begins
/// again at its end.
/// </summary>
internal sealed record AffineShape(double A, double B, double C, double D, double OriginX, double OriginY, bool Repeats);

/// <summary>The sprites by their number.</summary>
internal sealed record SpriteList(IReadOnlyList<SpriteShape> Sprites, long Frame);

/// <summary>
/// A sprite. X and Y are its left and top edge on the screen. Tile is the number in object memory; SheetTile counts from the start of video
/// memory. Priority is that of backgrounds; on a Game Boy, 1 is behind their colors 1 to 3. Mode is normal, blended, window or prohibited.
/// </summary>
internal sealed record SpriteShape(
    int Number, int X, int Y, int Width, int Height, int Tile, int SheetTile, int Colors, int Palette, int Priority, bool FlipX, bool FlipY,
    bool Affine, bool DoubleSize, string Mode, bool Visible);

/// <summary>A table of characters: the text of each tile of a background by its number in the map.</summary>
internal sealed record ReadTextRequest(
    IReadOnlyDictionary<string, string?>? Table = null, string? Background = null, string? Otherwise = null, bool? Visible = null);

/// <summary>
/// The text of a background. X and Y are the place of its first tile on the screen; Visible tells whether the rows are those on the screen.
/// </summary>
internal sealed record ReadTextResponse(string Background, bool Visible, int X, int Y, IReadOnlyList<string> Rows, long Frame);
