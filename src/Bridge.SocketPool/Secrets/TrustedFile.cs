using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Bridge.SocketPool.Secrets;

/// <summary>Reads a file with secrets, but only if no other account can have written it or can read it.</summary>
internal static class TrustedFile
{
    private const int MaxBytes = 64 * 1024;

    private const UnixFileMode Writable = UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;

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
        if (FileStatus.TryRead(path, followsLinks: false) is not { } before)
        {
            // Before File.Exists, which makes calls of its own.
            var (error, reason) = (Marshal.GetLastPInvokeError(), Marshal.GetLastPInvokeErrorMessage());
            // After NotFound the file may have been created, so File.Exists alone doesn't tell.
            if (error == NotFound || !File.Exists(path))
                throw new FileNotFoundException();
            throw new IOException($"its status can't be read ({reason}).");
        }

        CheckType(before.IsLink, before.IsRegular);
        CheckMode(before.Mode);
        if (!OwnAccount.Trusts(before.Owner))
            throw new IOException($"it belongs to another account ({before.Owner}).");
        using var file = Open(path);
        // Only the owner or root could have changed the owner and the mode of the same file.
        if (FileStatus.TryRead(file) is not { } after || !after.IsSameFile(before))
            throw new IOException("it was replaced while it was opened.");
        return ReadAll(file);
    }

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
}
