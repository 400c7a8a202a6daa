using System.IO.Compression;

namespace Bridge.Testing.Zoo.Archives;

/// <summary>Writes zip archives whose bytes depend only on their files.</summary>
public static class ZipWriter
{
    private static readonly DateTimeOffset Written = new(2000, 1, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>
    /// Returns an archive of these files in this order, deflated or, with <see cref="CompressionLevel.NoCompression"/>, stored.
    /// </summary>
    public static byte[] Write(CompressionLevel level, params ReadOnlySpan<ArchiveEntry> entries)
    {
        using var bytes = new MemoryStream();
        using (var archive = new ZipArchive(bytes, ZipArchiveMode.Create, leaveOpen: true))
        {
            foreach (var (name, content) in entries)
            {
                var entry = archive.CreateEntry(name, level);
                entry.LastWriteTime = Written;
                using var stream = entry.Open();
                stream.Write(content);
            }
        }

        return bytes.ToArray();
    }
}
