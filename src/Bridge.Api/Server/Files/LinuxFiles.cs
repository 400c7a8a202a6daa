using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Bridge.Api.Server.Files;

/// <summary>Opens files without following links or blocking, and reads their status. .NET can do neither.</summary>
[SupportedOSPlatform("linux")]
internal static partial class LinuxFiles
{
    // O_PATH, O_CLOEXEC and O_NONBLOCK of open(2).
    private const int LocateOnly = 0x200000;
    private const int CloseOnExec = 0x80000;
    private const int DontWait = 0x800;

    // AT_FDCWD, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS and the size of struct statx.
    private const int CurrentFolder = -100;
    private const int DontFollow = 0x100;
    private const int BasicStatus = 0x7FF;
    private const int StatusBytes = 256;

    // EPERM, ENOENT, EACCES and ENOTDIR.
    private const int NotPermitted = 1, NoEntry = 2, AccessDenied = 13, NotAFolder = 20;

    // The value of O_NOFOLLOW depends on the processor.
    private static readonly int NoLink = RuntimeInformation.ProcessArchitecture
        is Architecture.Arm64 or Architecture.Arm or Architecture.Armv6 or Architecture.Ppc64le ? 0x8000 : 0x20000;

    /// <summary>Locates a file, folder or link. The handle can't read, so locating a pipe or a device has no side effect.</summary>
    /// <returns>The handle, or null if there is no such entry.</returns>
    /// <exception cref="IOException">The entry can't be located.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not search the folder.</exception>
    public static SafeFileHandle? Locate(string path, bool followsLink)
    {
        var located = Open(path, LocateOnly | CloseOnExec | (followsLink ? 0 : NoLink));
        if (!located.IsInvalid)
            return located;
        located.Dispose();
        return IsMissing() ? null : throw Failure(path);
    }

    /// <summary>Opens a located file for reading. Never blocks, not even if another process holds a lease on the file.</summary>
    /// <exception cref="IOException">The file can't be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not read the file.</exception>
    public static SafeFileHandle OpenForReading(SafeFileHandle located)
    {
        var opened = Open(PathOf(located), CloseOnExec | DontWait);
        if (!opened.IsInvalid)
            return opened;
        opened.Dispose();
        throw Failure(PathOf(located));
    }

    /// <summary>Returns a path to an open handle's file, which stays valid when the file is renamed or replaced.</summary>
    public static string PathOf(SafeFileHandle handle) => $"/proc/self/fd/{handle.DangerousGetHandle()}";

    /// <summary>Returns the kind of an open handle's file.</summary>
    /// <exception cref="IOException">The system can't read the status of the file.</exception>
    public static EntryKind KindOf(SafeFileHandle handle) => ReadStatus(PathOf(handle), flags: 0).Kind;

    /// <summary>Returns the entry at a path.</summary>
    /// <exception cref="IOException">The system can't read the status of the entry.</exception>
    /// <exception cref="UnauthorizedAccessException">The account may not search the folder.</exception>
    public static FolderEntry Look(string path) => ReadStatus(path, DontFollow);

    // Offsets in struct statx, the same on every processor: stx_mode 28, stx_size 40, stx_mtime 112 (seconds) and 120 (nanoseconds). The
    // types of entries are S_IFREG, S_IFDIR, S_IFLNK and S_IFSOCK of inode(7).
    private static FolderEntry ReadStatus(string path, int flags)
    {
        Span<byte> status = stackalloc byte[StatusBytes];
        var name = Path.GetFileName(path);
        if (ReadStatus(CurrentFolder, path, flags, BasicStatus, status) != 0)
            return IsMissing() ? new FolderEntry(name, EntryKind.Missing, Length: 0, default) : throw Failure(path);
        var kind = (BitConverter.ToUInt16(status[28..]) & 0xF000) switch
        {
            0x8000 => EntryKind.File,
            0x4000 => EntryKind.Folder,
            0xA000 => EntryKind.Link,
            0xC000 => EntryKind.Socket,
            _ => EntryKind.Other,
        };
        var changedAt = DateTimeOffset.UnixEpoch.AddSeconds(BitConverter.ToInt64(status[112..]))
            .AddMicroseconds(BitConverter.ToUInt32(status[120..]) / 1000);
        return new FolderEntry(name, kind, BitConverter.ToInt64(status[40..]), changedAt);
    }

    private static bool IsMissing() => Marshal.GetLastPInvokeError() is NoEntry or NotAFolder;

    private static Exception Failure(string path)
    {
        var error = Marshal.GetLastPInvokeError();
        var message = $"{Marshal.GetPInvokeErrorMessage(error)}: {path}";
        // With the number as .NET's own exceptions have it, which tells a shortage from other failures.
        return error is NotPermitted or AccessDenied ? new UnauthorizedAccessException(message) : new IOException(message, error);
    }

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial SafeFileHandle Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int ReadStatus(int folder, string path, int flags, uint mask, Span<byte> status);
}
