using Bridge.Api.Features.Screen;
using Bridge.Testing.States;

namespace Bridge.Testing.Http;

/// <summary>The pixels of a PNG that came from the bridge.</summary>
public sealed class PngPicture
{
    // The widest picture of a Game Boy, with each pixel as a square of eight by eight.
    private const int MaxSide = 8 * 256;

    private readonly byte[] _rgb;

    /// <summary>Reads a PNG with the bridge's own reader, which skips the checksums of the chunks; here they are checked.</summary>
    /// <exception cref="InvalidDataException">A checksum is wrong.</exception>
    public PngPicture(byte[] png)
    {
        PngChunk.Read(png);
        using var picture = PngReader.Read(png, frame: 0, MaxSide);
        (Width, Height, _rgb) = (picture.Width, picture.Height, picture.Rgb.ToArray());
    }

    public int Width { get; }

    public int Height { get; }

    /// <summary>Returns a pixel as 0xRRGGBB.</summary>
    public int this[int x, int y]
    {
        get
        {
            var at = 3 * ((y * Width) + x);
            return (_rgb[at] << 16) | (_rgb[at + 1] << 8) | _rgb[at + 2];
        }
    }
}
