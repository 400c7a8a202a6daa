using System.Buffers.Binary;
using System.IO.Compression;
using System.IO.Hashing;
using System.Text;

namespace Bridge.Testing.States;

/// <summary>A chunk of a PNG, so that tests can take PNG states apart and assemble them again.</summary>
/// <param name="Type">Four letters.</param>
/// <param name="Data">Its bytes, without length, type and checksum.</param>
public sealed record PngChunk(string Type, byte[] Data)
{
    private const int FrameBytes = 12; // length, type and checksum

    private static ReadOnlySpan<byte> Signature => [0x89, (byte)'P', (byte)'N', (byte)'G', (byte)'\r', (byte)'\n', 0x1A, (byte)'\n'];

    /// <summary>Returns an attachment of a state: the tag, the claimed size, and bytes that should unpack to that size.</summary>
    public static PngChunk Attachment(int tag, int size, byte[] packed)
    {
        var data = new byte[8 + packed.Length];
        BinaryPrimitives.WriteInt32LittleEndian(data, tag);
        BinaryPrimitives.WriteInt32LittleEndian(data.AsSpan(4), size);
        packed.CopyTo(data, 8);
        return new PngChunk("gbAx", data); // mGBA's chunk of an attachment
    }

    /// <summary>Returns an attachment with this content.</summary>
    public static PngChunk Attachment(int tag, byte[] content) => Attachment(tag, content.Length, Deflate(content));

    /// <summary>Returns the bytes as a zlib stream.</summary>
    public static byte[] Deflate(byte[] bytes)
    {
        using var packed = new MemoryStream();
        using (var zlib = new ZLibStream(packed, CompressionLevel.Fastest, leaveOpen: true))
            zlib.Write(bytes);
        return packed.ToArray();
    }

    /// <summary>Returns the unpacked bytes of a zlib stream.</summary>
    public static byte[] Inflate(byte[] packed)
    {
        using var bytes = new MemoryStream();
        using var zlib = new ZLibStream(new MemoryStream(packed), CompressionMode.Decompress);
        zlib.CopyTo(bytes);
        return bytes.ToArray();
    }

    /// <summary>Returns all chunks of a PNG.</summary>
    /// <exception cref="InvalidDataException">It is not a PNG, or a checksum is wrong.</exception>
    public static List<PngChunk> Read(byte[] png)
    {
        if (!png.AsSpan().StartsWith(Signature))
            throw new InvalidDataException("This is no PNG.");
        var chunks = new List<PngChunk>();
        for (var at = Signature.Length; at < png.Length;)
        {
            var length = BinaryPrimitives.ReadInt32BigEndian(png.AsSpan(at));
            var (expected, found) = (Crc32.HashToUInt32(png.AsSpan(at + 4, length + 4)),
                BinaryPrimitives.ReadUInt32BigEndian(png.AsSpan(at + 8 + length)));
            if (found != expected)
                throw new InvalidDataException($"The checksum of the chunk at {at} must be {expected:x8}; got {found:x8}.");
            chunks.Add(new PngChunk(Encoding.ASCII.GetString(png, at + 4, 4), png[(at + 8)..(at + 8 + length)]));
            at += length + FrameBytes;
        }

        return chunks;
    }

    /// <summary>Returns a PNG of these chunks, with correct checksums.</summary>
    public static byte[] Write(IEnumerable<PngChunk> chunks)
    {
        using var png = new MemoryStream();
        png.Write(Signature);
        Span<byte> number = stackalloc byte[4];
        foreach (var (type, data) in chunks)
        {
            byte[] checkedBytes = [.. Encoding.ASCII.GetBytes(type), .. data];
            BinaryPrimitives.WriteInt32BigEndian(number, data.Length);
            png.Write(number);
            png.Write(checkedBytes);
            BinaryPrimitives.WriteUInt32BigEndian(number, Crc32.HashToUInt32(checkedBytes));
            png.Write(number);
        }

        return png.ToArray();
    }
}
