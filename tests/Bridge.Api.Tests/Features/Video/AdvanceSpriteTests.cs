using Bridge.Api.Features.Video.Decoding;

namespace Bridge.Api.Tests.Features.Video;

public sealed class AdvanceSpriteTests
{
    // DISPCNT: sprites are on, and the tiles of a sprite lie in a line.
    private const int On = 0x1000, Linear = 0x40;

    [Theory]
    [InlineData(0x0000, 0x0000, "0,0 8x8 normal True")]
    [InlineData(0x0000, 0xC000, "0,0 64x64 normal True")]
    [InlineData(0x4000, 0x8000, "0,0 32x16 normal True")]
    [InlineData(0x8000, 0xC000, "0,0 32x64 normal True")]
    [InlineData(0xC000, 0x4000, "0,0 0x0 normal False")]
    [InlineData(0x009F, 0x00EF, "239,159 8x8 normal True")]
    [InlineData(0x00A0, 0x00F0, "240,-96 8x8 normal False")]
    [InlineData(0x00F9, 0x01F9, "-7,-7 8x8 normal True")]
    [InlineData(0x00F8, 0x0000, "0,-8 8x8 normal False")]
    [InlineData(0x0000, 0x01F8, "-8,0 8x8 normal False")]
    [InlineData(0x0200, 0x0000, "0,0 8x8 normal False")]
    [InlineData(0x0400, 0x0000, "0,0 8x8 blended True")]
    [InlineData(0x0800, 0x0000, "0,0 8x8 window False")]
    [InlineData(0x0C00, 0x0000, "0,0 8x8 prohibited False")]
    [InlineData(0x0100, 0x3000, "0,0 8x8 normal True affine")]
    [InlineData(0x0300, 0x0000, "0,0 8x8 normal True affine double")]
    [InlineData(0x0300, 0x01F8, "-8,0 8x8 normal True affine double")]
    [InlineData(0x0000, 0x1000, "0,0 8x8 normal True x")]
    [InlineData(0x0000, 0x2000, "0,0 8x8 normal True y")]
    public void A_sprite_has_place_size_and_flags(int first, int second, string expected)
    {
        var sprite = new AdvanceSample().Register(0, On).Sprite(5, first, second, 0).Video.Sprites[5];
        string[] flags =
        [
            $"{sprite.X},{sprite.Y}", $"{sprite.Width}x{sprite.Height}", sprite.Mode, $"{sprite.IsVisible}",
            sprite.IsAffine ? "affine" : "", sprite.HasDoubleSize ? "double" : "", sprite.FlipX ? "x" : "", sprite.FlipY ? "y" : "",
        ];
        Assert.Equal((5, expected), (sprite.Number, string.Join(' ', flags.Where(flag => flag.Length > 0))));
    }

    [Theory]
    [InlineData(0x0000, 0xA3FF, 0x3FF, 2048 + 0x3FF, 16, 10, 0)]
    [InlineData(0x2000, 0xA802, 2, 1024 + 1, 256, 0, 2)]
    public void A_sprite_has_tile_palette_and_priority(
        int first, int third, int tile, int sheetTile, int colors, int palette, int priority)
    {
        var sprite = new AdvanceSample().Sprite(0, first, 0, third).Video.Sprites[0];
        Assert.Equal((tile, sheetTile, colors, palette, priority, false),
            (sprite.Tile, sprite.SheetTile, sprite.Colors, sprite.Palette, sprite.Priority, sprite.IsVisible));
    }

    // The tiles of a sprite of 16 x 16 pixels, each with its own color at its top left.
    [Theory]
    [InlineData(Linear, 0x0000, 4, 0x80, 0xA0, 0xC0, 0xE0)]
    [InlineData(0, 0x0000, 4, 0x80, 0xA0, 0x480, 0x4A0)]
    [InlineData(Linear, 0x2000, 5, 0xA0, 0xE0, 0x120, 0x160)]
    [InlineData(0, 0x2000, 5, 0x80, 0xC0, 0x480, 0x4C0)]
    [InlineData(Linear, 0x0000, 0x3FE, 0x7FC0, 0x7FE0, 0, 0x20)]
    public void The_tiles_of_a_sprite_lie_in_a_line_or_below_each_other(int control, int first, int tile, params int[] places)
    {
        var sample = new AdvanceSample().Register(0, On | control).Sprite(0, first, 0x4000, tile);
        for (var i = 0; i < places.Length; i++)
            sample.Color(256 + i + 1, i + 1).Vram(0x10000 + places[i], (byte)(i + 1));
        var video = sample.Video;

        using var picture = VideoPictures.DrawSprite(video, video.Sprites[0], frame: 1);

        Assert.Equal((16, 16), (picture.Width, picture.Height));
        // Red has the color's number in its upper five bits.
        int[] reds = [picture.Rgb[0] >> 3, picture.Rgb[3 * 8] >> 3, picture.Rgb[3 * 16 * 8] >> 3, picture.Rgb[3 * ((16 * 8) + 8)] >> 3];
        Assert.Equal([1, 2, 3, 4], reds);
    }

    [Fact]
    public void Flips_exchange_the_tiles_of_a_sprite()
    {
        var video = new AdvanceSample().Register(0, On | Linear).Sprite(0, 0, 0x4000 | 0x3000, 0).Color(257, 0x1F).Vram(0x10000, 1).Video;
        using var picture = VideoPictures.DrawSprite(video, video.Sprites[0], frame: 1);
        Assert.Equal((0, 0xFF), (picture.Rgb[0], picture.Rgb[^3]));
    }
}
