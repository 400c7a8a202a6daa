using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Screen;

namespace Bridge.Api.Features.Mcp;

/// <summary>Shows a part of a picture larger, or with a grid of coordinates.</summary>
internal static class PictureView
{
    private const int MaxScale = 8;

    // In pixels, of the longer side. Models misread details in smaller pictures.
    private const int WantedSide = 480;

    /// <summary>Returns a part of a picture, OWNED BY THE CALLER.</summary>
    /// <exception cref="RequestException">The part isn't inside the picture.</exception>
    public static Picture Cut(Picture picture, Area area)
    {
        if (area.X + area.Width > picture.Width || area.Y + area.Height > picture.Height)
        {
            throw new RequestException(ProblemTypes.InvalidParameter,
                $"part must be inside the screen of {picture.Width} x {picture.Height} pixels; got {area.Width} x {area.Height} at "
                + $"{area.X},{area.Y}.", "part");
        }

        var part = new Picture(area.Width, area.Height, picture.Frame);
        for (var y = 0; y < area.Height; y++)
        {
            picture.Rgb.Slice(3 * (((area.Y + y) * picture.Width) + area.X), 3 * area.Width)
                .CopyTo(part.Rgb.Slice(3 * y * area.Width, 3 * area.Width));
        }

        return part;
    }

    /// <summary>Returns the scale at which a part is large enough to be read.</summary>
    public static int ScaleOf(Area part) => Math.Clamp(WantedSide / Math.Max(part.Width, part.Height), 1, MaxScale);

    /// <summary>Returns a picture in which each pixel is a square, OWNED BY THE CALLER.</summary>
    public static Picture Enlarge(Picture picture, int scale)
    {
        var large = new Picture(picture.Width * scale, picture.Height * scale, picture.Frame);
        for (var y = 0; y < large.Height; y++)
        {
            var line = large.Rgb.Slice(3 * y * large.Width, 3 * large.Width);
            var from = picture.Rgb.Slice(3 * (y / scale) * picture.Width, 3 * picture.Width);
            for (var x = 0; x < large.Width; x++)
                from.Slice(3 * (x / scale), 3).CopyTo(line.Slice(3 * x, 3));
        }

        return large;
    }
}
