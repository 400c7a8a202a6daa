using System.Buffers.Binary;
using System.IO.Compression;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Reads the PNGs that mGBA writes: 8 bits a channel, RGB or RGBA, not interlaced (RFC 2083).</summary>
public sealed class PngPicture
{
    private readonly byte[] _pixels;
    private readonly int _channels;

    public PngPicture(ReadOnlySpan<byte> png)
    {
        Assert.True(png[1..].StartsWith("PNG\r\n\x1A\n"u8), "This is no PNG.");
        using var packed = new MemoryStream();
        for (var rest = png[8..]; !rest.IsEmpty;)
        {
            var length = BinaryPrimitives.ReadInt32BigEndian(rest);
            var type = rest.Slice(4, 4);
            var data = rest.Slice(8, length);
            if (type.SequenceEqual("IHDR"u8))
            {
                (Width, Height) = (BinaryPrimitives.ReadInt32BigEndian(data), BinaryPrimitives.ReadInt32BigEndian(data[4..]));
                Assert.Equal((8, 0), (data[8], data[12]));
                _channels = data[9] == 6 ? 4 : 3;
            }
            else if (type.SequenceEqual("IDAT"u8))
            {
                packed.Write(data);
            }

            rest = rest[(length + 12)..];
        }

        packed.Position = 0;
        _pixels = Unfilter(packed);
    }

    public int Width { get; }

    public int Height { get; }

    /// <summary>0xRRGGBB.</summary>
    public int this[int x, int y]
    {
        get
        {
            var at = ((y * Width) + x) * _channels;
            return (_pixels[at] << 16) | (_pixels[at + 1] << 8) | _pixels[at + 2];
        }
    }

    private byte[] Unfilter(Stream packed)
    {
        var stride = Width * _channels;
        var pixels = new byte[stride * Height];
        using var lines = new ZLibStream(packed, CompressionMode.Decompress);
        for (var y = 0; y < Height; y++)
        {
            var filter = lines.ReadByte();
            var line = pixels.AsSpan(y * stride, stride);
            lines.ReadExactly(line);
            for (var x = 0; x < stride; x++)
            {
                int left = x < _channels ? 0 : line[x - _channels];
                int up = y == 0 ? 0 : pixels[((y - 1) * stride) + x];
                int corner = x < _channels || y == 0 ? 0 : pixels[((y - 1) * stride) + x - _channels];
                line[x] += (byte)(filter switch
                {
                    0 => 0,
                    1 => left,
                    2 => up,
                    3 => (left + up) / 2,
                    4 => Paeth(left, up, corner),
                    _ => throw new InvalidDataException($"PNG has no filter {filter}."),
                });
            }
        }

        return pixels;
    }

    private static int Paeth(int left, int up, int corner)
    {
        var estimate = left + up - corner;
        var (toLeft, toUp, toCorner) = (Math.Abs(estimate - left), Math.Abs(estimate - up), Math.Abs(estimate - corner));
        return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
    }
}
