using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Clips.Drawing;

/// <summary>A picture of a clip. A pixel has red in its lowest byte, then green, then blue; the highest byte is 0.</summary>
internal sealed class Canvas(int width, int height)
{
    private readonly uint[] _pixels = new uint[width * height];

    /// <summary>Gets the width in pixels.</summary>
    public int Width { get; } = width;

    /// <summary>Gets the height in pixels.</summary>
    public int Height { get; } = height;

    /// <summary>Gets the pixels, line by line from the top left.</summary>
    public Span<uint> Pixels => _pixels;

    /// <summary>Returns a line of pixels.</summary>
    public Span<uint> Line(int y) => _pixels.AsSpan(y * Width, Width);

    /// <summary>Returns the smallest rectangle with all pixels that differ from another picture of this size; null: none does.</summary>
    public Area? FindDifference(Canvas other)
    {
        int left = Width, right = -1, top = -1, bottom = -1;
        for (var y = 0; y < Height; y++)
        {
            var mine = Line(y);
            var others = other.Line(y);
            var first = mine.CommonPrefixLength(others);
            if (first == Width)
                continue;
            top = top < 0 ? y : top;
            bottom = y;
            left = Math.Min(left, first);
            var last = Width - 1;
            while (last > right && mine[last] == others[last])
                last--;
            right = Math.Max(right, last);
        }

        return top < 0 ? null : new Area(left, top, right - left + 1, bottom - top + 1);
    }

    /// <summary>Makes each pixel of another picture a square here, as large as this picture allows.</summary>
    public void Enlarge(Canvas from)
    {
        var scale = Width / from.Width;
        for (var y = 0; y < from.Height; y++)
        {
            var line = from.Line(y);
            var to = Line(y * scale);
            for (var x = 0; x < line.Length; x++)
                to.Slice(x * scale, scale).Fill(line[x]);
            for (var copy = 1; copy < scale; copy++)
                to.CopyTo(Line((y * scale) + copy));
        }
    }
}
