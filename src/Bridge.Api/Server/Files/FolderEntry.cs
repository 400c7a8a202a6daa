namespace Bridge.Api.Server.Files;

/// <summary>The kind of an entry in a folder. Links are not followed.</summary>
internal enum EntryKind
{
    /// <summary>There is no such entry.</summary>
    Missing,

    /// <summary>A regular file.</summary>
    File,

    Folder,

    /// <summary>A symbolic link, or a junction on Windows.</summary>
    Link,

    Socket,

    /// <summary>A pipe or a device.</summary>
    Other,
}

/// <summary>An entry of a folder.</summary>
/// <param name="Name">The name, without the folder.</param>
/// <param name="Kind">The kind of the entry.</param>
/// <param name="Length">The size of a file, in bytes.</param>
/// <param name="ChangedAt">When a file was last written.</param>
internal readonly record struct FolderEntry(string Name, EntryKind Kind, long Length, DateTimeOffset ChangedAt);
