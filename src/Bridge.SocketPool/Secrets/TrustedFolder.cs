using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Bridge.SocketPool.Secrets;

/// <summary>Finds out whether another account can have put files into a folder.</summary>
internal static class TrustedFolder
{
    private const UnixFileMode Writable = UnixFileMode.GroupWrite | UnixFileMode.OtherWrite;

    private const string Advice = "; use a folder of this account";

    // As many as Linux follows (path_resolution(7)).
    private const int MaxLinks = 40;

    private const string Descriptors = "/proc/self/fd/";

    /// <summary>
    /// Returns why a folder can't be trusted, as the end of a sentence that begins with the folder; null if only this account and root can
    /// write to it, or if it doesn't exist.
    /// </summary>
    /// <param name="path">
    /// The path of the folder. On Linux the folders above it and links on the way are checked as well, unless it is that of an open
    /// descriptor (<c>/proc/self/fd</c>).
    /// </param>
    /// <param name="allowsSticky">Whether others may add files, but not replace any, as in <c>/tmp</c>.</param>
    /// <exception cref="IOException">The status of the folder can't be read.</exception>
    public static string? FindProblem(string path, bool allowsSticky)
    {
        if (OperatingSystem.IsWindows() || !Path.Exists(path))
            return null; // On Windows a folder inherits its access rights from the account's own folder.
        if (OperatingSystem.IsLinux())
        {
            // With a separator at its end, a link is not seen.
            path = Path.TrimEndingDirectorySeparator(path);
            return FindOwnerProblem(path) ?? FindModeProblem(Read(path, followsLinks: true).Mode, allowsSticky)
                ?? (path.StartsWith(Descriptors, StringComparison.Ordinal) ? null : FindProblemAbove(path, MaxLinks));
        }

        var mode = File.GetUnixFileMode(path);
        return FindModeProblem(mode, allowsSticky) ?? FindOwnerProblemElsewhere(path, mode);
    }

    // Another account could point a link of its own at any folder of this account.
    [SupportedOSPlatform("linux")]
    private static string? FindOwnerProblem(string path)
    {
        var entry = Read(path, followsLinks: false);
        if (!OwnAccount.Trusts(entry.Owner))
            return entry.IsLink ? $"is a link of another account ({entry.Owner}){Advice}" : Foreign(entry.Owner);
        return entry.IsLink && Read(path, followsLinks: true).Owner is var owner && !OwnAccount.Trusts(owner) ? Foreign(owner) : null;
    }

    // Another account that can replace a folder on the way could put a folder of its own there. Groups are trusted above: many accounts
    // have a group of their own, which may write to their folders. The owner of / is root, even where a container shows it as another
    // account.
    [SupportedOSPlatform("linux")]
    private static string? FindProblemAbove(string path, int linksLeft)
    {
        if (linksLeft == 0)
            return "is reached by too many links";
        var root = Read("/", followsLinks: true).Owner;
        if (LinkTarget(path) is { } target && FindProblemAbove(target, linksLeft - 1) is { } behind)
            return behind;
        for (var above = Path.GetDirectoryName(path); above is not null; above = Path.GetDirectoryName(above))
        {
            var (entry, folder) = (Read(above, followsLinks: false), Read(above, followsLinks: true));
            foreach (var owner in (uint[])[entry.Owner, folder.Owner])
            {
                if (!OwnAccount.Trusts(owner) && owner != root)
                    return $"is in {above}, which belongs to another account ({owner}){Advice}";
            }

            if ((folder.Mode & (UnixFileMode.OtherWrite | UnixFileMode.StickyBit)) == UnixFileMode.OtherWrite)
                return $"is in {above}, which other accounts can write to{Advice}";
            if (LinkTarget(above) is { } other && FindProblemAbove(other, linksLeft - 1) is { } problem)
                return problem;
        }

        return null;
    }

    private static string? LinkTarget(string path) =>
        new FileInfo(path).LinkTarget is { } target ? Path.GetFullPath(target, Path.GetDirectoryName(path) ?? "/") : null;

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
    private static FileStatus Read(string path, bool followsLinks) => FileStatus.TryRead(path, followsLinks)
        ?? throw new IOException($"{Marshal.GetLastPInvokeErrorMessage()}: {path}", Marshal.GetLastPInvokeError());
}
