using System.Text.Json.Serialization;

namespace MgbaBridge;

/// <summary>The palettes of a game. Each color is #RRGGBB.</summary>
/// <param name="Background">The palettes of the backgrounds.</param>
/// <param name="Sprites">The palettes of the sprites.</param>
/// <param name="Frame">The frame.</param>
public sealed record Palettes(
    IReadOnlyList<IReadOnlyList<string>> Background, IReadOnlyList<IReadOnlyList<string>> Sprites, long Frame);

/// <summary>Which tiles to return, and how.</summary>
public sealed record TileSheet
{
    /// <summary>Gets the first tile, counted from the start of video memory.</summary>
    public int First { get; init; }

    /// <summary>Gets how many tiles, 1 to 1,024.</summary>
    public int Count { get; init; } = 1024;

    /// <summary>Gets the tiles in a row, 1 to 64.</summary>
    public int Columns { get; init; } = 32;

    /// <summary>Gets the number of the palette.</summary>
    public int Palette { get; init; }

    /// <summary>Gets whether the palette is one of the sprites'.</summary>
    public bool Sprites { get; init; }

    /// <summary>Gets the colors of a GBA's tile, 16 or 256; null: the console's default.</summary>
    public int? Colors { get; init; }

    internal string Query => $"first={First}&count={Count}&columns={Columns}&palette={Palette}&sprites={(Sprites ? "true" : "false")}"
        + (Colors is { } colors ? $"&colors={colors}" : "");
}

/// <summary>The tiles of a background. The lists have a list for each row.</summary>
/// <param name="Background">0 to 3, or window.</param>
/// <param name="Shown">Whether the game shows it.</param>
/// <param name="Columns">The tiles in a row.</param>
/// <param name="Rows">The number of rows.</param>
/// <param name="Colors">The colors of a tile: 4, 16 or 256.</param>
/// <param name="Priority">The order in front of others, 0 first; null on a Game Boy.</param>
/// <param name="ScrollX">The column of pixels at the left of the screen; null for an affine background.</param>
/// <param name="ScrollY">The line of pixels at the top of the screen; null for an affine background.</param>
/// <param name="Affine">How it is rotated and scaled; null for other backgrounds.</param>
/// <param name="Tiles">The numbers in the map, for <see cref="Emulator.ReadTextAsync"/>.</param>
/// <param name="SheetTiles">The tiles for <see cref="Emulator.GetTilesAsync"/>; -1 for one that a background can't show.</param>
/// <param name="Palettes">The palettes.</param>
/// <param name="Flips">1: left and right, 2: top and bottom, 3: both.</param>
/// <param name="Frame">The frame.</param>
public sealed record TileMap(
    string Background, bool Shown, int Columns, int Rows, int Colors, int? Priority, int? ScrollX, int? ScrollY, AffineView? Affine,
    IReadOnlyList<IReadOnlyList<int>> Tiles, IReadOnlyList<IReadOnlyList<int>> SheetTiles,
    IReadOnlyList<IReadOnlyList<int>> Palettes, IReadOnlyList<IReadOnlyList<int>> Flips, long Frame);

/// <summary>
/// The pixel (x, y) of the screen shows the pixel (OriginX + A x + B y, OriginY + C x + D y) of the map.
/// </summary>
/// <param name="A">Pixels to the right for each pixel to the right.</param>
/// <param name="B">Pixels to the right for each line.</param>
/// <param name="C">Lines for each pixel to the right.</param>
/// <param name="D">Lines for each line.</param>
/// <param name="OriginX">The column of pixels at the top left of the screen.</param>
/// <param name="OriginY">The line of pixels at the top left of the screen.</param>
/// <param name="Repeats">Whether the map begins again at its end.</param>
public sealed record AffineView(double A, double B, double C, double D, double OriginX, double OriginY, bool Repeats);

/// <summary>A sprite.</summary>
/// <param name="Number">Its number.</param>
/// <param name="X">Its left edge on the screen.</param>
/// <param name="Y">Its top edge on the screen.</param>
/// <param name="Width">Its width in pixels.</param>
/// <param name="Height">Its height in pixels.</param>
/// <param name="Tile">The number of its first tile in object memory.</param>
/// <param name="SheetTile">Its first tile for <see cref="Emulator.GetTilesAsync"/>.</param>
/// <param name="Colors">4, 16 or 256.</param>
/// <param name="Palette">Its palette.</param>
/// <param name="Priority">That of backgrounds; on a Game Boy, 1 is behind their colors 1 to 3.</param>
/// <param name="FlipX">Whether left and right are exchanged.</param>
/// <param name="FlipY">Whether top and bottom are exchanged.</param>
/// <param name="Affine">Whether it is rotated and scaled.</param>
/// <param name="DoubleSize">Whether it may fill an area of double width and height.</param>
/// <param name="Mode">normal, blended, window or prohibited.</param>
/// <param name="Visible">Whether it is on the screen at least in part; backgrounds may cover it.</param>
public sealed record Sprite(
    int Number, int X, int Y, int Width, int Height, int Tile, int SheetTile, int Colors, int Palette, int Priority, bool FlipX, bool FlipY,
    bool Affine, bool DoubleSize, string Mode, bool Visible);

/// <summary>The text of a background.</summary>
/// <param name="Background">0 to 3, or window.</param>
/// <param name="Visible">Whether the rows are those on the screen; otherwise they are the whole map.</param>
/// <param name="X">The left edge of the first tile on the screen.</param>
/// <param name="Y">The top edge of the first tile on the screen.</param>
/// <param name="Rows">The rows from the top.</param>
/// <param name="Frame">The frame.</param>
public sealed record TileText(string Background, bool Visible, int X, int Y, IReadOnlyList<string> Rows, long Frame);

internal sealed record SpritesJson(IReadOnlyList<Sprite> Sprites);

internal sealed record ReadTextJson(IReadOnlyDictionary<string, string> Table, string Background, string Otherwise, bool Visible);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(Palettes))]
[JsonSerializable(typeof(TileMap))]
[JsonSerializable(typeof(SpritesJson))]
[JsonSerializable(typeof(ReadTextJson))]
[JsonSerializable(typeof(TileText))]
internal sealed partial class VideoJson : JsonSerializerContext;
