using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Bridge.Api.Server.Files;

/// <summary>
/// An open folder. On Linux a descriptor holds it, so that no process can replace it, or a folder above it, with a link between check
/// and use. On other systems it is a path that is checked before each use.
/// </summary>
/// <remarks>Each <c>name</c> is the name of an entry in this folder, never a path.</remarks>
internal sealed class SafeFolder : IDisposable
{
    private static readonly TimeSpan MaxTemporaryAge = TimeSpan.FromHours(1);

    private static readonly EnumerationOptions Everything = new() { AttributesToSkip = 0, IgnoreInaccessible = false };

    private SafeFileHandle? _handle;

    // On Linux the path of the descriptor, so that .NET works relative to the open folder.
    private string _path;

    private SafeFolder(string path, SafeFileHandle? handle) => (_path, _handle) = (path, handle);

    [SupportedOSPlatformGuard("linux")]
    private bool IsByDescriptor => _handle is not null;

    /// <summary>Opens the folder at a full path, which may lead through links.</summary>
    /// <exception cref="DirectoryNotFoundException">There is no such folder.</exception>
    /// <exception cref="IOException">The folder can't be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not search a folder in the path.</exception>
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

    /// <summary>Opens a folder by its path, for systems without descriptors of folders.</summary>
    /// <exception cref="DirectoryNotFoundException">There is no such folder.</exception>
    public static SafeFolder OpenByPath(string path) => Directory.Exists(path) ? new SafeFolder(path, handle: null) : throw NoFolder(path);

    /// <summary>Changes this object from this folder to a folder in it.</summary>
    /// <returns>The kind of the entry. Nothing changes unless it is a folder.</returns>
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
        if (kind is not EntryKind.Folder)
        {
            entered?.Dispose();
            return kind;
        }

        _handle?.Dispose();
        (_path, _handle) = (LinuxFiles.PathOf(entered!), entered);
        return kind;
    }

    /// <summary>Checks that only this account and root can write to this folder.</summary>
    /// <param name="shownPath">The path for the sentence.</param>
    /// <exception cref="UntrustedFolderException">Another account may have put files here.</exception>
    public void CheckTrust(string shownPath) => PrivateFiles.CheckFolder(_path, shownPath);

    /// <summary>Creates a folder in this one, for this account alone, if it doesn't exist.</summary>
    /// <exception cref="IOException">The folder can't be created.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not write to this folder.</exception>
    public void Create(string name) => PrivateFiles.CreateFolder(PathOf(name));

    /// <summary>Returns the names of all entries in any order. Enumerate them once, before entering another folder.</summary>
    /// <exception cref="IOException">The folder can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not read this folder.</exception>
    public IEnumerable<string> Names() =>
        Directory.EnumerateFileSystemEntries(_path, "*", Everything).Select(path => Path.GetFileName(path));

    /// <summary>Returns the entry of this name.</summary>
    /// <exception cref="IOException">The system can't read the status of the entry.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not search this folder.</exception>
    public FolderEntry Look(string name) => IsByDescriptor ? LinuxFiles.Look(PathOf(name)) : LookByPath(name);

    /// <summary>Reads a regular file of at most <paramref name="maxBytes"/>. The length is the one at opening.</summary>
    /// <returns>False if the file is longer; nothing is read then.</returns>
    /// <exception cref="IOException">The file is missing, is not a regular file or can't be read.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not read the file.</exception>
    public bool TryRead(string name, int maxBytes, out byte[] bytes)
    {
        using var file = OpenForReading(name);
        var length = RandomAccess.GetLength(file);
        bytes = new byte[length <= maxBytes ? length : 0];
        var count = 0;
        while (count < bytes.Length && RandomAccess.Read(file, bytes.AsSpan(count), count) is > 0 and var read)
            count += read;
        // Another process may have truncated the file.
        Array.Resize(ref bytes, count);
        return length <= maxBytes;
    }

    /// <summary>
    /// Replaces a file atomically: a reader sees the old contents or the new ones, never a part. Replaces an entry of this name without
    /// following it. Only this account can read the new file.
    /// </summary>
    /// <exception cref="IOException">The file can't be written; the old one is unchanged.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not write to this folder.</exception>
    public void Replace(string name, ReadOnlySpan<byte> bytes, bool flushToDisk)
    {
        var target = PathOf(name);
        var temporary = PathOf($".{Guid.NewGuid():N}.tmp");
        try
        {
            using (var file = PrivateFiles.Create(temporary))
            {
                file.Write(bytes);
                file.Flush(flushToDisk);
            }

            SharingRetries.OfSystem.Run(() => File.Move(temporary, target, overwrite: true));
        }
        catch
        {
            // What remains is deleted by a later write: see DeleteOldTemporaries.
            SharingRetries.OfSystem.TryDelete(temporary);
            throw;
        }
    }

    /// <summary>Deletes what interrupted writes have left behind.</summary>
    /// <remarks>Temporary files start with a dot, which no other file does.</remarks>
    /// <param name="time">The clock.</param>
    /// <exception cref="IOException">A file can't be deleted.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not write to this folder.</exception>
    public void DeleteOldTemporaries(TimeProvider time)
    {
        var left = Names().Where(name => name.StartsWith('.') && name.EndsWith(".tmp", StringComparison.Ordinal)).Select(Look)
            .Where(entry => entry.Kind is EntryKind.File && time.GetUtcNow() - entry.ChangedAt > MaxTemporaryAge);
        foreach (var file in left)
            Delete(file.Name);
    }

    /// <summary>Deletes a file or a link.</summary>
    /// <exception cref="IOException">It can't be deleted.</exception>
    /// <exception cref="UnauthorizedAccessException">It is a folder, or the account may not write to this one.</exception>
    public void Delete(string name)
    {
        var path = PathOf(name);
        SharingRetries.OfSystem.Run(() => File.Delete(path));
    }

    public void Dispose() => _handle?.Dispose();

    private SafeFileHandle OpenForReading(string name)
    {
        if (!IsByDescriptor)
        {
            // A pipe or a device has the length 0, and opening it could wait for ever.
            return Look(name) is { Kind: EntryKind.File, Length: > 0 }
                ? SharingRetries.OfSystem.Run(() => File.OpenHandle(PathOf(name), share: FileShare.ReadWrite | FileShare.Delete))
                : throw NoFile(name);
        }

        using var located = LinuxFiles.Locate(PathOf(name), followsLink: false);
        return located is not null && LinuxFiles.KindOf(located) is EntryKind.File
            ? LinuxFiles.OpenForReading(located)
            : throw NoFile(name);
    }

    // .NET can't tell a pipe or a device from a file on macOS, but both have the length 0.
    private FolderEntry LookByPath(string name)
    {
        var file = new FileInfo(PathOf(name));
        if (file.LinkTarget is not null)
            return new FolderEntry(name, EntryKind.Link, Length: 0, default);
        if (file.Exists)
            return new FolderEntry(name, file.Attributes.HasFlag(FileAttributes.Device) ? EntryKind.Other : EntryKind.File,
                file.Length, file.LastWriteTimeUtc);
        return new FolderEntry(name, Directory.Exists(file.FullName) ? EntryKind.Folder : EntryKind.Missing, Length: 0, default);
    }

    private string PathOf(string name) => name is not ("" or "." or "..")
        && !name.AsSpan().ContainsAny(Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar)
        ? Path.Join(_path, name)
        : throw new ArgumentException($"name must be a name without separators; got \"{name}\".", nameof(name));

    private static DirectoryNotFoundException NoFolder(string path) => new($"There is no folder {path}.");

    private static IOException NoFile(string name) => new($"{name} is missing or is not a regular file.");
}
