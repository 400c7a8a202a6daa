using System.Buffers;
using System.Buffers.Binary;
using System.IO.Compression;
using System.IO.Hashing;

namespace Bridge.Api.Features.Screen;

/// <summary>Writes pictures as PNGs of 8-bit RGB (RFC 2083), without a native library.</summary>
internal static class PngWriter
{
    // Filters, which are the first byte of each line.
    private const byte NoFilter = 0;
    private const byte DifferenceToTheLineAbove = 2;

    // The bytes of a chunk besides its data: length and type before it, a checksum after it.
    private const int ChunkFrame = 12;

    private static ReadOnlySpan<byte> Signature => [0x89, (byte)'P', (byte)'N', (byte)'G', 0x0D, 0x0A, 0x1A, 0x0A];

    /// <summary>Returns a PNG in which each pixel is a square of <paramref name="scale"/> pixels.</summary>
    public static ReadOnlyMemory<byte> Write(Picture picture, int scale)
    {
        // Enough for a simple scene; grows if needed.
        var png = new MemoryStream(16 * 1024);
        WriteHeader(png, picture.Width * scale, picture.Height * scale);

        var start = png.Position;
        png.Position = start + 8;
        using (var lines = new ZLibStream(png, CompressionLevel.Fastest, leaveOpen: true))
            WriteLines(lines, picture, scale);
        CloseChunk(png, start, "IDAT"u8);
        WriteChunk(png, "IEND"u8, []);
        return png.GetBuffer().AsMemory(0, (int)png.Length);
    }

    /// <summary>Writes the begin of a PNG, up to its header.</summary>
    public static void WriteHeader(MemoryStream png, int width, int height)
    {
        png.Write(Signature);
        Span<byte> header = stackalloc byte[13];
        BinaryPrimitives.WriteInt32BigEndian(header, width);
        BinaryPrimitives.WriteInt32BigEndian(header[4..], height);
        // 8 bits a channel, RGB, deflate, the five filters, not interlaced.
        (header[8], header[9], header[10], header[11], header[12]) = (8, 2, 0, 0, 0);
        WriteChunk(png, "IHDR"u8, header);
    }

    private static void WriteLines(ZLibStream lines, Picture picture, int scale)
    {
        var stride = 1 + (3 * picture.Width * scale);
        var buffer = ArrayPool<byte>.Shared.Rent(2 * stride);
        var line = buffer.AsSpan(0, stride);
        var repetition = buffer.AsSpan(stride, stride);
        repetition.Clear();
        repetition[0] = DifferenceToTheLineAbove;
        line[0] = NoFilter;
        for (var y = 0; y < picture.Height; y++)
        {
            Widen(picture.Rgb.Slice(3 * picture.Width * y, 3 * picture.Width), line[1..], scale);
            lines.Write(line);
            for (var copy = 1; copy < scale; copy++)
                lines.Write(repetition);
        }

        ArrayPool<byte>.Shared.Return(buffer);
    }

    private static void Widen(ReadOnlySpan<byte> from, Span<byte> to, int scale)
    {
        if (scale == 1)
        {
            from.CopyTo(to);
            return;
        }

        var at = 0;
        for (var pixel = 0; pixel < from.Length; pixel += 3)
        {
            var (red, green, blue) = (from[pixel], from[pixel + 1], from[pixel + 2]);
            for (var copy = 0; copy < scale; copy++, at += 3)
                (to[at], to[at + 1], to[at + 2]) = (red, green, blue);
        }
    }

    /// <summary>Writes a chunk at the stream's position.</summary>
    public static void WriteChunk(MemoryStream png, ReadOnlySpan<byte> type, ReadOnlySpan<byte> data)
    {
        var start = png.Position;
        png.Position = start + 8;
        png.Write(data);
        CloseChunk(png, start, type);
    }

    // Writes length, type and checksum around the data, which is already in place.
    private static void CloseChunk(MemoryStream png, long start, ReadOnlySpan<byte> type)
    {
        var length = (int)(png.Position - start) - 8;
        png.SetLength(start + length + ChunkFrame);
        var chunk = png.GetBuffer().AsSpan((int)start, length + ChunkFrame);
        BinaryPrimitives.WriteInt32BigEndian(chunk, length);
        type.CopyTo(chunk[4..]);
        BinaryPrimitives.WriteUInt32BigEndian(chunk[(length + 8)..], Crc32.HashToUInt32(chunk.Slice(4, length + 4)));
        png.Position = png.Length;
    }
}
