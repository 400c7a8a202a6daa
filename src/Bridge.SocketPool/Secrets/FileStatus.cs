using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Bridge.SocketPool.Secrets;

/// <summary>The owner, mode and type of a file or folder, of which .NET reads only the mode.</summary>
[SupportedOSPlatform("linux")]
internal readonly partial record struct FileStatus
{
    // statx(2): its structure is the same on every processor.
    private const int CurrentFolder = -100;
    private const int DontFollowLinks = 0x100;
    private const int EmptyPath = 0x1000;
    private const int BasicStatus = 0x7FF;
    private const int StatusBytes = 256;
    private const int TypeMask = 0xF000;
    private const int Link = 0xA000;
    private const int Regular = 0x8000;

    private readonly int _type;

    private readonly (ulong Inode, ulong Device) _place;

    // Offsets: stx_uid 20, stx_mode 28, stx_ino 32, stx_dev_major and stx_dev_minor 136.
    private FileStatus(ReadOnlySpan<byte> status)
    {
        var mode = BitConverter.ToUInt16(status[28..]);
        (Owner, Mode, _type) = (BitConverter.ToUInt32(status[20..]), (UnixFileMode)(mode & 0xFFF), mode & TypeMask);
        _place = (BitConverter.ToUInt64(status[32..]), BitConverter.ToUInt64(status[136..]));
    }

    /// <summary>Gets the account that owns it.</summary>
    public uint Owner { get; }

    public UnixFileMode Mode { get; }

    public bool IsLink => _type == Link;

    public bool IsRegular => _type == Regular;

    /// <summary>Reads the status of a path; returns null if it can't be read, and the last error says why.</summary>
    public static FileStatus? TryRead(string path, bool followsLinks)
    {
        Span<byte> status = stackalloc byte[StatusBytes];
        return Read(CurrentFolder, path, followsLinks ? 0 : DontFollowLinks, BasicStatus, status) == 0 ? new FileStatus(status) : null;
    }

    /// <summary>Reads the status of an open file; returns null if it can't be read.</summary>
    public static FileStatus? TryRead(SafeFileHandle file)
    {
        Span<byte> status = stackalloc byte[StatusBytes];
        return Read(file, "", EmptyPath, BasicStatus, status) == 0 ? new FileStatus(status) : null;
    }

    /// <summary>Returns whether both are the same file.</summary>
    public bool IsSameFile(FileStatus other) => _place == other._place;

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
    private static partial int Read(int folder, string path, int flags, uint mask, Span<byte> status);

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
    private static partial int Read(SafeFileHandle folder, string path, int flags, uint mask, Span<byte> status);
}
