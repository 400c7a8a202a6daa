using System.Buffers;
using System.IO.Hashing;

namespace Bridge.Api.Features.Screen;

/// <summary>One frame of the game as pixels. Owned by the caller: <see cref="Dispose"/> returns its bytes to the pool.</summary>
internal sealed class Picture : IDisposable
{
    private readonly int _length;
    private byte[]? _rgb;

    /// <summary>Creates a picture; the caller fills in the pixels.</summary>
    public Picture(int width, int height, long frame)
    {
        (Width, Height, Frame) = (width, height, frame);
        _length = 3 * width * height;
        _rgb = ArrayPool<byte>.Shared.Rent(_length);
    }

    /// <summary>Gets the number of pixels in a line.</summary>
    public int Width { get; }

    /// <summary>Gets the number of lines.</summary>
    public int Height { get; }

    /// <summary>Gets the emulator's frame number.</summary>
    public long Frame { get; }

    /// <summary>Gets red, green and blue of each pixel, line by line from the top left; valid until <see cref="Dispose"/>.</summary>
    public Span<byte> Rgb => (_rgb ?? throw new ObjectDisposedException(nameof(Picture))).AsSpan(0, _length);

    /// <summary>Converts pixels of four bytes, of which the fourth is ignored.</summary>
    public static Picture FromPixels(ReadOnlySpan<byte> pixels, int width, int height, long frame)
    {
        var picture = new Picture(width, height, frame);
        var rgb = picture.Rgb;
        for (int from = 0, to = 0; to < rgb.Length; from += 4, to += 3)
        {
            rgb[to] = pixels[from];
            rgb[to + 1] = pixels[from + 1];
            rgb[to + 2] = pixels[from + 2];
        }

        return picture;
    }

    /// <summary>Returns whether both pictures look the same; their frame numbers may differ.</summary>
    public bool ShowsTheSameAs(Picture? other) =>
        other is not null && (Width, Height) == (other.Width, other.Height) && Rgb.SequenceEqual(other.Rgb);

    /// <summary>
    /// Returns the HTTP <c>ETag</c> of the picture at this scale, in quotes. Equal pictures give equal bytes.
    /// </summary>
    public string EntityTag(int scale)
    {
        Span<byte> hash = stackalloc byte[16];
        XxHash128.Hash(Rgb, hash);
        return $"\"{Convert.ToHexStringLower(hash)}-{Width}x{scale}\"";
    }

    public void Dispose()
    {
        if (Interlocked.Exchange(ref _rgb, null) is { } rgb)
            ArrayPool<byte>.Shared.Return(rgb);
    }
}
