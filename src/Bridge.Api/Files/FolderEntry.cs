namespace Bridge.Api.Files;

/// <summary>What an entry of a folder is. Links are not followed.</summary>
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
/// <param name="Kind">What it is.</param>
/// <param name="Length">The size in bytes of a file.</param>
/// <param name="ChangedAt">When a file was last written.</param>
internal readonly record struct FolderEntry(string Name, EntryKind Kind, long Length, DateTimeOffset ChangedAt);
