namespace Bridge.Api.Features.Video.Decoding;

/// <summary>
/// The palettes of a Game Boy game. mGBA keeps 64 colors, of which the last 32 are the sprites'. Those of a DMG already follow its palette
/// registers; on a Super Game Boy and an MGB the registers choose among the first colors (mGBA's src/gb/video.c and renderers/software.c).
/// </summary>
internal sealed class GameBoyPalettes
{
    // Models in mGBA's states, the colors of a palette, and the first color of the sprites.
    private const int Dmg = 0x00, SuperBit = 0x20, Color = 0x80, Size = 4, SpritesAt = 32;

    // BGP, OBP0 and OBP1, counted from LCDC.
    private const int BackgroundRegister = 0x7, SpriteRegister0 = 0x8, SpriteRegister1 = 0x9;

    /// <param name="model">The model in mGBA's state.</param>
    /// <param name="colors">The 64 colors.</param>
    /// <param name="registers">The registers of the screen from LCDC on.</param>
    public GameBoyPalettes(byte model, int[] colors, ReadOnlySpan<byte> registers)
    {
        if (model >= Color)
            (Backgrounds, Sprites) = (colors[..SpritesAt], colors[SpritesAt..]);
        else if (model == Dmg)
            (Backgrounds, Sprites) = (colors[..Size], colors[SpritesAt..(SpritesAt + (2 * Size))]);
        else
            (Backgrounds, Sprites) = Chosen(model, colors, registers);
    }

    /// <summary>Gets the colors of the backgrounds' palettes.</summary>
    public int[] Backgrounds { get; }

    /// <summary>Gets the colors of the sprites' palettes.</summary>
    public int[] Sprites { get; }

    // A Super Game Boy has four palettes for backgrounds, an MGB one.
    private static (int[] Backgrounds, int[] Sprites) Chosen(byte model, int[] colors, ReadOnlySpan<byte> registers)
    {
        var count = (model & SuperBit) != 0 ? 4 : 1;
        var backgrounds = new List<int>();
        for (var palette = 0; palette < count; palette++)
            backgrounds.AddRange(Choose(registers[BackgroundRegister], colors, palette * Size));
        return ([.. backgrounds],
            [.. Choose(registers[SpriteRegister0], colors, 0), .. Choose(registers[SpriteRegister1], colors, 0)]);
    }

    // All palettes of a Super Game Boy have the same first color.
    private static int[] Choose(int register, int[] colors, int first)
    {
        var chosen = new int[Size];
        for (var i = 0; i < Size; i++)
        {
            var color = (register >> (2 * i)) & 3;
            chosen[i] = colors[color == 0 ? 0 : first + color];
        }

        return chosen;
    }
}
