using System.Buffers.Binary;
using System.Globalization;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.Video.Decoding;

/// <summary>Decodes the backgrounds of a GBA (GBATEK, "LCD I/O BG Control" and "LCD VRAM BG Screen Data Format").</summary>
internal static class AdvanceBackgrounds
{
    // Sprites' tiles begin here; backgrounds show nothing of them.
    private const int TilesEnd = 0x10000;

    // The bit of DISPCNT that blanks the screen, and the tiles in a row of a block of a map.
    private const int IsBlank = 1 << 7, BlockColumns = 32;

    // For each video mode, the kinds of its four backgrounds: t text, a affine, b bitmap, - none.
    private static readonly string[] Modes = ["tttt", "tta-", "--aa", "--b-", "--b-", "--b-", "----", "----"];

    /// <summary>Returns the map of a background.</summary>
    /// <param name="background">0 to 3.</param>
    /// <param name="registers">The registers from DISPCNT on; BG0CNT is at 0x08, the scroll registers at 0x10.</param>
    /// <param name="vram">Video memory.</param>
    /// <exception cref="RequestException">The video mode has no such map: a conflict.</exception>
    public static TileMap Find(string background, ReadOnlySpan<byte> registers, ReadOnlySpan<byte> vram)
    {
        var control = BinaryPrimitives.ReadUInt16LittleEndian(registers);
        var mode = control & 7;
        if (background == VideoMemory.Window)
            throw Refuse("background must be 0 to 3 on a GBA, whose windows have no tiles of their own; got \"window\".");
        var number = int.Parse(background, CultureInfo.InvariantCulture);
        var kind = Modes[mode][number];
        if (kind == 'b')
            throw Refuse($"Background {number} is a bitmap in video mode {mode}, without tiles; GET …/screen returns the picture.");
        if (kind == '-')
            throw Refuse(Missing(background, mode));
        var map = kind == 't' ? Text(number, registers, vram) : Affine(number, registers, vram);
        return map with { IsShown = (control & (IsBlank | (0x100 << number))) == 0x100 << number, HasBackdrop = true };
    }

    private static TileMap Text(int number, ReadOnlySpan<byte> registers, ReadOnlySpan<byte> vram)
    {
        var control = Register(registers, 0x08 + (2 * number));
        var (columns, rows) = ((control & 0x4000) != 0 ? 64 : 32, (control & 0x8000) != 0 ? 64 : 32);
        var colors = (control & 0x80) != 0 ? 256 : 16;
        var blocks = vram[(((control >> 8) & 0x1F) * 0x800)..];
        var entries = new TileEntry[columns * rows];
        for (var i = 0; i < entries.Length; i++)
        {
            // The map has blocks of 32 x 32 tiles.
            var (column, row) = (i % columns, i / columns);
            var block = (column / BlockColumns) + (row / BlockColumns * (columns / BlockColumns));
            var place = (block * BlockColumns * BlockColumns) + (row % BlockColumns * BlockColumns) + (column % BlockColumns);
            entries[i] = EntryOf(Register(blocks, 2 * place), FirstTile(control, colors), colors);
        }

        var scroll = 0x10 + (4 * number);
        return new TileMap($"{number}", columns, colors, entries)
        {
            Priority = control & 3,
            Scroll = (Register(registers, scroll) & ((8 * columns) - 1), Register(registers, scroll + 2) & ((8 * rows) - 1)),
        };
    }

    private static TileEntry EntryOf(int entry, int firstTile, int colors) => new(
        entry & 0x3FF, Reachable(firstTile + (entry & 0x3FF), colors), colors == 256 ? 0 : entry >> 12, (entry & 0x400) != 0,
        (entry & 0x800) != 0);

    private static TileMap Affine(int number, ReadOnlySpan<byte> registers, ReadOnlySpan<byte> vram)
    {
        var control = Register(registers, 0x08 + (2 * number));
        var columns = 16 << (control >> 14);
        var first = FirstTile(control, colors: 256);
        var numbers = vram.Slice(((control >> 8) & 0x1F) * 0x800, columns * columns);
        var entries = new TileEntry[columns * columns];
        for (var i = 0; i < entries.Length; i++)
            entries[i] = new TileEntry(numbers[i], Reachable(first + numbers[i], colors: 256));
        var view = registers[(0x10 * number)..];
        return new TileMap($"{number}", columns, 256, entries)
        {
            Priority = control & 3,
            Repeats = (control & 0x2000) != 0,
            View = new AffineView(Fraction(view), Fraction(view[2..]), Fraction(view[4..]), Fraction(view[6..]),
                Place(view[8..]), Place(view[12..])),
        };
    }

    private static int FirstTile(int control, int colors) => ((control >> 2) & 3) * 0x4000 / TilePixels.BytesOf(colors);

    // -1 for a tile of sprites.
    private static int Reachable(int tile, int colors) => tile * TilePixels.BytesOf(colors) < TilesEnd ? tile : -1;

    // 8 bits of each number are behind the point.
    private static double Fraction(ReadOnlySpan<byte> register) => BinaryPrimitives.ReadInt16LittleEndian(register) / 256.0;

    // 28 bits, of which the highest is the sign.
    private static double Place(ReadOnlySpan<byte> register) => ((BinaryPrimitives.ReadInt32LittleEndian(register) << 4) >> 4) / 256.0;

    private static int Register(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadUInt16LittleEndian(bytes[at..]);

    private static string Missing(string background, int mode)
    {
        var others = string.Join(", ", Enumerable.Range(0, Modes[mode].Length).Where(number => Modes[mode][number] != '-'));
        return others.Length == 0
            ? $"Video mode {mode} has no backgrounds."
            : $"background must be one of {others} in video mode {mode}; got \"{background}\".";
    }

    private static RequestException Refuse(string detail) => new(ProblemTypes.Conflict, detail, "background");
}
