using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Video.Decoding;

namespace Bridge.Api.Tests.Features.Video;

public sealed class AdvanceMapTests
{
    // BGCNT of a background with tiles from 0x4000 on and its map at 0x8000.
    private const int Base = (1 << 2) | (16 << 8);

    [Theory]
    [InlineData(0, "0", "32 x 32")]
    [InlineData(0, "3", "32 x 32")]
    [InlineData(1, "1", "32 x 32")]
    [InlineData(1, "2", "16 x 16")]
    [InlineData(2, "3", "16 x 16")]
    [InlineData(0, "window", "background must be 0 to 3 on a GBA, whose windows have no tiles of their own; got \"window\".")]
    [InlineData(1, "3", "background must be one of 0, 1, 2 in video mode 1; got \"3\".")]
    [InlineData(2, "0", "background must be one of 2, 3 in video mode 2; got \"0\".")]
    [InlineData(4, "0", "background must be one of 2 in video mode 4; got \"0\".")]
    [InlineData(4, "2", "Background 2 is a bitmap in video mode 4, without tiles; GET …/screen returns the picture.")]
    [InlineData(6, "2", "Video mode 6 has no backgrounds.")]
    public void A_mode_has_its_backgrounds(int mode, string background, string expected)
    {
        var video = new AdvanceSample().Register(0, mode).Video;
        if (expected.Contains(" x ", StringComparison.Ordinal))
        {
            var map = video.FindMap(background);
            Assert.Equal((expected, background), ($"{map.Columns} x {map.Rows}", map.Background));
            return;
        }

        var refused = Assert.Throws<RequestException>(() => video.FindMap(background));
        Assert.Equal((ProblemTypes.Conflict, "background", expected), (refused.Type, refused.Parameter, refused.Message));
    }

    // The blocks of 32 x 32 tiles lie one after the other.
    [Theory]
    [InlineData(0, 32, 32, 31, 31, 0x7FE)]
    [InlineData(1, 64, 32, 32, 0, 0x800)]
    [InlineData(1, 64, 32, 63, 31, 0xFFE)]
    [InlineData(2, 32, 64, 0, 32, 0x800)]
    [InlineData(3, 64, 64, 32, 0, 0x800)]
    [InlineData(3, 64, 64, 0, 32, 0x1000)]
    [InlineData(3, 64, 64, 63, 63, 0x1FFE)]
    public void A_text_map_has_blocks(int size, int columns, int rows, int column, int row, int offset)
    {
        var map = new AdvanceSample().Register(0x08, Base | (size << 14)).Map(0x8000 + offset, 0x0123).Video.FindMap("0");
        Assert.Equal((columns, rows, 0x123), (map.Columns, map.Rows, map[column, row].Number));
        Assert.Equal(1, map.Entries.Count(entry => entry.Number != 0));
    }

    [Theory]
    [InlineData(0, 0x0005, 512 + 5, 0, false, false)]
    [InlineData(0, 0xF405, 512 + 5, 15, true, false)]
    [InlineData(0, 0x0805, 512 + 5, 0, false, true)]
    [InlineData(0x80, 0xFC05, 256 + 5, 0, true, true)]
    public void An_entry_has_tile_palette_and_flips(int colors, int entry, int tile, int palette, bool flipX, bool flipY)
    {
        var map = new AdvanceSample().Register(0x08, Base | colors).Map(0x8000, entry).Video.FindMap("0");
        Assert.Equal((colors == 0 ? 16 : 256, new TileEntry(5, tile, palette, flipX, flipY)), (map.Colors, map[0, 0]));
    }

    [Fact]
    public void A_tile_of_sprites_is_out_of_reach()
    {
        var map = new AdvanceSample().Register(0x0A, (3 << 2) | (16 << 8)).Map(0x8000, 0x1FF).Map(0x8002, 0x200).Video.FindMap("1");
        Assert.Equal((2047, -1), (map[0, 0].Tile, map[1, 0].Tile));
    }

    [Theory]
    [InlineData(0x0100, true)]
    [InlineData(0x0200, false)]
    [InlineData(0x0180, false)]
    public void A_background_is_shown_if_it_is_on_and_the_screen_is_not_blank(int control, bool isShown) =>
        Assert.Equal(isShown, new AdvanceSample().Register(0, control).Video.FindMap("0").IsShown);

    [Fact]
    public void The_scroll_registers_wrap_at_the_map()
    {
        var map = new AdvanceSample().Register(0x0C, 2).Register(0x18, 0x1FF).Register(0x1A, 0x105).Video.FindMap("2");
        Assert.Equal(((255, 5), 2), (map.Scroll, map.Priority));
    }

    [Fact]
    public void An_affine_map_has_numbers_of_bytes_and_a_view()
    {
        var map = new AdvanceSample().Register(0, 2).Register(0x0E, Base | 0x2000 | (1 << 14)).Vram(0x8000 + 33, 7)
            .Register(0x30, 0x0100).Register(0x32, 0xFF80).Register(0x34, 0x0040).Register(0x36, 0x0200)
            .Register(0x38, 0x8000).Register(0x3A, 0x0FFF).Register(0x3C, 0x0180).Video.FindMap("3");
        Assert.Equal((32, 32, 256, true), (map.Columns, map.Rows, map.Colors, map.Repeats));
        Assert.Equal(new TileEntry(7, 256 + 7), map[1, 1]);
        Assert.Equal(new AffineView(1, -0.5, 0.25, 2, -128, 1.5), map.View);
    }

    [Fact]
    public void A_picture_has_flips_palettes_and_the_backdrop()
    {
        // A tile with one pixel of color 1 at the top left.
        var sample = new AdvanceSample().Register(0x08, Base).Vram(0x4000 + 32, 0x01)
            .Map(0x8000, 1).Map(0x8002, 0x2401).Map(0x8004, 0x2801).Map(0x8006, 0x2C01)
            .Color(0, 0x7C00).Color(1, 0x001F).Color(0x20, 0x7FFF).Color(0x21, 0x03E0).Video;

        using var picture = VideoPictures.DrawMap(sample, sample.FindMap("0"), frame: 9);

        Assert.Equal((256, 256, 9), (picture.Width, picture.Height, picture.Frame));
        var expected = new Dictionary<(int, int), int>
        {
            [(0, 0)] = 0xFF0000, [(15, 0)] = 0x00FF00, [(16, 7)] = 0x00FF00, [(31, 7)] = 0x00FF00,
        };
        for (var y = 0; y < 256; y++)
        {
            for (var x = 0; x < 256; x++)
                Assert.Equal((x, y, expected.GetValueOrDefault((x, y), 0x0000FF)), (x, y, PixelOf(picture, x, y)));
        }
    }

    private static int PixelOf(Api.Features.Screen.Picture picture, int x, int y)
    {
        var at = picture.Rgb[(3 * ((y * picture.Width) + x))..];
        return (at[0] << 16) | (at[1] << 8) | at[2];
    }
}
