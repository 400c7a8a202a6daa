using System.Globalization;
using System.IO.Compression;
using System.IO.Hashing;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>
/// Reads files out of a zip, and never more bytes than a movie has. What the zip says about sizes is not trusted, and only names that
/// the caller asks for are read.
/// </summary>
internal sealed class MovieZip : IDisposable
{
    private readonly ZipArchive _zip;
    private readonly ILookup<string, ZipArchiveEntry> _entries;

    // Bytes that all reads together may still unpack.
    private int _left = MovieLimits.Bytes;

    /// <exception cref="MovieFormatException">The bytes are not a zip, or it has too many files.</exception>
    public MovieZip(ReadOnlyMemory<byte> bytes)
    {
        // Each entry in the zip's list of files begins so. They are counted first, because ZipArchive reads the whole list at once.
        if (bytes.Span.Count("PK\u0001\u0002"u8) > MovieLimits.Entries)
            throw new MovieFormatException($"The zip must have at most {MovieLimits.Entries} files; got more.");
        try
        {
            _zip = new ZipArchive(new MemoryStream(bytes.ToArray(), writable: false), ZipArchiveMode.Read);
            _entries = _zip.Entries.ToLookup(entry => entry.FullName, StringComparer.Ordinal);
        }
        catch (Exception exception) when (exception is InvalidDataException or EndOfStreamException or IOException)
        {
            throw new MovieFormatException("The zip is damaged.", exception);
        }
    }

    /// <summary>Returns whether bytes begin like a zip.</summary>
    public static bool IsZip(ReadOnlySpan<byte> bytes) => bytes.StartsWith("PK\u0003\u0004"u8);

    /// <summary>Returns whether the zip has a file.</summary>
    public bool Has(string name) => _entries.Contains(name);

    /// <summary>Returns the bytes of a file.</summary>
    /// <param name="name">Its exact name.</param>
    /// <param name="max">Its max bytes.</param>
    /// <exception cref="MovieFormatException">It is missing, there twice, damaged or too long.</exception>
    public byte[] Read(string name, int max = MovieLimits.Bytes)
    {
        var entries = _entries[name].Take(2).ToArray();
        if (entries.Length != 1)
            throw new MovieFormatException(entries.Length == 0 ? $"The zip has no file {name}." : $"The zip has the file {name} twice.");
        try
        {
            return Read(entries[0], name, max);
        }
        // InvalidDataException: damaged, encrypted, or a method that .NET doesn't know.
        catch (Exception exception) when (exception is InvalidDataException or EndOfStreamException or NotSupportedException)
        {
            throw new MovieFormatException($"The zip's file {name} can't be unpacked.", exception);
        }
    }

    public void Dispose() => _zip.Dispose();

    private byte[] Read(ZipArchiveEntry entry, string name, int max)
    {
        using var unpacked = entry.Open();
        using var bytes = new MemoryStream();
        var buffer = new byte[64 * 1024];
        while (unpacked.Read(buffer) is > 0 and var count)
        {
            if (bytes.Length + count > max)
                throw TooLong(name, max);
            if (count > _left)
                throw new MovieFormatException($"A movie must unpack to at most {Text(MovieLimits.Bytes)} bytes; got more.");
            _left -= count;
            bytes.Write(buffer, 0, count);
        }

        var read = bytes.ToArray();
        return Crc32.HashToUInt32(read) == entry.Crc32 ? read : throw new InvalidDataException();
    }

    private static MovieFormatException TooLong(string name, int max) => max == MovieLimits.Bytes
        ? new($"A movie must unpack to at most {Text(max)} bytes; got more.")
        : new($"{name} must have at most {Text(max)} bytes; got more.");

    private static string Text(int number) => number.ToString("N0", CultureInfo.InvariantCulture);
}
