using System.Buffers.Binary;
using System.IO.Compression;
using Bridge.Api.Features.Screen;
using Bridge.SocketPool;
using Bridge.Testing.States;

namespace Bridge.Api.Tests.Features.Screen;

public sealed class PngTests
{
    private static Picture Noise(int width, int height, int seed)
    {
        var picture = new Picture(width, height, frame: 7);
        new Random(seed).NextBytes(picture.Rgb);
        return picture;
    }

    [Theory]
    [InlineData(1, 1)]
    [InlineData(7, 3)]
    [InlineData(160, 144)]
    [InlineData(240, 160)]
    public void A_picture_is_read_back_as_written_with_each_pixel_as_a_square(int width, int height)
    {
        using var picture = Noise(width, height, seed: width);
        for (var scale = 1; scale <= 1024 / Math.Max(width, height) && scale <= 8; scale++)
        {
            using var read = PngReader.Read(PngWriter.Write(picture, scale), frame: 9);
            Assert.Equal((width * scale, height * scale, 9), (read.Width, read.Height, read.Frame));
            for (var y = 0; y < read.Height; y++)
            {
                for (var x = 0; x < read.Width; x++)
                {
                    var original = picture.Rgb.Slice(3 * ((y / scale * width) + (x / scale)), 3);
                    Assert.True(original.SequenceEqual(read.Rgb.Slice(3 * ((y * read.Width) + x), 3)), $"{x}, {y} at scale {scale}");
                }
            }
        }
    }

    [Fact]
    public void Each_chunk_has_the_checksum_of_the_PNG_standard()
    {
        using var picture = Noise(4, 4, seed: 1);
        var png = PngWriter.Write(picture, scale: 1).ToArray();
        // PngChunk calculates the checksums itself; the last chunk is empty, so its checksum is the same in every PNG.
        Assert.Equal(["IHDR", "IDAT", "IEND"], PngChunk.Read(png).Select(chunk => chunk.Type));
        Assert.Equal("0000000049454e44ae426082", Convert.ToHexStringLower(png[^12..]));
    }

    [Fact]
    public void The_tests_refuse_a_picture_with_a_wrong_bit_in_any_chunk()
    {
        using var picture = Noise(4, 4, seed: 1);
        var png = PngWriter.Write(picture, scale: 1).ToArray();
        var start = 8;
        foreach (var (_, data) in PngChunk.Read(png))
        {
            // The checksum covers type and data, not the length.
            var end = start + 12 + data.Length;
            for (var at = start + 4; at < end; at++)
                Assert.Throws<InvalidDataException>(() => new PngPicture(Changed(png, at, (byte)(png[at] ^ 1))));
            start = end;
        }
    }

    [Theory]
    [InlineData(3)]
    [InlineData(4)]
    public void Each_filter_is_decoded(int channels)
    {
        const int Width = 11;
        var lines = new byte[10][];
        var random = new Random(channels);
        for (var y = 0; y < lines.Length; y++)
            random.NextBytes(lines[y] = new byte[Width * channels]);
        using var read = PngReader.Read(Write(lines, channels, filterOf: y => y % 5), frame: 0);
        for (var y = 0; y < lines.Length; y++)
        {
            for (var x = 0; x < Width; x++)
                Assert.Equal(lines[y].AsSpan(x * channels, 3), read.Rgb.Slice(3 * ((y * Width) + x), 3));
        }
    }

    [Fact]
    public void An_invalid_PNG_is_refused_as_a_protocol_error()
    {
        using var picture = Noise(20, 20, seed: 3);
        var png = PngWriter.Write(picture, scale: 1).ToArray();
        // Offsets: 8 the length of the header, 16 width, 24 bits of a channel, 25 color type, 28 interlacing, 33 the length of the data.
        byte[][] damaged =
        [
            [], "GIF89a and more"u8.ToArray(), png[..20], png[..60], Changed(png, 16, 0x7F), Changed(png, 8, 0xFF), Changed(png, 24, 16),
            Changed(png, 25, 3), Changed(png, 28, 1), Changed(png, 33, 0x7F), Write([[1, 2, 3]], 3, filterOf: _ => 5),
            // A header that is too short.
            [.. png[..8], 0, 0, 0, 9, .. png[12..25], 0, 0, 0, 0],
        ];
        foreach (var bytes in damaged)
            Assert.Equal(EmulatorFailure.ProtocolError, Assert.Throws<EmulatorException>(() => PngReader.Read(bytes, 0)).Failure);
    }

    [Fact]
    public void The_entity_tag_depends_on_the_pixels_and_the_scale()
    {
        using var picture = Noise(20, 20, seed: 3);
        using var same = Noise(20, 20, seed: 3);
        using var other = Noise(20, 20, seed: 4);
        Assert.Equal(picture.EntityTag(2), same.EntityTag(2));
        Assert.NotEqual(picture.EntityTag(2), picture.EntityTag(3));
        Assert.NotEqual(picture.EntityTag(2), other.EntityTag(2));
        Assert.Equal((true, false, false), (picture.ShowsTheSameAs(same), picture.ShowsTheSameAs(other), picture.ShowsTheSameAs(null)));
    }

    [Fact]
    public void The_unused_byte_of_a_pixel_is_dropped()
    {
        using var picture = Picture.FromPixels([1, 2, 3, 0xFF, 4, 5, 6, 0x28], 2, 1, frame: 5);
        Assert.Equal([1, 2, 3, 4, 5, 6], picture.Rgb.ToArray());
    }

    private static byte[] Changed(byte[] png, int at, byte value)
    {
        var changed = png.ToArray();
        changed[at] = value;
        return changed;
    }

    // Without checksums: the reader trusts data that TCP has delivered.
    private static byte[] Write(byte[][] lines, int channels, Func<int, int> filterOf)
    {
        using var packed = new MemoryStream();
        using (var zlib = new ZLibStream(packed, CompressionLevel.Fastest, leaveOpen: true))
        {
            for (var y = 0; y < lines.Length; y++)
            {
                zlib.WriteByte((byte)filterOf(y));
                for (var x = 0; x < lines[y].Length; x++)
                    zlib.WriteByte((byte)(lines[y][x] - Guess(lines, channels, filterOf(y), x, y)));
            }
        }

        var header = new byte[13];
        BinaryPrimitives.WriteInt32BigEndian(header, lines[0].Length / channels);
        BinaryPrimitives.WriteInt32BigEndian(header.AsSpan(4), lines.Length);
        (header[8], header[9]) = (8, (byte)(channels == 3 ? 2 : 6));
        return [0x89, .. "PNG\r\n\x1A\n"u8, .. Chunk("IHDR"u8, header), .. Chunk("IDAT"u8, packed.ToArray()), .. Chunk("IEND"u8, [])];
    }

    private static byte[] Chunk(ReadOnlySpan<byte> type, byte[] data)
    {
        var length = new byte[4];
        BinaryPrimitives.WriteInt32BigEndian(length, data.Length);
        return [.. length, .. type, .. data, 0, 0, 0, 0];
    }

    // RFC 2083, "Filter Algorithms".
    private static int Guess(byte[][] lines, int channels, int filter, int x, int y)
    {
        int left = x < channels ? 0 : lines[y][x - channels];
        int above = y == 0 ? 0 : lines[y - 1][x];
        int corner = x < channels || y == 0 ? 0 : lines[y - 1][x - channels];
        var estimate = left + above - corner;
        return filter switch
        {
            1 => left,
            2 => above,
            3 => (left + above) / 2,
            4 => new[] { left, above, corner }.MinBy(candidate => Math.Abs(estimate - candidate)),
            _ => 0,
        };
    }
}
