namespace Bridge.Api.Features.Video.Decoding;

/// <summary>A sprite, called object by the consoles' makers.</summary>
/// <param name="Number">Its number in object memory.</param>
/// <param name="X">Its left edge on the screen, in pixels; of one with double size that of the doubled area.</param>
/// <param name="Y">Its top edge on the screen.</param>
/// <param name="Width">Its width in pixels; 0 for a shape that doesn't exist.</param>
/// <param name="Height">Its height in pixels.</param>
/// <param name="Tile">The number of its first tile, as in object memory.</param>
/// <param name="SheetTile">The first tile in video memory, for <see cref="VideoMemory.ReadTile"/>.</param>
/// <param name="Colors">4, 16 or 256.</param>
/// <param name="Palette">Its palette; 0 with 256 colors.</param>
internal sealed record Sprite(int Number, int X, int Y, int Width, int Height, int Tile, int SheetTile, int Colors, int Palette)
{
    /// <summary>The modes of a GBA's sprites; only the first exists on a Game Boy.</summary>
    public const string Normal = "normal", Blended = "blended", Window = "window", Prohibited = "prohibited";

    /// <summary>Gets the modes by their bits.</summary>
    public static IReadOnlyList<string> Modes { get; } = [Normal, Blended, Window, Prohibited];

    /// <summary>
    /// Gets the order: on a GBA that of the backgrounds, 0 first; on a Game Boy 1 is behind the background's colors 1 to 3.
    /// </summary>
    public int Priority { get; init; }

    /// <summary>Gets whether left and right are exchanged.</summary>
    public bool FlipX { get; init; }

    /// <summary>Gets whether top and bottom are exchanged.</summary>
    public bool FlipY { get; init; }

    /// <summary>Gets whether the console rotates and scales it.</summary>
    public bool IsAffine { get; init; }

    /// <summary>Gets whether it may fill an area of double width and height.</summary>
    public bool HasDoubleSize { get; init; }

    /// <summary>Gets the mode.</summary>
    public string Mode { get; init; } = Normal;

    /// <summary>Gets whether sprites are on, this one is not disabled, and its area is on the screen at least in part.</summary>
    public bool IsVisible { get; init; }
}
