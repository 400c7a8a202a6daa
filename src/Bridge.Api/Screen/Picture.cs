using System.Buffers;
using System.IO.Hashing;

namespace Bridge.Api.Screen;

/// <summary>One frame of the game as pixels. The caller owns it: its bytes go back to the pool with <see cref="Dispose"/>.</summary>
internal sealed class Picture : IDisposable
{
    private readonly int _length;
    private byte[]? _rgb;

    /// <summary>A picture whose pixels are still to be filled in.</summary>
    public Picture(int width, int height, long frame)
    {
        (Width, Height, Frame) = (width, height, frame);
        _length = 3 * width * height;
        _rgb = ArrayPool<byte>.Shared.Rent(_length);
    }

    /// <summary>Pixels in a line.</summary>
    public int Width { get; }

    /// <summary>Lines.</summary>
    public int Height { get; }

    /// <summary>The emulator's frame number.</summary>
    public long Frame { get; }

    /// <summary>Red, green, blue of each pixel, line by line from the top left; valid until <see cref="Dispose"/>.</summary>
    public Span<byte> Rgb => (_rgb ?? throw new ObjectDisposedException(nameof(Picture))).AsSpan(0, _length);

    /// <summary>Leaves out the fourth byte of each pixel.</summary>
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

    /// <summary>Whether both show the same, in whatever frame.</summary>
    public bool ShowsTheSameAs(Picture? other) =>
        other is not null && (Width, Height) == (other.Width, other.Height) && Rgb.SequenceEqual(other.Rgb);

    /// <summary>
    /// The name of what it shows at this scale, as HTTP's <c>ETag</c> has it, in quotes. Equal pictures are written as equal bytes.
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
