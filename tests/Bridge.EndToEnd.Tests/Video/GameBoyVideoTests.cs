using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Video;

/// <summary>The bundled Game Boy ROM, whose letters are tiles, in our own host and in one that acts like mGBA's own window.</summary>
public sealed class GameBoyVideoTests(RunningGameBoy game, StockGameBoy stock) : IClassFixture<RunningGameBoy>, IClassFixture<StockGameBoy>
{
    // emulator/rom/font.inc: the letters are the tiles from 3 on.
    private const string Letters = "ABCDEFGHILMNOPRSTUW0123456789";

    // Of the LCD control: 0x80 on, 0x40 the window's second map, 0x20 the window, 0x10 tiles at 0x8000, 0x08 the background's second map,
    // 0x04 sprites of two tiles, 0x02 sprites, 0x01 the background. WindowX is the window's left column plus 7.
    private const int LcdControl = 0xFF40, ScrollY = 0xFF42, ScrollX = 0xFF43, SpritePalette = 0xFF48, WindowY = 0xFF4A, WindowX = 0xFF4B;

    private static readonly Dictionary<int, string> Table =
        Letters.Select((letter, i) => (letter, i)).ToDictionary(each => each.i + 3, each => $"{each.letter}");

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task The_text_has_the_words_that_the_game_shows(bool isStock)
    {
        await using var hold = isStock ? null : await ShowAsync((LcdControl, 0x91), (ScrollX, 0), (ScrollY, 0));

        RunningGame shown = isStock ? stock : game;
        var text = await shown.Game.ReadTextAsync(Table);

        Assert.Equal(18, text.Rows.Count);
        Assert.All(text.Rows, row => Assert.Equal(20, row.Length));
        Assert.Equal("BUTTONTEST    FRAMES", text.Rows[0]);
        Assert.Matches("^ {12}[0-9]{8}$", text.Rows[1]);
        Assert.Equal("    UP              ", text.Rows[5]);
        Assert.Equal("LEFT  RIGHT  B      ", text.Rows[9]);
        Assert.Equal("   SELECT  START    ", text.Rows[16]);
    }

    [Theory]
    [InlineData(0x91, 0, 0)]
    [InlineData(0x91, 13, 77)]
    [InlineData(0x81, 250, 3)]
    [InlineData(0x99, 5, 140)]
    public async Task The_background_is_the_picture(int control, int x, int y)
    {
        await using var hold = await ShowAsync((LcdControl, control), (ScrollX, x), (ScrollY, y));

        var map = await game.Game.GetTileMapAsync();
        var picture = new PngPicture(await game.Game.GetTileMapPictureAsync());
        Assert.Equal((x, y, 256, 256), (map.ScrollX, map.ScrollY, picture.Width, picture.Height));
        (await game.ScreenAsync()).AreThose((column, line) => picture[(column + x) % 256, (line + y) % 256]);
    }

    [Theory]
    [InlineData(0xB1, 87, 72)]
    [InlineData(0xF1, 7, 0)]
    [InlineData(0xE1, 20, 143)]
    public async Task The_window_covers_the_background(int control, int x, int y)
    {
        await using var hold = await ShowAsync((LcdControl, control), (ScrollX, 50), (ScrollY, 60), (WindowX, x), (WindowY, y));

        var background = new PngPicture(await game.Game.GetTileMapPictureAsync());
        var window = new PngPicture(await game.Game.GetTileMapPictureAsync("window"));
        var map = await game.Game.GetTileMapAsync("window");
        Assert.Equal((true, 7 - x, -y), (map.Shown, map.ScrollX, map.ScrollY));
        (await game.ScreenAsync()).AreThose((column, line) => column >= x - 7 && line >= y
            ? window[column - x + 7, line - y]
            : background[(column + 50) % 256, (line + 60) % 256]);
    }

    [Theory]
    [InlineData(0x93, 0x00)]
    [InlineData(0x97, 0x60)]
    public async Task A_sprite_is_the_picture(int control, int attributes)
    {
        // A place where the background is white, like the transparent pixels in the sprite's picture. The registers are 8 and 16 more.
        const int X = 60, Y = 100;
        await using var hold = await ShowAsync((LcdControl, control), (ScrollX, 0), (ScrollY, 0), (SpritePalette, 0xE4));
        // No sprite but the first, with tile 4.
        await game.Game.WriteBytesAsync(0xFE00, new byte[160]);
        await game.Game.WriteBytesAsync(0xFE00, new[] { (byte)(Y + 16), (byte)(X + 8), (byte)4, (byte)attributes });
        await hold.StepAsync(3);

        var sprite = Assert.Single(await game.Game.GetSpritesAsync(), each => each.Visible);
        var picture = new PngPicture(await game.Game.GetSpritePictureAsync(0));
        Assert.Equal((X, Y, 8, control == 0x97 ? 16 : 8), (sprite.X, sprite.Y, sprite.Width, sprite.Height));
        var background = new PngPicture(await game.Game.GetTileMapPictureAsync());
        (await game.ScreenAsync()).AreThose((x, y) => x >= X && x < X + 8 && y >= Y && y < Y + sprite.Height
            ? picture[x - X, y - Y] : background[x, y]);
    }

    [Fact]
    public async Task A_Game_Boy_has_few_palettes_tiles_and_sprites()
    {
        var palettes = await stock.Game.GetPalettesAsync();
        Assert.Equal(["#FFFFFF", "#ADADAD", "#525252", "#000000"], Assert.Single(palettes.Background));
        Assert.Equal(2, palettes.Sprites.Count);
        // Tiles 1 to 383 in rows of 16; tile 1 is gray all over, and tile 2 black.
        var sheet = new PngPicture(await stock.Game.GetTilesAsync(new TileSheet { First = 1, Columns = 16 }));
        Assert.Equal((128, 8 * 24, 0xADADAD, 0), (sheet.Width, sheet.Height, sheet[0, 0], sheet[8, 0]));
        Assert.Equal(40, (await stock.Game.GetSpritesAsync()).Count);

        foreach (var (refused, parameter, words) in new[]
        {
            (await RefusedAsync("tiles?colors=16"), "colors", "colors must be left out for a Game Boy, whose tiles have 4 colors."),
            (await RefusedAsync("tiles?first=384"), "first", "first must be 0 to 383 for tiles of 4 colors; got \"384\"."),
            (await RefusedAsync("tiles?palette=1"), "palette", "palette must be 0 to 0 here; got \"1\"."),
            (await RefusedAsync("sprites/40"), "sprite", "sprite must be 0 to 39 on a Game Boy; got \"40\"."),
        })
        {
            Assert.Equal((400, "invalid-parameter", words), refused);
            Assert.StartsWith(parameter, words, StringComparison.Ordinal);
        }

        var missing = await RefusedAsync("maps/1");
        Assert.Equal((409, "conflict", "background must be 0 or window on a Game Boy; got \"1\"."), missing);
    }

    private async Task<(int Status, string Anchor, string Detail)> RefusedAsync(string path)
    {
        using var response = await stock.Client.GetAsync($"/emulators/default/video/{path}");
        return await RunningGame.RefusalAsync(response);
    }

    // Holds the game, writes registers, and draws them.
    private async Task<GameHold> ShowAsync(params (int Register, int Value)[] registers)
    {
        var hold = await game.Game.HoldAsync(TimeSpan.FromMinutes(2));
        foreach (var (register, value) in registers)
            await game.Game.Write8Async(register, value);
        await hold.StepAsync(3);
        return hold;
    }
}
