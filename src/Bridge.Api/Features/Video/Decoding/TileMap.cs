namespace Bridge.Api.Features.Video.Decoding;

/// <summary>A background, or the Game Boy's window: a map of tiles.</summary>
/// <param name="Background">0 to 3, or window.</param>
/// <param name="Columns">The tiles in a row.</param>
/// <param name="Colors">The colors of a tile: 4, 16 or 256.</param>
/// <param name="Entries">The tiles, row by row from the top left.</param>
internal sealed record TileMap(string Background, int Columns, int Colors, TileEntry[] Entries)
{
    /// <summary>Gets the number of rows.</summary>
    public int Rows => Entries.Length / Columns;

    /// <summary>Gets whether the game shows it.</summary>
    public bool IsShown { get; init; }

    /// <summary>Gets whether color 0 lets the backdrop through, which is the first color of all.</summary>
    public bool HasBackdrop { get; init; }

    /// <summary>Gets whether the map begins again at its end.</summary>
    public bool Repeats { get; init; } = true;

    /// <summary>Gets the order in front of others, 0 first; null on a Game Boy.</summary>
    public int? Priority { get; init; }

    /// <summary>
    /// Gets the pixel of the map at the top left of the screen. For the window X is 7 or less, and Y is 0 or less. Has no meaning for a
    /// map with a <see cref="View"/>.
    /// </summary>
    public (int X, int Y) Scroll { get; init; }

    /// <summary>Gets how an affine background is rotated and scaled; null for others.</summary>
    public AffineView? View { get; init; }

    public TileEntry this[int column, int row] => Entries[(row * Columns) + column];
}

/// <summary>A tile in a map.</summary>
/// <param name="Number">Its number in the map.</param>
/// <param name="Tile">Its number in video memory, for <see cref="VideoMemory.ReadTile"/>; -1 where a background can't reach.</param>
/// <param name="Palette">Its palette; 0 with 256 colors.</param>
/// <param name="FlipX">Whether left and right are exchanged.</param>
/// <param name="FlipY">Whether top and bottom are exchanged.</param>
internal readonly record struct TileEntry(int Number, int Tile, int Palette = 0, bool FlipX = false, bool FlipY = false);

/// <summary>
/// The place of the screen's pixel (x, y) in an affine background: (X + A x + B y, Y + C x + D y), in pixels of the map.
/// </summary>
internal sealed record AffineView(double A, double B, double C, double D, double X, double Y);
