using System.Buffers;
using System.Buffers.Binary;
using System.IO.Compression;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Screen;

/// <summary>Reads the PNGs that mGBA writes: 8 bits a channel, RGB or RGBA, not interlaced (RFC 2083).</summary>
internal static class PngReader
{
    // A Game Boy Color's picture with a Super Game Boy's border is 256 pixels wide.
    private const int DefaultMaxSide = 1024;
    private const int HeaderBytes = 13;

    /// <summary>Reads a PNG. The caller owns the picture.</summary>
    /// <param name="png">The whole PNG.</param>
    /// <param name="frame">The frame number of the picture.</param>
    /// <param name="maxSide">Max width and height, in pixels.</param>
    /// <exception cref="EmulatorException">Not such a PNG, or too large: <see cref="EmulatorFailure.ProtocolError"/>.</exception>
    public static Picture Read(ReadOnlyMemory<byte> png, long frame, int maxSide = DefaultMaxSide)
    {
        try
        {
            return ReadChunks(png.Span, frame, maxSide);
        }
        catch (Exception exception) when (exception is InvalidDataException or EndOfStreamException or ArgumentOutOfRangeException)
        {
            throw new EmulatorException(EmulatorFailure.ProtocolError, "The bridge can't read the PNG that mGBA sent.", exception);
        }
    }

    private static Picture ReadChunks(ReadOnlySpan<byte> png, long frame, int maxSide)
    {
        if (png.Length < 8 || !png[1..].StartsWith("PNG\r\n\x1A\n"u8))
            throw new InvalidDataException("It does not start with the PNG signature.");
        using var packed = new MemoryStream();
        var (width, height, channels) = (0, 0, 0);
        for (var rest = png[8..]; !rest.IsEmpty;)
        {
            var length = BinaryPrimitives.ReadInt32BigEndian(rest);
            var type = rest.Slice(4, 4);
            var data = rest.Slice(8, length);
            if (type.SequenceEqual("IHDR"u8))
                (width, height, channels) = ReadHeader(data, maxSide);
            else if (type.SequenceEqual("IDAT"u8))
                packed.Write(data);
            rest = rest[(length + 12)..];
        }

        if (width == 0)
            throw new InvalidDataException("It has no header.");
        packed.Position = 0;
        return Unfilter(packed, width, height, channels, frame);
    }

    private static (int Width, int Height, int Channels) ReadHeader(ReadOnlySpan<byte> header, int maxSide)
    {
        if (header.Length < HeaderBytes)
            throw new InvalidDataException("Its header is truncated.");
        var (width, height) = (BinaryPrimitives.ReadInt32BigEndian(header), BinaryPrimitives.ReadInt32BigEndian(header[4..]));
        if (width < 1 || width > maxSide || height < 1 || height > maxSide)
            throw new InvalidDataException("It is too large.");
        // Bits of a channel, color type (2: RGB, 6: RGBA), interlacing.
        return (header[8], header[9], header[12]) switch
        {
            (8, 2, 0) => (width, height, 3),
            (8, 6, 0) => (width, height, 4),
            _ => throw new InvalidDataException("It has an unsupported pixel format."),
        };
    }

    private static Picture Unfilter(MemoryStream packed, int width, int height, int channels, long frame)
    {
        var stride = width * channels;
        var buffer = ArrayPool<byte>.Shared.Rent(2 * stride);
        var picture = new Picture(width, height, frame);
        try
        {
            // Two lines that alternate: the current one and the one above it.
            buffer.AsSpan(0, 2 * stride).Clear();
            using var lines = new ZLibStream(packed, CompressionMode.Decompress);
            for (var y = 0; y < height; y++)
            {
                var line = buffer.AsSpan((y & 1) * stride, stride);
                var above = buffer.AsSpan((~y & 1) * stride, stride);
                var filter = lines.ReadByte();
                lines.ReadExactly(line);
                Undo(filter, line, above, channels);
                Copy(line, picture.Rgb.Slice(3 * width * y, 3 * width), channels);
            }

            return picture;
        }
        catch
        {
            picture.Dispose();
            throw;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    // The five filters of RFC 2083, section 6: none, sub, up, average and Paeth.
    private static void Undo(int filter, Span<byte> line, ReadOnlySpan<byte> above, int channels)
    {
        for (var x = 0; x < line.Length; x++)
        {
            int left = x < channels ? 0 : line[x - channels];
            int corner = x < channels ? 0 : above[x - channels];
            line[x] += (byte)(filter switch
            {
                0 => 0,
                1 => left,
                2 => above[x],
                3 => (left + above[x]) / 2,
                4 => Paeth(left, above[x], corner),
                _ => throw new InvalidDataException("It has an unknown filter."),
            });
        }
    }

    private static int Paeth(int left, int above, int corner)
    {
        var estimate = left + above - corner;
        var (toLeft, toAbove, toCorner) = (Math.Abs(estimate - left), Math.Abs(estimate - above), Math.Abs(estimate - corner));
        return toLeft <= toAbove && toLeft <= toCorner ? left : toAbove <= toCorner ? above : corner;
    }

    private static void Copy(ReadOnlySpan<byte> line, Span<byte> rgb, int channels)
    {
        for (int from = 0, to = 0; to < rgb.Length; from += channels, to += 3)
            line.Slice(from, 3).CopyTo(rgb[to..]);
    }
}
