using System.Globalization;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Mcp;

/// <summary>Draws lines at every 16 pixels of the game over an enlarged picture, with their coordinates at the top and left edge.</summary>
internal static class CoordinateGrid
{
    /// <summary>The distance of two lines, in pixels of the game.</summary>
    public const int Step = 16;

    private const int DigitWidth = 3, DigitHeight = 5;

    // Smaller digits are misread.
    private const int MinDigitSize = 2;

    // The digits 0 to 9, three bits for each row from the top.
    private static readonly ushort[] Digits =
    [
        0b111_101_101_101_111, 0b010_110_010_010_111, 0b111_001_111_100_111, 0b111_001_111_001_111, 0b101_101_111_001_001,
        0b111_100_111_001_111, 0b111_100_111_101_111, 0b111_001_010_010_010, 0b111_101_111_101_111, 0b111_101_111_001_111,
    ];

    /// <summary>Draws the grid.</summary>
    /// <param name="picture">The picture, enlarged.</param>
    /// <param name="scale">Its pixels for each pixel of the game.</param>
    /// <param name="left">The game's x of its left edge.</param>
    /// <param name="top">The game's y of its top edge.</param>
    public static void Draw(Picture picture, int scale, int left, int top)
    {
        foreach (var x in LinesFrom(left, picture.Width / scale))
        {
            for (var y = 0; y < picture.Height; y++)
                Blend(picture, (x - left) * scale, y);
        }

        foreach (var y in LinesFrom(top, picture.Height / scale))
        {
            for (var x = 0; x < picture.Width; x++)
                Blend(picture, x, (y - top) * scale);
        }

        var size = Math.Max(MinDigitSize, scale / 2);
        foreach (var x in LinesFrom(left, picture.Width / scale))
            Write(picture, x, left: ((x - left) * scale) + 1, top: 1, size);
        foreach (var y in LinesFrom(top, picture.Height / scale).Where(y => y > top))
            Write(picture, y, left: 1, top: ((y - top) * scale) + 1, size);
    }

    private static IEnumerable<int> LinesFrom(int start, int length)
    {
        for (var line = (start + Step - 1) / Step * Step; line < start + length; line += Step)
            yield return line;
    }

    // Mixes a pixel with magenta, which is seen on dark and on light pictures.
    private static void Blend(Picture picture, int x, int y)
    {
        var pixel = picture.Rgb.Slice(3 * ((y * picture.Width) + x), 3);
        (pixel[0], pixel[1], pixel[2]) = ((byte)((pixel[0] + 255) / 2), (byte)(pixel[1] / 2), (byte)((pixel[2] + 255) / 2));
    }

    // Writes a number in white on black: each bit of a digit is a square of size x size pixels, and the margin is as wide as a square.
    private static void Write(Picture picture, int number, int left, int top, int size)
    {
        var text = number.ToString(CultureInfo.InvariantCulture);
        Fill(picture, left, top, (((DigitWidth + 1) * text.Length) + 1) * size, (DigitHeight + 2) * size, shade: 0);
        for (var i = 0; i < text.Length; i++)
        {
            for (var bit = 0; bit < DigitWidth * DigitHeight; bit++)
            {
                if ((Digits[text[i] - '0'] >> ((DigitWidth * DigitHeight) - 1 - bit) & 1) == 0)
                    continue;
                var x = left + (((((DigitWidth + 1) * i) + (bit % DigitWidth)) + 1) * size);
                Fill(picture, x, top + (((bit / DigitWidth) + 1) * size), size, size, shade: byte.MaxValue);
            }
        }
    }

    private static void Fill(Picture picture, int left, int top, int width, int height, byte shade)
    {
        for (var y = top; y < Math.Min(top + height, picture.Height); y++)
        {
            var end = Math.Min(left + width, picture.Width);
            if (left < end)
                picture.Rgb.Slice(3 * ((y * picture.Width) + left), 3 * (end - left)).Fill(shade);
        }
    }
}
