using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Video;

/// <summary>Random video memory of a GBA: what the bridge decodes is what mGBA draws.</summary>
public sealed class AdvanceVideoTests(PlainGame game) : IClassFixture<PlainGame>
{
    private const int Io = 0x04000000, Palette = 0x05000000, Vram = 0x06000000, Oam = 0x07000000;

    // Offsets of I/O registers (GBATEK, "LCD I/O"): the display control, and of background 0 its control and scroll.
    private const int DisplayControl = 0, BackgroundControl = 0x08, ScrollX = 0x10, ScrollY = 0x12;

    // Of the display control: shows background 0; the others are the next bits.
    private const int ShowsBackground = 0x100;

    // Of a background's control: tiles of 256 colors; tiles from 0x0600C000 on, so that those from 0x06010000 on are tiles of sprites;
    // and the map at 0x0600A000.
    private const int Colors256 = 0x80, SpriteTiles = 0x0C, Map = 20 << 8;

    // More than the nine bits that the register of a scroll has, for X, and more than a small background, for Y.
    private const int WantedX = 517, WantedY = 301;

    [Theory]
    [InlineData(0, 0, 0)]
    [InlineData(1, 0x4000, 0)]
    [InlineData(2, 0x8000, 0)]
    [InlineData(3, 0xC000, 0)]
    [InlineData(0, 0xC000, Colors256)]
    [InlineData(1, 0x0000, SpriteTiles)]
    [InlineData(2, 0x4000, Colors256 | SpriteTiles)]
    public async Task A_text_background_is_the_picture(int background, int size, int tiles)
    {
        var (map, picture, screen) = await ShowAsync(background, ShowsBackground << background, size | tiles | Map);

        Assert.True(map.Shown);
        Assert.Equal((8 * map.Columns, 8 * map.Rows), (picture.Width, picture.Height));
        Assert.Equal((WantedX % picture.Width, WantedY % picture.Height), (map.ScrollX, map.ScrollY));
        // A background shows no tiles of sprites, but with 16 colors mGBA draws them where the left or right edge cuts a tile.
        var (first, end) = tiles == SpriteTiles ? (8 - (WantedX % 8), 240 - (WantedX % 8)) : (0, 240);
        screen.AreThose((x, y) => x < first || x >= end
            ? screen[x, y] : picture[(x + map.ScrollX!.Value) % picture.Width, (y + map.ScrollY!.Value) % picture.Height]);
    }

    [Theory]
    [InlineData(1, 2, 0x0000)]
    [InlineData(1, 2, 0xA000)]
    [InlineData(2, 3, 0x6000)]
    [InlineData(2, 2, 0xC000)]
    public async Task An_affine_background_is_the_picture(int mode, int background, int size)
    {
        var (map, picture, screen) = await ShowAsync(background, mode | (ShowsBackground << background), size | Map);

        var view = map.Affine!;
        Assert.Equal((1.25, -0.5, 0.25, 0.875, -20.5, 30.25), (view.A, view.B, view.C, view.D, view.OriginX, view.OriginY));
        var backdrop = Pixels.Number((await game.Game.GetPalettesAsync()).Background[0][0]);
        screen.AreThose((x, y) =>
        {
            var column = (int)Math.Floor(view.OriginX + (view.A * x) + (view.B * y));
            var line = (int)Math.Floor(view.OriginY + (view.C * x) + (view.D * y));
            var isInside = column >= 0 && line >= 0 && column < picture.Width && line < picture.Height;
            return isInside || view.Repeats ? picture[Wrap(column, picture.Width), Wrap(line, picture.Height)] : backdrop;
        });
    }

    [Fact]
    public async Task A_background_is_composed_of_tiles_palettes_and_flips()
    {
        var (map, _, screen) = await ShowAsync(0, ShowsBackground, Map, sameFirstColors: true);
        var sheets = new List<PngPicture>();
        for (var palette = 0; palette < 16; palette++)
            sheets.Add(new PngPicture(await game.Game.GetTilesAsync(new TileSheet { Palette = palette })));

        screen.AreThose((x, y) =>
        {
            var (left, top) = (x + map.ScrollX!.Value, y + map.ScrollY!.Value);
            var (column, row) = (left / 8 % map.Columns, top / 8 % map.Rows);
            var (tile, flips) = (map.SheetTiles[row][column], map.Flips[row][column]);
            Assert.Equal(map.Tiles[row][column], tile);
            return sheets[map.Palettes[row][column]][
                (tile % 32 * 8) + ((flips & 1) != 0 ? 7 - (left % 8) : left % 8),
                (tile / 32 * 8) + ((flips & 2) != 0 ? 7 - (top % 8) : top % 8)];
        });
    }

    [Theory]
    [InlineData(0x40, 0x0000, 0x8000)]
    [InlineData(0x00, 0x4000, 0xB000)]
    [InlineData(0x40, 0x2000, 0x4000)]
    [InlineData(0x00, 0xA000, 0xF000)]
    public async Task A_sprite_is_the_picture(int control, int first, int second)
    {
        const int X = 40, Y = 30, Number = 7;
        await using var hold = await HoldAsync();
        await FillAsync(sameFirstColors: true);
        await game.Game.WriteBytesAsync(Oam, NoSprites());
        // The three attributes of the sprite, the last one with palette 3 and tile 0x100.
        foreach (var (at, value) in new[] { (0, first | Y), (2, second | X), (4, 0x3100) })
            await game.Game.Write16Async(Oam + (8 * Number) + at, value);
        // Shows sprites.
        await game.Game.Write16Async(Io + DisplayControl, 0x1000 | control);
        await hold.StepAsync(3);

        var sprites = await game.Game.GetSpritesAsync();
        var sprite = Assert.Single(sprites, each => each.Visible);
        var picture = new PngPicture(await game.Game.GetSpritePictureAsync(Number));
        Assert.Equal((128, Number, X, Y), (sprites.Count, sprite.Number, sprite.X, sprite.Y));
        Assert.Equal((sprite.Width, sprite.Height), (picture.Width, picture.Height));
        var backdrop = Pixels.Number((await game.Game.GetPalettesAsync()).Background[0][0]);
        (await game.ScreenAsync()).AreThose((x, y) =>
            x >= X && x < X + sprite.Width && y >= Y && y < Y + sprite.Height ? picture[x - X, y - Y] : backdrop);
    }

    [Fact]
    public async Task The_text_has_the_rows_on_the_screen()
    {
        await using var hold = await HoldAsync();
        await game.Game.WriteBytesAsync(Vram + 0x8000, new byte[0x800]);
        // A map of 32 x 32 tiles, of which the screen shows 30 x 20.
        foreach (var (at, tile) in new[] { (0, 1), (1, 2), ((32 * 19) + 29, 3), ((32 * 20) + 30, 4), (31, 0x3FF) })
            await game.Game.Write16Async(Vram + 0x8000 + (2 * at), tile);
        foreach (var (at, value) in new[]
            { (DisplayControl, ShowsBackground), (BackgroundControl, 16 << 8), (ScrollX, 0), (ScrollY, 0) })
            await game.Game.Write16Async(Io + at, value);
        var table = new Dictionary<int, string> { [1] = "H", [2] = "i", [3] = "!", [4] = "PK", [0x3FF] = "é" };

        var text = await game.Game.ReadTextAsync(table, otherwise: "");
        Assert.Equal((true, 0, 0, 20, "Hi", "!"), (text.Visible, text.X, text.Y, text.Rows.Count, text.Rows[0], text.Rows[19]));
        await game.Game.Write16Async(Io + ScrollX, 8 + 3);
        await game.Game.Write16Async(Io + ScrollY, 8);
        text = await game.Game.ReadTextAsync(table, otherwise: "");
        Assert.Equal((-3, 0, 20, "!", "PK"), (text.X, text.Y, text.Rows.Count, text.Rows[18], text.Rows[19]));
        text = await game.Game.ReadTextAsync(table, visible: false, otherwise: ".");
        Assert.Equal((false, 32, "Hi" + new string('.', 29) + "é"), (text.Visible, text.Rows.Count, text.Rows[0]));
    }

    [Fact]
    public async Task A_background_that_is_not_there_is_a_conflict()
    {
        await using var hold = await HoldAsync();
        // Video mode 4.
        await game.Game.Write16Async(Io + DisplayControl, 4);
        var bitmap = await Assert.ThrowsAsync<ProblemException>(() => game.Game.GetTileMapAsync("2"));
        Assert.Equal((409, "conflict"), (bitmap.Status, bitmap.Type));
        Assert.Contains("Background 2 is a bitmap in video mode 4", bitmap.Message, StringComparison.Ordinal);
        var missing = await Assert.ThrowsAsync<ProblemException>(() => game.Game.ReadTextAsync(new Dictionary<int, string>(), "window"));
        Assert.Equal(409, missing.Status);
    }

    [Fact]
    public async Task Tiles_past_the_end_are_refused()
    {
        // Video memory has 3,072 tiles of 16 colors, or 1,536 of 256.
        var wide = new PngPicture(await game.Game.GetTilesAsync(new TileSheet { First = 3070, Count = 9, Columns = 64, Sprites = true }));
        Assert.Equal((16, 8), (wide.Width, wide.Height));
        var last = new PngPicture(await game.Game.GetTilesAsync(new TileSheet { First = 1530, Columns = 4, Colors = 256 }));
        Assert.Equal((32, 16), (last.Width, last.Height));
        var past = await Assert.ThrowsAsync<ProblemException>(() =>
            game.Game.GetTilesAsync(new TileSheet { First = 1536, Colors = 256 }));
        Assert.Equal((400, "first"), (past.Status, past.Parameter));
    }

    private static int Wrap(int place, int length) => ((place % length) + length) % length;

    // Object memory with all sprites disabled: bit 9 of the first attribute of each.
    private static byte[] NoSprites() => [.. Enumerable.Range(0, 1024).Select(i => (byte)(i % 8 == 1 ? 2 : 0))];

    private Task<GameHold> HoldAsync() => game.Game.HoldAsync(TimeSpan.FromMinutes(2));

    // Fills video memory, shows a background, and returns its map, the picture of it, and the screen.
    private async Task<(TileMap Map, PngPicture Picture, PngPicture Screen)> ShowAsync(
        int background, int control, int backgroundControl, bool sameFirstColors = false)
    {
        await using var hold = await HoldAsync();
        await FillAsync(sameFirstColors);
        await game.Game.Write16Async(Io + BackgroundControl + (2 * background), backgroundControl);
        await game.Game.Write16Async(Io + ScrollX + (4 * background), WantedX & 0x1FF);
        await game.Game.Write16Async(Io + ScrollY + (4 * background), WantedY);
        // In video modes 1 and 2 the background is affine: four parameters and an origin, all with 8 bits behind the point.
        if ((control & 7) > 0)
        {
            var view = Io + (0x10 * background);
            foreach (var (at, value) in new[] { (0, 0x140), (2, 0xFF80), (4, 0x40), (6, 0xE0) })
                await game.Game.Write16Async(view + at, value);
            // -20.5 and 30.25.
            await game.Game.Write32Async(view + 8, 0x0FFFEB80);
            await game.Game.Write32Async(view + 12, 0x1E40);
        }

        await game.Game.Write16Async(Io + DisplayControl, control);
        await hold.StepAsync(3);
        return (await game.Game.GetTileMapAsync($"{background}"),
            new PngPicture(await game.Game.GetTileMapPictureAsync($"{background}")), await game.ScreenAsync());
    }

    // Fills palettes and video memory with random bytes; sameFirstColors: each palette of 16 has the backdrop as its first color, which
    // pictures of parts show where they are transparent.
    private async Task FillAsync(bool sameFirstColors)
    {
        var random = new Random(7);
        var (palette, vram) = (new byte[0x400], new byte[0x18000]);
        random.NextBytes(palette);
        random.NextBytes(vram);
        for (var first = 32; sameFirstColors && first < palette.Length; first += 32)
            palette.AsSpan(0, 2).CopyTo(palette.AsSpan(first));
        await game.Game.WriteBytesAsync(Palette, palette);
        await game.Game.WriteBytesAsync(Vram, vram);
    }
}

/// <summary>A game that leaves the screen alone.</summary>
public sealed class PlainGame() : RunningGame("latesave.gba", 0x02000000);
