using System.Buffers.Binary;
using System.IO.Compression;
using System.Text;
using Bridge.Testing.Zoo;
using Bridge.Testing.Zoo.Archives;

namespace Bridge.EndToEnd.Tests.Zoo.Making;

public sealed class ArchiveWriterTests
{
    private static readonly ArchiveEntry[] Entries = [new("a readme.txt", "This is no game."u8.ToArray()), new("game.gba", ButtonTest.Gba)];

    [Theory]
    [InlineData(CompressionLevel.NoCompression, 0)]
    [InlineData(CompressionLevel.Optimal, 8)]
    public void A_zip_has_its_files_in_their_order_stored_or_deflated(CompressionLevel level, int method)
    {
        var bytes = ZipWriter.Write(level, Entries);
        Assert.Equal(bytes, ZipWriter.Write(level, Entries));
        // APPNOTE, 4.3.7: the compression method is at offset 8 of a file's header.
        Assert.Equal(method, BinaryPrimitives.ReadUInt16LittleEndian(bytes.AsSpan(8)));
        using var archive = new ZipArchive(new MemoryStream(bytes));
        Assert.Equal(Entries.Select(entry => entry.Name), archive.Entries.Select(entry => entry.FullName));
        foreach (var (entry, written) in archive.Entries.Zip(Entries))
        {
            using var content = new MemoryStream();
            using var stream = entry.Open();
            stream.CopyTo(content);
            Assert.Equal(written.Bytes, content.ToArray());
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(127)]
    [InlineData(128)]
    [InlineData(0x3FFF)]
    [InlineData(0x4000)]
    [InlineData(0x200000)]
    public void A_7z_archive_begins_with_the_offset_of_its_header_and_both_have_checksums(int length)
    {
        var content = new byte[length];
        new Random(7).NextBytes(content);
        var archive = SevenZipWriter.Write(new ArchiveEntry("content", content));
        // 7zFormat.txt: signature and version; at 8 the checksum of what follows; from 12 on the header's offset, size and checksum.
        Assert.Equal([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4], archive[..8]);
        var (offset, size) = (BinaryPrimitives.ReadInt64LittleEndian(archive.AsSpan(12)),
            BinaryPrimitives.ReadInt64LittleEndian(archive.AsSpan(20)));
        Assert.Equal((length, archive.Length), (offset, 32 + offset + size));
        Assert.True(content.AsSpan().SequenceEqual(archive.AsSpan(32, length)));
        Assert.Equal(Crc32(archive[12..32]), BinaryPrimitives.ReadUInt32LittleEndian(archive.AsSpan(8)));
        Assert.Equal(Crc32(archive[(32 + length)..]), BinaryPrimitives.ReadUInt32LittleEndian(archive.AsSpan(28)));
    }

    [Fact]
    public void A_7z_archive_lists_its_contents()
    {
        var header = SevenZipWriter.Write(Entries).AsSpan(32 + Entries.Sum(entry => entry.Bytes.Length));
        var checksums = new byte[8];
        BinaryPrimitives.WriteUInt32LittleEndian(checksums, Crc32(Entries[0].Bytes));
        BinaryPrimitives.WriteUInt32LittleEndian(checksums.AsSpan(4), Crc32(Entries[1].Bytes));
        byte[] names = Encoding.Unicode.GetBytes("a readme.txt\0game.gba\0");
        // 16 takes one byte, 4096 two: the top bit of the first byte marks a second byte, its other bits are the high bits.
        byte[] sizes = [16, 0x90, 0x00];
        // 7zFormat.txt: 1 header, 4 streams; 6 packed ones with their sizes (9); 7 unpacked ones: two folders (11) of one coder each, their
        // sizes (12) and checksums (10); 5 files with their names (17); 0 ends each part.
        Assert.Equal(
            [
                1, 4,
                6, 0, 2, 9, .. sizes, 0,
                7, 11, 2, 0, 1, 1, 0, 1, 1, 0, 12, .. sizes, 10, 1, .. checksums, 0,
                0,
                5, 2, 17, (byte)(names.Length + 1), 0, .. names, 0,
                0,
            ],
            header.ToArray());
    }

    private static uint Crc32(byte[] bytes) => new ZooFile("", bytes).Crc32();
}
