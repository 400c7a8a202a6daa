using System.Buffers.Binary;
using System.IO.Hashing;
using System.Text;

namespace Bridge.Testing.Zoo.Archives;

/// <summary>
/// Writes 7z archives with uncompressed files (7zFormat.txt of the LZMA SDK): each file is a folder with one coder, Copy.
/// </summary>
public static class SevenZipWriter
{
    private const int SignatureHeaderLength = 32;

    private static ReadOnlySpan<byte> Magic => [(byte)'7', (byte)'z', 0xBC, 0xAF, 0x27, 0x1C, 0, 4]; // version 0.4

    /// <summary>Returns an archive of these files, each with at least one byte, in this order.</summary>
    public static byte[] Write(params ReadOnlySpan<ArchiveEntry> entries)
    {
        var header = Header(entries);
        List<byte> archive = [.. SignatureHeader(entries, header)];
        foreach (var entry in entries)
            archive.AddRange(entry.Bytes);
        archive.AddRange(header);
        return [.. archive];
    }

    private static byte[] SignatureHeader(ReadOnlySpan<ArchiveEntry> entries, byte[] header)
    {
        var packed = 0UL;
        foreach (var entry in entries)
            packed += (ulong)entry.Bytes.Length;
        var signature = new byte[SignatureHeaderLength];
        Magic.CopyTo(signature);
        BinaryPrimitives.WriteUInt64LittleEndian(signature.AsSpan(12), packed);
        BinaryPrimitives.WriteUInt64LittleEndian(signature.AsSpan(20), (ulong)header.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(signature.AsSpan(28), Crc32.HashToUInt32(header));
        BinaryPrimitives.WriteUInt32LittleEndian(signature.AsSpan(8), Crc32.HashToUInt32(signature.AsSpan(12)));
        return signature;
    }

    private static byte[] Header(ReadOnlySpan<ArchiveEntry> entries)
    {
        List<byte> header = [Id.Header, Id.MainStreamsInfo];
        AppendPackInfo(header, entries);
        AppendUnpackInfo(header, entries);
        header.Add(Id.End);
        AppendFilesInfo(header, entries);
        header.Add(Id.End);
        return [.. header];
    }

    private static void AppendPackInfo(List<byte> header, ReadOnlySpan<ArchiveEntry> entries)
    {
        header.AddRange([Id.PackInfo, 0]); // begins right after the signature header
        AppendNumber(header, (ulong)entries.Length);
        header.Add(Id.Size);
        foreach (var entry in entries)
            AppendNumber(header, (ulong)entry.Bytes.Length);
        header.Add(Id.End);
    }

    private static void AppendUnpackInfo(List<byte> header, ReadOnlySpan<ArchiveEntry> entries)
    {
        header.AddRange([Id.UnpackInfo, Id.Folder]);
        AppendNumber(header, (ulong)entries.Length);
        header.Add(0); // the folders follow
        for (var i = 0; i < entries.Length; i++)
            header.AddRange([1, 1, 0]); // one coder, whose id has one byte: Copy
        header.Add(Id.CodersUnpackSize);
        foreach (var entry in entries)
            AppendNumber(header, (ulong)entry.Bytes.Length);
        header.AddRange([Id.Crc, 1]); // for all of them
        var checksum = new byte[4];
        foreach (var entry in entries)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(checksum, Crc32.HashToUInt32(entry.Bytes));
            header.AddRange(checksum);
        }

        header.Add(Id.End);
    }

    private static void AppendFilesInfo(List<byte> header, ReadOnlySpan<ArchiveEntry> entries)
    {
        List<byte> names = [0]; // the names follow
        foreach (var entry in entries)
            names.AddRange(Encoding.Unicode.GetBytes(entry.Name + '\0'));
        header.Add(Id.FilesInfo);
        AppendNumber(header, (ulong)entries.Length);
        header.Add(Id.Names);
        AppendNumber(header, (ulong)names.Count);
        header.AddRange(names);
        header.Add(Id.End);
    }

    /// <summary>
    /// Each set bit at the top of the first byte adds a further byte; the bits below them are the highest bits of the number.
    /// </summary>
    private static void AppendNumber(List<byte> header, ulong number)
    {
        var further = 0;
        while (further < 8 && number >> (7 * (further + 1)) != 0)
            further++;
        var first = (byte)(0xFF00 >> further);
        if (further < 8)
            first |= (byte)(number >> (8 * further));
        header.Add(first);
        for (var i = 0; i < further; i++)
            header.Add((byte)(number >> (8 * i)));
    }

    /// <summary>The property ids of the format.</summary>
    private static class Id
    {
        public const byte End = 0x00;
        public const byte Header = 0x01;
        public const byte MainStreamsInfo = 0x04;
        public const byte FilesInfo = 0x05;
        public const byte PackInfo = 0x06;
        public const byte UnpackInfo = 0x07;
        public const byte Size = 0x09;
        public const byte Crc = 0x0A;
        public const byte Folder = 0x0B;
        public const byte CodersUnpackSize = 0x0C;
        public const byte Names = 0x11;
    }
}
