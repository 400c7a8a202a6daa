using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Bridge.Api.Files;

/// <summary>
/// An open folder. On Linux it is held by descriptor, so that nobody can swap it, or a folder on the way to it,
/// for a link between check and use. Elsewhere it is a path that is checked before each use.
/// </summary>
/// <remarks>A <c>name</c> is that of an entry of this folder, never a path.</remarks>
internal sealed class SafeFolder : IDisposable
{
    private static readonly EnumerationOptions Everything = new() { AttributesToSkip = 0, IgnoreInaccessible = false };

    private SafeFileHandle? _handle;

    // On Linux the descriptor's own path: .NET works relative to the descriptor under it.
    private string _path;

    private SafeFolder(string path, SafeFileHandle? handle) => (_path, _handle) = (path, handle);

    [SupportedOSPlatformGuard("linux")]
    private bool IsByDescriptor => _handle is not null;

    /// <summary>Opens the folder at a full path, which may lead through links.</summary>
    /// <exception cref="DirectoryNotFoundException">There is no such folder.</exception>
    /// <exception cref="IOException">The folder can't be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not search a folder on the way.</exception>
    public static SafeFolder Open(string path)
    {
        if (!OperatingSystem.IsLinux())
            return OpenByPath(path);
        var handle = LinuxFiles.Locate(path, followsLink: true);
        if (handle is not null && LinuxFiles.KindOf(handle) is EntryKind.Folder)
            return new SafeFolder(LinuxFiles.PathOf(handle), handle);
        handle?.Dispose();
        throw NoFolder(path);
    }

    /// <summary>Opens a folder as systems without descriptors of folders do.</summary>
    /// <exception cref="DirectoryNotFoundException">There is no such folder.</exception>
    public static SafeFolder OpenByPath(string path) => Directory.Exists(path) ? new SafeFolder(path, handle: null) : throw NoFolder(path);

    /// <summary>Enters a folder in this one; this object then stands for that.</summary>
    /// <returns>What the entry is. Nothing changes unless it is a folder.</returns>
    /// <exception cref="IOException">The folder can't be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not search this folder.</exception>
    public EntryKind Enter(string name)
    {
        var path = PathOf(name);
        if (!IsByDescriptor)
        {
            var found = Look(name).Kind;
            if (found is EntryKind.Folder)
                _path = path;
            return found;
        }

        var entered = LinuxFiles.Locate(path, followsLink: false);
        var kind = entered is null ? EntryKind.Missing : LinuxFiles.KindOf(entered);
        if (kind is EntryKind.Folder)
            (_path, _handle, entered) = (LinuxFiles.PathOf(entered!), entered, _handle);
        entered?.Dispose();
        return kind;
    }

    /// <summary>Creates a folder in this one, unless there is one.</summary>
    /// <exception cref="IOException">The folder can't be created.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not write to this folder.</exception>
    public void Create(string name) => Directory.CreateDirectory(PathOf(name));

    /// <summary>Returns the names of all entries, in no order, to be enumerated once and before this folder is left.</summary>
    /// <exception cref="IOException">The folder can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not read this folder.</exception>
    public IEnumerable<string> Names() =>
        Directory.EnumerateFileSystemEntries(_path, "*", Everything).Select(path => Path.GetFileName(path));

    /// <summary>Returns what an entry is.</summary>
    /// <exception cref="IOException">The system doesn't tell.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not search this folder.</exception>
    public FolderEntry Look(string name) => IsByDescriptor ? LinuxFiles.Look(PathOf(name)) : LookByPath(name);

    /// <summary>Reads a regular file of up to <paramref name="maxBytes"/>, as long as it is when it is opened.</summary>
    /// <returns>False when it has more bytes; none is read then.</returns>
    /// <exception cref="IOException">It is missing, no regular file, or can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not read it.</exception>
    public bool TryRead(string name, int maxBytes, out byte[] bytes)
    {
        using var file = OpenForReading(name);
        var length = RandomAccess.GetLength(file);
        bytes = new byte[length <= maxBytes ? length : 0];
        var count = 0;
        while (count < bytes.Length && RandomAccess.Read(file, bytes.AsSpan(count), count) is > 0 and var read)
            count += read;
        // Somebody may have cut it off meanwhile.
        Array.Resize(ref bytes, count);
        return length <= maxBytes;
    }

    /// <summary>
    /// Writes a file as a whole: a reader sees the old bytes or the new ones, never a part.
    /// An entry of this name is replaced, not followed.
    /// </summary>
    /// <exception cref="IOException">The file can't be written; what was there is unchanged.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not write to this folder.</exception>
    public void Replace(string name, ReadOnlySpan<byte> bytes, bool flushToDisk)
    {
        var target = PathOf(name);
        var temporary = PathOf($".{Guid.NewGuid():N}.tmp");
        try
        {
            using (var file = File.OpenHandle(temporary, FileMode.CreateNew, FileAccess.Write))
            {
                RandomAccess.Write(file, bytes, 0);
                if (flushToDisk)
                    RandomAccess.FlushToDisk(file);
            }

            File.Move(temporary, target, overwrite: true);
        }
        finally
        {
            File.Delete(temporary);
        }
    }

    /// <summary>Deletes a file or a link.</summary>
    /// <exception cref="IOException">It can't be deleted.</exception>
    /// <exception cref="UnauthorizedAccessException">It is a folder, or the account may not write to this one.</exception>
    public void Delete(string name) => File.Delete(PathOf(name));

    public void Dispose() => _handle?.Dispose();

    private SafeFileHandle OpenForReading(string name)
    {
        if (!IsByDescriptor)
        {
            return Look(name) is { Kind: EntryKind.File, Length: > 0 }
                ? File.OpenHandle(PathOf(name), share: FileShare.ReadWrite | FileShare.Delete)
                : throw NoFile(name);
        }

        using var located = LinuxFiles.Locate(PathOf(name), followsLink: false);
        return located is not null && LinuxFiles.KindOf(located) is EntryKind.File
            ? LinuxFiles.OpenForReading(located)
            : throw NoFile(name);
    }

    // .NET doesn't tell a pipe or a device on macOS from a file, but they have no length.
    private FolderEntry LookByPath(string name)
    {
        var file = new FileInfo(PathOf(name));
        if (file.LinkTarget is not null)
            return new FolderEntry(name, EntryKind.Link, 0, default);
        if (file.Exists)
            return new FolderEntry(name, file.Attributes.HasFlag(FileAttributes.Device) ? EntryKind.Other : EntryKind.File,
                file.Length, file.LastWriteTimeUtc);
        return new FolderEntry(name, Directory.Exists(file.FullName) ? EntryKind.Folder : EntryKind.Missing, 0, default);
    }

    private string PathOf(string name) => name is not ("" or "." or "..")
        && !name.AsSpan().ContainsAny(Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar)
        ? Path.Join(_path, name)
        : throw new ArgumentException($"\"{name}\" is a path, or no name.", nameof(name));

    private static DirectoryNotFoundException NoFolder(string path) => new($"There is no folder {path}.");

    private static IOException NoFile(string name) => new($"{name} is missing, or no regular file.");
}
