namespace Bridge.Testing.Zoo.Archives;

/// <summary>A file in an archive.</summary>
public sealed record ArchiveEntry(string Name, byte[] Bytes);
