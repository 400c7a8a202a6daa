using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;
using Bridge.SocketPool.Accounts;
using Microsoft.Win32.SafeHandles;

namespace Bridge.SocketPool.Connections;

/// <summary>Reads a file with secrets, but only if no other account can have written it or can read it.</summary>
internal static partial class TrustedFile
{
    private const int MaxBytes = 64 * 1024;

    private const UnixFileMode Writable = UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;

    // statx(2): its structure is the same on every processor.
    private const int CurrentFolder = -100;
    private const int DontFollowLinks = 0x100;
    private const int EmptyPath = 0x1000;
    private const int BasicStatus = 0x7FF;
    private const int StatusBytes = 256;
    private const int TypeMask = 0xF000;
    private const int Link = 0xA000;
    private const int Regular = 0x8000;

    // ENOENT, on Linux and macOS.
    private const int NotFound = 2;

    /// <summary>Returns the file's text; null if there is no file.</summary>
    /// <exception cref="IOException">
    /// The file is a link or not a regular file, belongs to another account, can be written or read by others, or can't be read.
    /// </exception>
    /// <exception cref="UnauthorizedAccessException">This account can't read it.</exception>
    public static string? Read(string path)
    {
        try
        {
            if (OperatingSystem.IsLinux())
                return ReadOnLinux(path);
            CheckElsewhere(path);
            using var file = Open(path);
            return ReadAll(file);
        }
        catch (Exception exception) when (exception is FileNotFoundException or DirectoryNotFoundException)
        {
            return null;
        }
    }

    // Checks the file before opening it, because opening a pipe would block, and after, because it may have been replaced in between.
    [SupportedOSPlatform("linux")]
    private static string ReadOnLinux(string path)
    {
        Span<byte> before = stackalloc byte[StatusBytes];
        if (ReadStatus(CurrentFolder, path, DontFollowLinks, BasicStatus, before) != 0)
        {
            // It may be there by now.
            if (Marshal.GetLastPInvokeError() == NotFound || !File.Exists(path))
                throw new FileNotFoundException();
            throw new IOException($"its status can't be read ({Marshal.GetLastPInvokeErrorMessage()}).");
        }

        var mode = BitConverter.ToUInt16(before[28..]);
        CheckType((mode & TypeMask) == Link, (mode & TypeMask) == Regular);
        CheckMode((UnixFileMode)(mode & 0xFFF));
        var owner = BitConverter.ToUInt32(before[20..]);
        if (!OwnAccount.Trusts(owner))
            throw new IOException($"it belongs to another account ({owner}).");
        using var file = Open(path);
        Span<byte> after = stackalloc byte[StatusBytes];
        if (ReadStatus(file, "", EmptyPath, BasicStatus, after) != 0 || !IsSame(before, after))
            throw new IOException("it was replaced while it was opened.");
        return ReadAll(file);
    }

    // Compares inode and device. Only the owner or root could have changed the owner and the mode.
    private static bool IsSame(ReadOnlySpan<byte> one, ReadOnlySpan<byte> other) =>
        one.Slice(32, 8).SequenceEqual(other.Slice(32, 8)) && one.Slice(136, 8).SequenceEqual(other.Slice(136, 8));

    private static void CheckElsewhere(string path)
    {
        var file = new FileInfo(path);
        if (!file.Exists && file.LinkTarget is null && !Directory.Exists(path))
            throw new FileNotFoundException();
        CheckType(file.LinkTarget is not null, (file.Attributes & (FileAttributes.Directory | FileAttributes.Device)) == 0);
        if (OperatingSystem.IsWindows())
            return; // On Windows a file inherits its access rights from the account's own folder.
        var mode = file.UnixFileMode;
        CheckMode(mode);
        // .NET can't read the owner, but only the owner and root can set the mode.
        File.SetUnixFileMode(path, mode);
    }

    private static void CheckType(bool isLink, bool isRegular)
    {
        if (isLink)
            throw new IOException("it is a link.");
        if (!isRegular)
            throw new IOException("it is not a regular file.");
    }

    private static void CheckMode(UnixFileMode mode)
    {
        if ((mode & Writable) != 0)
            throw new IOException("others can write it; its mode must be 0600, or 0640 for a group that may read it.");
        if ((mode & UnixFileMode.OtherRead) != 0)
            throw new IOException("others can read it; its mode must be 0600, or 0640 for a group that may read it.");
    }

    private static SafeFileHandle Open(string path) => File.OpenHandle(path, share: FileShare.ReadWrite | FileShare.Delete);

    private static string ReadAll(SafeFileHandle file)
    {
        var length = RandomAccess.GetLength(file);
        if (length > MaxBytes)
            throw new IOException($"it must be at most {MaxBytes:N0} bytes; got {length:N0}.");
        var bytes = new byte[length];
        return Encoding.UTF8.GetString(bytes, 0, RandomAccess.Read(file, bytes, 0));
    }

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
    private static partial int ReadStatus(int folder, string path, int flags, uint mask, Span<byte> status);

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
    private static partial int ReadStatus(SafeFileHandle folder, string path, int flags, uint mask, Span<byte> status);
}
