using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.Video.Decoding;

/// <summary>
/// The video memory of a Game Boy game, from a save state of mGBA (include/mgba/internal/gb/serialize.h): scripts can't read the palettes
/// of a Game Boy Color anywhere else. Meaning: Pan Docs, "Tile Maps", "LCD Control" and "OAM".
/// </summary>
/// <param name="state">A raw state of a Game Boy.</param>
internal sealed class GameBoyVideo(ReadOnlyMemory<byte> state) : VideoMemory
{
    // From Color on, consoles have two banks of video memory, and palettes of their own.
    private const int ModelAt = 0x08, Color = 0x80;

    // The parts of the state; the registers are those from LCDC on.
    private const int PalettesAt = 0xD4, PaletteBytes = 128, OamAt = 0x260, OamBytes = 160, RegistersAt = 0x340, VramAt = 0x400;

    // In a bank of video memory.
    private const int BankBytes = 0x2000, MapBytes = 0x400, FirstMap = 0x1800;

    // Registers, counted from LCDC.
    private const int LcdControl = 0x0, ScrollY = 0x2, ScrollX = 0x3, WindowY = 0xA, WindowX = 0xB;

    private const int TilesInBank = 384, MapColumns = 32;

    private readonly ReadOnlyMemory<byte> _state = state;

    private readonly GameBoyPalettes _palettes = new(
        state.Span[ModelAt], Colors.FromMemory(state.Span.Slice(PalettesAt, PaletteBytes)), state.Span[RegistersAt..]);

    public override string Console => "Game Boy";

    public override (int Width, int Height) Screen => (160, 144);

    public override int[] BackgroundColors => _palettes.Backgrounds;

    public override int[] SpriteColors => _palettes.Sprites;

    public override int PaletteSize => 4;

    public override IReadOnlyList<Sprite> Sprites => [.. GameBoySprites.Read(_state.Span.Slice(OamAt, OamBytes), Control, IsColor)
        .Select(sprite => sprite with
        {
            IsVisible = sprite.IsVisible && IsOnScreen(sprite.X, sprite.Y, sprite.Width, sprite.Height),
        })];

    private bool IsColor => _state.Span[ModelAt] >= Color;

    private int Control => Register(LcdControl);

    public override int CountTiles(int colors) => IsColor ? 2 * TilesInBank : TilesInBank;

    public override void ReadTile(int tile, int colors, Span<byte> pixels)
    {
        var bytes = TilePixels.BytesOf(PaletteSize);
        var at = VramAt + (tile / TilesInBank * BankBytes) + (tile % TilesInBank * bytes);
        TilePixels.Unpack(_state.Span.Slice(at, bytes), PaletteSize, pixels);
    }

    public override void ReadSpriteTile(Sprite sprite, int column, int row, Span<byte> pixels) =>
        ReadTile(sprite.SheetTile + row, PaletteSize, pixels);

    public override TileMap FindMap(string background)
    {
        if (background is not ("0" or Window))
        {
            throw new RequestException(ProblemTypes.Conflict, $"background must be 0 or window on a Game Boy; got \"{background}\".",
                "background");
        }

        var isWindow = background == Window;
        var map = FirstMap + (Has(isWindow ? 6 : 3) ? MapBytes : 0);
        var entries = new TileEntry[MapBytes];
        for (var i = 0; i < entries.Length; i++)
            entries[i] = EntryOf(Vram(map + i), IsColor ? Vram(BankBytes + map + i) : 0);
        return new TileMap(background, MapColumns, PaletteSize, entries)
        {
            // On a Game Boy Color bit 0 is about sprites.
            IsShown = Has(7) && (IsColor || Has(0)) && (!isWindow || Has(5)),
            Repeats = !isWindow,
            Scroll = isWindow ? (7 - Register(WindowX), -Register(WindowY)) : (Register(ScrollX), Register(ScrollY)),
        };
    }

    private TileEntry EntryOf(int number, int attributes)
    {
        // Without bit 4, numbers are signed and count from the 256th tile.
        var tile = !Has(4) && number < 128 ? number + 256 : number;
        var bank = (attributes >> 3) & 1;
        return new TileEntry(number, tile + (bank * TilesInBank), attributes & 7, (attributes & 0x20) != 0, (attributes & 0x40) != 0);
    }

    private int Vram(int at) => _state.Span[VramAt + at];

    private int Register(int number) => _state.Span[RegistersAt + number];

    // Whether LCDC has a bit. 7: the screen is on; 6 and 3: the second map for the window and the background; 5: the window is on;
    // 4: tiles count from the first one; 0: the background is on.
    private bool Has(int bit) => (Control & (1 << bit)) != 0;
}
