using System.Globalization;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Mcp;

/// <summary>Describes in words how a picture differs from the one before.</summary>
internal static class PictureChange
{
    /// <summary>Says that both show the same.</summary>
    public const string Nothing = "nothing";

    private const string Everything = "everything";

    /// <summary>
    /// Returns <c>nothing</c>, <c>everything</c> for a picture of another size, or the smallest rectangle with all pixels that differ, in
    /// pixels of the game, like <c>16x24 at 112,80</c>; null without a picture before.
    /// </summary>
    public static string? Describe(Picture? before, Picture now)
    {
        if (before is null)
            return null;
        if ((before.Width, before.Height) != (now.Width, now.Height))
            return Everything;
        var (left, top, right, bottom) = (now.Width, now.Height, -1, -1);
        var stride = 3 * now.Width;
        for (var y = 0; y < now.Height; y++)
        {
            var old = before.Rgb.Slice(y * stride, stride);
            var line = now.Rgb.Slice(y * stride, stride);
            var first = old.CommonPrefixLength(line);
            if (first == stride)
                continue;
            var last = stride - 1;
            while (old[last] == line[last])
                last--;
            (left, right) = (Math.Min(left, first / 3), Math.Max(right, last / 3));
            (top, bottom) = (Math.Min(top, y), y);
        }

        return bottom < 0
            ? Nothing
            : string.Create(CultureInfo.InvariantCulture, $"{right - left + 1}x{bottom - top + 1} at {left},{top}");
    }

    /// <summary>Returns the color of a picture that has only one, like <c>#000000</c>; else null.</summary>
    public static string? OnlyColorOf(Picture picture)
    {
        var rgb = picture.Rgb;
        // Equal to itself, moved by a pixel.
        return rgb[3..].SequenceEqual(rgb[..^3])
            ? string.Create(CultureInfo.InvariantCulture, $"#{rgb[0]:x2}{rgb[1]:x2}{rgb[2]:x2}")
            : null;
    }
}
