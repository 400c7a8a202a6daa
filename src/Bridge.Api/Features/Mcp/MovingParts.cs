using System.Globalization;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Mcp;

/// <summary>The parts of a picture that keep moving by themselves, like water or a cursor.</summary>
internal sealed class MovingParts
{
    // Width and height in pixels of the blocks that the picture is divided into: those of a tile.
    private const int Block = 8;

    // Of each block, row by row, whether any of its pixels changes.
    private readonly bool[] _moves;
    private readonly int _columns;
    private readonly int _width;
    private readonly int _height;

    private MovingParts(int width, int height)
    {
        (_width, _height, _columns) = (width, height, (width + Block - 1) / Block);
        _moves = new bool[_columns * ((height + Block - 1) / Block)];
    }

    /// <summary>Finds them in pictures between which nothing was pressed; null if nothing moves.</summary>
    public static MovingParts? Find(IReadOnlyList<Picture> pictures)
    {
        if (pictures.Count == 0 || pictures.Any(picture => (picture.Width, picture.Height) != (pictures[0].Width, pictures[0].Height)))
            return null;
        var parts = new MovingParts(pictures[0].Width, pictures[0].Height);
        for (var i = 1; i < pictures.Count; i++)
            parts.Add(pictures[i - 1].Rgb, pictures[i].Rgb);
        return parts._moves.Contains(true) ? parts : null;
    }

    /// <summary>Returns the smallest rectangle with all of them, like <c>16x24 at 112,80</c>.</summary>
    public string Describe()
    {
        var moving = Enumerable.Range(0, _moves.Length).Where(block => _moves[block]).ToArray();
        var (left, right) = (moving.Min(block => block % _columns), moving.Max(block => block % _columns));
        var (top, bottom) = (moving[0] / _columns, moving[^1] / _columns);
        return string.Create(CultureInfo.InvariantCulture,
            $"{Block * (right - left + 1)}x{Block * (bottom - top + 1)} at {Block * left},{Block * top}");
    }

    /// <summary>Gets whether more than half of the picture moves, as in a scene that is not over.</summary>
    public bool CoversMost => 2 * _moves.Count(moves => moves) > _moves.Length;

    /// <summary>Returns the picture with these parts black, OWNED BY THE CALLER. One of another size is as it was.</summary>
    public Picture Without(Picture picture)
    {
        var rest = new Picture(picture.Width, picture.Height, picture.Frame);
        picture.Rgb.CopyTo(rest.Rgb);
        for (var at = 0; at < picture.Width * picture.Height && (picture.Width, picture.Height) == (_width, _height); at++)
        {
            if (_moves[BlockOf(at)])
                rest.Rgb.Slice(3 * at, 3).Clear();
        }

        return rest;
    }

    private void Add(ReadOnlySpan<byte> before, ReadOnlySpan<byte> now)
    {
        for (var at = 0; 3 * at < now.Length; at++)
            _moves[BlockOf(at)] |= !before.Slice(3 * at, 3).SequenceEqual(now.Slice(3 * at, 3));
    }

    private int BlockOf(int pixel) => (pixel / _width / Block * _columns) + (pixel % _width / Block);
}
