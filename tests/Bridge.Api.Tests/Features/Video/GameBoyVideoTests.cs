using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Video.Decoding;

namespace Bridge.Api.Tests.Features.Video;

public sealed class GameBoyVideoTests
{
    // LCDC: the screen, the window, tiles from 0x8000, sprites and the background are on.
    private const int On = 0xB3;

    [Theory]
    [InlineData(On, "0", 0x9800)]
    [InlineData(On | 0x08, "0", 0x9C00)]
    [InlineData(On | 0x40, "0", 0x9800)]
    [InlineData(On, "window", 0x9800)]
    [InlineData(On | 0x40, "window", 0x9C00)]
    public void A_map_is_where_the_control_register_says(int control, string background, int address)
    {
        var map = new GameBoySample().Register(0xFF40, control).Vram(address + 33, 0, 7).Video.FindMap(background);
        Assert.Equal((32, 32, 4, background), (map.Columns, map.Rows, map.Colors, map.Background));
        Assert.Equal(new TileEntry(7, 7), map[1, 1]);
        Assert.Equal(1, map.Entries.Count(entry => entry.Number != 0));
    }

    [Theory]
    [InlineData(0x91, 0, 0)]
    [InlineData(0x91, 255, 255)]
    [InlineData(0x81, 0, 256)]
    [InlineData(0x81, 127, 383)]
    [InlineData(0x81, 128, 128)]
    [InlineData(0x81, 255, 255)]
    public void Numbers_of_tiles_are_signed_in_one_mode(int control, int number, int tile) =>
        Assert.Equal(new TileEntry(number, tile),
            new GameBoySample().Register(0xFF40, control).Vram(0x9800, 0, (byte)number).Video.FindMap("0")[0, 0]);

    [Theory]
    [InlineData(GameBoySample.Color, 0x6D, 384 + 5, 5, true, true)]
    [InlineData(GameBoySample.Color, 0x22, 5, 2, true, false)]
    [InlineData(GameBoySample.Dmg, 0x6D, 5, 0, false, false)]
    public void A_Game_Boy_Color_has_attributes(int model, int attributes, int tile, int palette, bool flipX, bool flipY) =>
        Assert.Equal(new TileEntry(5, tile, palette, flipX, flipY),
            new GameBoySample(model).Register(0xFF40, On).Vram(0x9800, 0, 5).Vram(0x9800, 1, (byte)attributes).Video.FindMap("0")[0, 0]);

    [Theory]
    [InlineData(GameBoySample.Dmg, 0x81, "0", true)]
    [InlineData(GameBoySample.Dmg, 0x80, "0", false)]
    [InlineData(GameBoySample.Dmg, 0x01, "0", false)]
    [InlineData(GameBoySample.Color, 0x80, "0", true)]
    [InlineData(GameBoySample.Dmg, 0xA1, "window", true)]
    [InlineData(GameBoySample.Dmg, 0x81, "window", false)]
    [InlineData(GameBoySample.Dmg, 0xA0, "window", false)]
    public void A_map_is_shown_if_the_control_register_says_so(int model, int control, string background, bool isShown) =>
        Assert.Equal(isShown, new GameBoySample(model).Register(0xFF40, control).Video.FindMap(background).IsShown);

    [Fact]
    public void The_background_scrolls_and_the_window_has_a_place()
    {
        var video = new GameBoySample().Register(0xFF42, 200).Register(0xFF43, 3).Register(0xFF4A, 100).Register(0xFF4B, 27).Video;
        Assert.Equal(((3, 200), true), (video.FindMap("0").Scroll, video.FindMap("0").Repeats));
        Assert.Equal(((-20, -100), false), (video.FindMap("window").Scroll, video.FindMap("window").Repeats));
    }

    [Theory]
    [InlineData("1")]
    [InlineData("3")]
    public void Other_backgrounds_are_a_conflict(string background)
    {
        var refused = Assert.Throws<RequestException>(() => new GameBoySample().Video.FindMap(background));
        Assert.Equal((ProblemTypes.Conflict, $"background must be 0 or window on a Game Boy; got \"{background}\"."),
            (refused.Type, refused.Message));
    }

    // The color numbers of the palettes; the state has 64 colors with their numbers in them.
    [Theory]
    [InlineData(GameBoySample.Dmg, "0 1 2 3", "32 33 34 35 36 37 38 39")]
    [InlineData(GameBoySample.Pocket, "3 2 1 0", "0 0 0 1 0 0 0 2")]
    [InlineData(GameBoySample.Super, "3 2 1 0 7 6 5 0 11 10 9 0 15 14 13 0", "0 0 0 1 0 0 0 2")]
    public void Other_models_than_a_DMG_choose_colors_by_registers(int model, string backgrounds, string sprites)
    {
        var sample = new GameBoySample(model).Register(0xFF47, 0x1B).Register(0xFF48, 0x40).Register(0xFF49, 0x80);
        for (var i = 0; i < 64; i++)
            sample.Hue(i, i < 32 ? i : 0x7C00 | ((i - 32) << 5));
        Assert.Equal(backgrounds, Numbers(sample.Video.BackgroundColors));
        Assert.Equal(sprites, Numbers(sample.Video.SpriteColors));
    }

    [Fact]
    public void A_Game_Boy_Color_has_eight_palettes_of_each_kind()
    {
        var sample = new GameBoySample(GameBoySample.Color);
        for (var i = 0; i < 64; i++)
            sample.Hue(i, i < 32 ? i : 0x7C00 | ((i - 32) << 5));
        Assert.Equal(string.Join(' ', Enumerable.Range(0, 32)), Numbers(sample.Video.BackgroundColors));
        Assert.Equal(string.Join(' ', Enumerable.Range(32, 32)), Numbers(sample.Video.SpriteColors));
    }

    [Theory]
    [InlineData(GameBoySample.Dmg, 0x00, "-8,-16 8x8 tile 7 7 palette 0 priority 0 ", false)]
    [InlineData(GameBoySample.Dmg, 0xFF, "152,128 8x8 tile 7 7 palette 1 priority 1 xy", true)]
    [InlineData(GameBoySample.Color, 0x2D, "152,128 8x8 tile 7 391 palette 5 priority 0 x", true)]
    public void A_sprite_has_place_and_attributes(int model, int attributes, string expected, bool isVisible)
    {
        byte[] place = isVisible ? [144, 160] : [0, 0];
        var sprite = new GameBoySample(model).Register(0xFF40, On).Sprite(39, [.. place, 7, (byte)attributes]).Video.Sprites[39];
        Assert.Equal((expected, isVisible), (
            $"{sprite.X},{sprite.Y} {sprite.Width}x{sprite.Height} tile {sprite.Tile} {sprite.SheetTile} palette {sprite.Palette} "
            + $"priority {sprite.Priority} {(sprite.FlipX ? "x" : "")}{(sprite.FlipY ? "y" : "")}", sprite.IsVisible));
    }

    [Fact]
    public void A_tall_sprite_has_two_tiles_from_an_even_one_on()
    {
        // The sprite's lower tile has one pixel at the bottom right, which the flips move to the top left.
        var video = new GameBoySample().Register(0xFF40, On | 4).Sprite(0, 16, 8, 7, 0x60).Hue(33, 0x1F)
            .Vram(0x8000 + (7 * 16) + 14, 0, 1).Video;
        var sprite = video.Sprites[0];
        Assert.Equal((16, 7, 6), (sprite.Height, sprite.Tile, sprite.SheetTile));
        using var picture = VideoPictures.DrawSprite(video, sprite, frame: 1);
        Assert.Equal((8, 16, 0xFF, 0), (picture.Width, picture.Height, picture.Rgb[0], picture.Rgb[3]));
    }

    [Fact]
    public void A_sheet_has_both_banks()
    {
        var video = new GameBoySample(GameBoySample.Color).Vram(0x97F0, 0, 0x80).Vram(0x8000, 1, 0x80).Hue(5, 0x1F).Video;
        Assert.Equal(768, video.CountTiles(4));
        using var picture = VideoPictures.DrawTiles(
            video, new TileSheet(First: 383, Count: 2, Columns: 32, Colors: 4, Palette: 1, IsOfSprites: false), frame: 1);
        Assert.Equal((16, 8, 0xFF, 0xFF, 0), (picture.Width, picture.Height, picture.Rgb[0], picture.Rgb[24], picture.Rgb[3]));
    }

    // Red is the number of a background's color; a sprite's is blue, and has its number as its green.
    private static string Numbers(int[] colors) => string.Join(' ', colors.Select(color =>
        (color & 0xFF) == 0 ? color >> 19 : 32 + ((color >> 11) & 0x1F)));
}
