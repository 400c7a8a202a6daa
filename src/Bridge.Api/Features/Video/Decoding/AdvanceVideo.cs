using System.Buffers.Binary;

namespace Bridge.Api.Features.Video.Decoding;

/// <summary>The video memory of a GBA game (GBATEK, "LCD Video Controller").</summary>
/// <param name="registers">The first <see cref="RegisterBytes"/> bytes of I/O, as written: the bus shows only some of them.</param>
/// <param name="palette"><see cref="PaletteBytes"/> bytes: the backgrounds' colors, then the sprites'.</param>
/// <param name="vram"><see cref="VramBytes"/> bytes.</param>
/// <param name="oam"><see cref="OamBytes"/> bytes.</param>
internal sealed class AdvanceVideo(
    ReadOnlyMemory<byte> registers, ReadOnlyMemory<byte> palette, ReadOnlyMemory<byte> vram, ReadOnlyMemory<byte> oam) : VideoMemory
{
    /// <summary>The bytes of each part.</summary>
    public const int RegisterBytes = 0x60, PaletteBytes = 0x400, VramBytes = 0x18000, OamBytes = 0x400;

    /// <summary>The first byte of video memory that belongs to sprites in the modes with tiles.</summary>
    private const int SpriteBase = 0x10000;

    // The bytes of the sprites' memory, of the unit in which sprites count tiles, and the units in a row of the memory.
    private const int SpriteRegion = 0x8000, SpriteUnit = 32, UnitsInRow = 32;

    // The bit of DISPCNT with which the tiles of a sprite follow each other, instead of being a rectangle in rows of 32.
    private const int SpritesAreLinear = 1 << 6;

    public override string Console => "GBA";

    public override (int Width, int Height) Screen => (240, 160);

    public override int[] BackgroundColors { get; } = Colors.FromMemory(palette.Span[..(PaletteBytes / 2)]);

    public override int[] SpriteColors { get; } = Colors.FromMemory(palette.Span[(PaletteBytes / 2)..PaletteBytes]);

    public override int PaletteSize => 16;

    public override IReadOnlyList<Sprite> Sprites => [.. AdvanceSprites.Read(oam.Span, Control).Select(Place)];

    // DISPCNT.
    private int Control => BinaryPrimitives.ReadUInt16LittleEndian(registers.Span);

    public override int CountTiles(int colors) => VramBytes / TilePixels.BytesOf(colors);

    public override void ReadTile(int tile, int colors, Span<byte> pixels)
    {
        var bytes = TilePixels.BytesOf(colors);
        TilePixels.Unpack(vram.Span.Slice(tile * bytes, bytes), colors, pixels);
    }

    public override void ReadSpriteTile(Sprite sprite, int column, int row, Span<byte> pixels)
    {
        var bytes = TilePixels.BytesOf(sprite.Colors);
        var isLinear = (Control & SpritesAreLinear) != 0;
        // Without linear tiles, those of 256 colors begin at even numbers.
        var first = isLinear || sprite.Colors == 16 ? sprite.Tile : sprite.Tile & ~1;
        var below = isLinear ? sprite.Width / TilePixels.Side * bytes : UnitsInRow * SpriteUnit;
        var at = SpriteBase + (((first * SpriteUnit) + (row * below) + (column * bytes)) % SpriteRegion);
        TilePixels.Unpack(vram.Span.Slice(Math.Min(at, VramBytes - bytes), bytes), sprite.Colors, pixels);
    }

    public override TileMap FindMap(string background) => AdvanceBackgrounds.Find(background, registers.Span, vram.Span);

    private Sprite Place(Sprite sprite)
    {
        var scale = sprite.HasDoubleSize ? 2 : 1;
        return sprite with
        {
            SheetTile = (SpriteBase + (sprite.Tile * SpriteUnit)) / TilePixels.BytesOf(sprite.Colors),
            IsVisible = sprite.IsVisible && IsOnScreen(sprite.X, sprite.Y, scale * sprite.Width, scale * sprite.Height),
        };
    }
}
