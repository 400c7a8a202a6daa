using System.Buffers;

namespace Bridge.Api.Features.Screen;

/// <summary>
/// Resizes pictures by a box filter: each pixel is the average of the area that it covers, in exact whole numbers, rounded half up.
/// Has no side effects.
/// </summary>
internal static class BoxFilter
{
    // ITU-R BT.601, in 65,536ths. Other libraries use the same numbers, so their gray is the same to the bit.
    private const int RedShare = 19_595;
    private const int GreenShare = 38_470;
    private const int BlueShare = 7_471;
    private const int ShareBits = 16;

    /// <summary>Writes the resized picture, line by line from the top left.</summary>
    /// <param name="from">The picture: red, green, blue and possibly an unused byte for each pixel.</param>
    /// <param name="stride">Bytes of a pixel in <paramref name="from"/>: 3 or 4.</param>
    /// <param name="size">The size of <paramref name="from"/>, at most 1,024 pixels in each direction.</param>
    /// <param name="to">Receives one byte a pixel if <paramref name="gray"/>, else three.</param>
    /// <param name="resized">The size of <paramref name="to"/>.</param>
    /// <param name="gray">Whether to convert to gray before the resizing.</param>
    public static void Resize(ReadOnlySpan<byte> from, int stride, PictureSize size, Span<byte> to, PictureSize resized, bool gray)
    {
        var channels = gray ? 1 : 3;
        var samples = ArrayPool<byte>.Shared.Rent(channels * size.Width * size.Height);
        var all = samples.AsSpan(0, channels * size.Width * size.Height);
        if (gray)
            ToGray(from, stride, all);
        else
            ToRgb(from, stride, all);
        if (size == resized)
            all.CopyTo(to);
        else
            Average(all, size, to, resized, channels);
        ArrayPool<byte>.Shared.Return(samples);
    }

    private static void ToGray(ReadOnlySpan<byte> from, int stride, Span<byte> to)
    {
        for (int at = 0, pixel = 0; at < to.Length; at++, pixel += stride)
        {
            to[at] = (byte)((RedShare * from[pixel] + GreenShare * from[pixel + 1] + BlueShare * from[pixel + 2]
                + (1 << (ShareBits - 1))) >> ShareBits);
        }
    }

    private static void ToRgb(ReadOnlySpan<byte> from, int stride, Span<byte> to)
    {
        for (int at = 0, pixel = 0; at < to.Length; at += 3, pixel += stride)
            (to[at], to[at + 1], to[at + 2]) = (from[pixel], from[pixel + 1], from[pixel + 2]);
    }

    // A source pixel is resized.Width units wide and resized.Height units high, a resized one size.Width and size.Height.
    private static void Average(ReadOnlySpan<byte> from, PictureSize size, Span<byte> to, PictureSize resized, int channels)
    {
        var (line, area) = (channels * resized.Width, size.Width * size.Height);
        var sums = ArrayPool<int>.Shared.Rent(2 * line);
        var narrowed = sums.AsSpan(0, line);
        var total = sums.AsSpan(line, line);
        total.Clear();
        // row: the line of the result that is being summed up; missing: the units of height that it still lacks.
        var (row, missing) = (0, size.Height);
        for (var y = 0; y < size.Height; y++)
        {
            Narrow(from.Slice(channels * size.Width * y, channels * size.Width), size.Width, narrowed, resized.Width, channels);
            for (var left = resized.Height; left > 0;)
            {
                var part = Math.Min(left, missing);
                for (var i = 0; i < line; i++)
                    total[i] += part * narrowed[i];
                (left, missing) = (left - part, missing - part);
                if (missing > 0)
                    continue;
                var target = to.Slice(line * row++, line);
                for (var i = 0; i < line; i++)
                    // Half an area rounds up.
                target[i] = (byte)((total[i] + area / 2) / area);
                total.Clear();
                missing = size.Height;
            }
        }

        ArrayPool<int>.Shared.Return(sums);
    }

    // Sums up one line in units of width, as Average does with the lines.
    private static void Narrow(ReadOnlySpan<byte> from, int width, Span<int> to, int resized, int channels)
    {
        to.Clear();
        var (at, missing) = (0, width);
        for (var pixel = 0; pixel < from.Length; pixel += channels)
        {
            for (var left = resized; left > 0;)
            {
                var part = Math.Min(left, missing);
                for (var channel = 0; channel < channels; channel++)
                    to[at + channel] += part * from[pixel + channel];
                (left, missing) = (left - part, missing - part);
                if (missing == 0)
                    (at, missing) = (at + channels, width);
            }
        }
    }
}
