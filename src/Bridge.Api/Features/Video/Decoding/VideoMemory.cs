using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.Video.Decoding;

/// <summary>The video memory of a game in one frame, decoded without the emulator.</summary>
internal abstract class VideoMemory
{
    /// <summary>The Game Boy's window as a background.</summary>
    public const string Window = "window";

    /// <summary>Gets the name of the console, for sentences.</summary>
    public abstract string Console { get; }

    /// <summary>Gets the size of the screen in pixels.</summary>
    public abstract (int Width, int Height) Screen { get; }

    /// <summary>Gets the colors of the backgrounds' palettes, one palette after the other, as 0xRRGGBB.</summary>
    public abstract int[] BackgroundColors { get; }

    /// <summary>Gets the colors of the sprites' palettes, one palette after the other, as 0xRRGGBB.</summary>
    public abstract int[] SpriteColors { get; }

    /// <summary>Gets the colors of a palette, and of a tile unless it has 256.</summary>
    public abstract int PaletteSize { get; }

    /// <summary>Gets the sprites by their number.</summary>
    public abstract IReadOnlyList<Sprite> Sprites { get; }

    /// <summary>Returns how many tiles video memory holds.</summary>
    /// <param name="colors">The colors of a tile.</param>
    public abstract int CountTiles(int colors);

    /// <summary>Writes the number of the color of each pixel, line by line from the top left.</summary>
    /// <param name="tile">The number of the tile, counted from the start of video memory.</param>
    /// <param name="colors">The colors of a tile.</param>
    /// <param name="pixels"><see cref="TilePixels.Count"/> numbers.</param>
    public abstract void ReadTile(int tile, int colors, Span<byte> pixels);

    /// <summary>Writes the pixels of a tile of a sprite, as <see cref="ReadTile"/> does; without its flips.</summary>
    /// <param name="sprite">The sprite.</param>
    /// <param name="column">The tile's column in the sprite.</param>
    /// <param name="row">The tile's row in the sprite.</param>
    /// <param name="pixels"><see cref="TilePixels.Count"/> numbers.</param>
    public abstract void ReadSpriteTile(Sprite sprite, int column, int row, Span<byte> pixels);

    /// <summary>Returns the map of a background.</summary>
    /// <param name="background">0 to 3, or <see cref="Window"/>.</param>
    /// <exception cref="RequestException">The console, or its video mode, has no such map: a conflict.</exception>
    public abstract TileMap FindMap(string background);

    /// <summary>Returns whether a rectangle is on the screen, at least in part.</summary>
    protected bool IsOnScreen(int x, int y, int width, int height) =>
        x < Screen.Width && y < Screen.Height && x + width > 0 && y + height > 0;
}
