namespace Bridge.Testing.Zoo;

/// <summary>A file of a game: its name, its first bytes, and its length; zeros follow the bytes.</summary>
public sealed record ZooFile(string Name, byte[] Bytes, long Length)
{
    public ZooFile(string name, byte[] bytes)
        : this(name, bytes, bytes.Length)
    {
    }

    /// <summary>Returns the CRC-32 of its bytes and zeros.</summary>
    public uint Crc32()
    {
        var content = new byte[Length];
        Bytes.CopyTo(content, 0);
        return System.IO.Hashing.Crc32.HashToUInt32(content);
    }

    /// <summary>Writes it into <paramref name="folder"/>; the zeros take no space on the disk.</summary>
    public void WriteTo(string folder)
    {
        using var file = File.Create(Path.Combine(folder, Name));
        file.Write(Bytes);
        file.SetLength(Length);
    }
}
