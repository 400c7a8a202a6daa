using System.Globalization;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Video.Decoding;

namespace Bridge.Api.Features.Video;

/// <summary>Checks the numbers of tiles, palettes and sprites that depend on the console.</summary>
internal static class ConsoleLimits
{
    /// <summary>Returns the tiles to draw, as far as video memory has them.</summary>
    /// <param name="wanted">What the client wants; 0 colors: the default of the console.</param>
    /// <param name="memory">The memory.</param>
    /// <exception cref="RequestException">The console has no such tiles or no such palette.</exception>
    public static TileSheet Fit(TileSheet wanted, VideoMemory memory)
    {
        // Only a GBA has tiles of 16 and of 256 colors.
        var hasChoice = memory is AdvanceVideo;
        if (!hasChoice && wanted.Colors != 0)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"colors must be left out for a {memory.Console}, whose tiles have {memory.PaletteSize} colors.", "colors");
        }

        var colors = wanted.Colors == 0 ? memory.PaletteSize : wanted.Colors;
        var tiles = memory.CountTiles(colors);
        if (wanted.First >= tiles)
            throw Refuse("first", wanted.First, $"0 to {tiles - 1} for tiles of {colors} colors");
        var palettes = (wanted.IsOfSprites ? memory.SpriteColors : memory.BackgroundColors).Length / memory.PaletteSize;
        if (wanted.Palette >= palettes)
            throw Refuse("palette", wanted.Palette, $"0 to {palettes - 1} here");
        return wanted with
        {
            Colors = colors, Count = Math.Min(wanted.Count, tiles - wanted.First), Palette = colors == 256 ? 0 : wanted.Palette,
        };
    }

    /// <summary>Returns a sprite that has a picture.</summary>
    /// <exception cref="RequestException">The console has no such sprite; or its shape doesn't exist: a conflict.</exception>
    public static Sprite Find(int number, VideoMemory memory)
    {
        var sprites = memory.Sprites;
        if (number >= sprites.Count)
            throw Refuse("sprite", number, $"0 to {sprites.Count - 1} on a {memory.Console}");
        return sprites[number] is { Width: > 0 } sprite
            ? sprite
            : throw new RequestException(ProblemTypes.Conflict, $"Sprite {number} has a shape that does not exist, so it has no picture.",
                "sprite");
    }

    private static RequestException Refuse(string name, int got, string accepted) =>
        Parameters.Refuse(name, got.ToString(CultureInfo.InvariantCulture), accepted);
}
