using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Bridge.SocketPool.Accounts;

/// <summary>Finds out whether another account can have put files into a folder.</summary>
public static partial class TrustedFolder
{
    private const UnixFileMode Writable = UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;

    private const string Advice = "; use a folder of this account";

    // statx(2): its structure is the same on every processor.
    private const int CurrentFolder = -100;
    private const int DontFollowLinks = 0x100;
    private const int BasicStatus = 0x7FF;
    private const int StatusBytes = 256;
    private const int TypeMask = 0xF000;
    private const int Link = 0xA000;

    /// <summary>
    /// Returns why a folder can't be trusted, as the end of a sentence that begins with the folder; null if only this account and root can
    /// write to it, or if it doesn't exist.
    /// </summary>
    /// <param name="path">The path of the folder, or of an open descriptor of it. Folders above it are not checked.</param>
    /// <param name="allowsSticky">Whether others may add files, but not replace any, as in <c>/tmp</c>.</param>
    /// <exception cref="IOException">The status of the folder can't be read.</exception>
    public static string? FindProblem(string path, bool allowsSticky)
    {
        if (OperatingSystem.IsWindows() || !Path.Exists(path))
            return null; // On Windows a folder inherits its access rights from the account's own folder.
        if (OperatingSystem.IsLinux())
            return FindOwnerProblem(path) ?? FindModeProblem(ReadStatus(path, flags: 0).Mode, allowsSticky);
        var mode = File.GetUnixFileMode(path);
        return FindModeProblem(mode, allowsSticky) ?? FindOwnerProblemElsewhere(path, mode);
    }

    // Another account could lead a link of its own to any folder of this account.
    [SupportedOSPlatform("linux")]
    private static string? FindOwnerProblem(string path)
    {
        var entry = ReadStatus(path, DontFollowLinks);
        if (!OwnAccount.Trusts(entry.Owner))
            return entry.IsLink ? $"is a link of another account ({entry.Owner}){Advice}" : Foreign(entry.Owner);
        return entry.IsLink && ReadStatus(path, flags: 0).Owner is var owner && !OwnAccount.Trusts(owner) ? Foreign(owner) : null;
    }

    // .NET can't read the owner, but only the owner and root can set the mode.
    [UnsupportedOSPlatform("windows")]
    private static string? FindOwnerProblemElsewhere(string path, UnixFileMode mode)
    {
        try
        {
            File.SetUnixFileMode(path, mode);
            return null;
        }
        catch (UnauthorizedAccessException)
        {
            return $"belongs to another account{Advice}";
        }
    }

    private static string Foreign(uint owner) => $"belongs to another account ({owner}){Advice}";

    private static string? FindModeProblem(UnixFileMode mode, bool allowsSticky) =>
        (mode & Writable) == 0 || (allowsSticky && (mode & UnixFileMode.StickyBit) != 0)
            ? null
            : "can be written to by other accounts; take that from them with chmod go-w, or use another folder";

    [SupportedOSPlatform("linux")]
    private static (uint Owner, UnixFileMode Mode, bool IsLink) ReadStatus(string path, int flags)
    {
        Span<byte> status = stackalloc byte[StatusBytes];
        if (ReadStatus(CurrentFolder, path, flags, BasicStatus, status) != 0)
            throw new IOException($"{Marshal.GetLastPInvokeErrorMessage()}: {path}");
        var mode = BitConverter.ToUInt16(status[28..]);
        return (BitConverter.ToUInt32(status[20..]), (UnixFileMode)(mode & 0xFFF), (mode & TypeMask) == Link);
    }

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8, SetLastError = true)]
    private static partial int ReadStatus(int folder, string path, int flags, uint mask, Span<byte> status);
}
