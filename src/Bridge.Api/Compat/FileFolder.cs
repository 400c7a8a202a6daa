using System.Buffers;
using System.Globalization;
using System.Text;
using Bridge.Api.Diagnostics;
using Bridge.Api.Errors;
using Bridge.Api.Files;
using Bridge.Api.Parsing;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Compat;

/// <summary>
/// The one folder in which the routes that take a path work. Nothing outside it is reached: not by "..", not by an absolute
/// path, not by a link.
/// </summary>
internal sealed class FileFolder(FileOptions options, ILogger<FileFolder> logger) : IDisposable
{
    // On the wire three characters a byte, beside other arguments within the header's 1,024 bytes.
    private const int LongestPath = 300;

    // Of one name in a path, on every file system in use.
    private const int LongestName = 255;

    private const string Accepted =
        "a regular file in Bridge:FileFolder, given relative to that folder or as an absolute path inside it, without links and \"..\"";

    private static readonly EnumerationOptions Everything = new()
        { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };

    private static readonly SearchValues<char> Special = SearchValues.Create("\\:*?\"<>|");

    private readonly string? _folder = options.Folder is { Length: > 0 } configured
        ? Path.TrimEndingDirectorySeparator(Path.GetFullPath(configured))
        : null;

    private readonly int _quota = options.Quota;

    // Held while a file is written, so that two don't both take the last place.
    private readonly SemaphoreSlim _writing = new(1, 1);

    /// <summary>Returns the full path of a file that mGBA is to open.</summary>
    /// <exception cref="RequestException">It is no file in the folder.</exception>
    public string ForEmulator(string? path)
    {
        using var place = Existing(path);
        return Encoding.UTF8.GetByteCount(place.Path) <= LongestPath
            ? place.Path
            : throw Parameters.Refuse("path", path!, $"a file whose full path has at most {LongestPath} bytes");
    }

    /// <summary>Returns the bytes of a file, up to what one command may carry.</summary>
    /// <exception cref="RequestException">It is no file in the folder, too large, or can't be read.</exception>
    public byte[] Read(string? path)
    {
        using var place = Existing(path);
        return Use(place.Path, () => place.Folder.TryRead(place.Entry.Name, WireLimits.PayloadBytes, out var bytes)
            ? bytes
            : throw new RequestException(ProblemTypes.TooLarge,
                $"The state in {path} must be at most {WireLimits.PayloadBytes:N0} bytes.", "path"));
    }

    /// <summary>Returns the place of a file that is to be written, whether it exists or not. The caller disposes it.</summary>
    /// <exception cref="RequestException">It is no place for a file in the folder, or a new one and the folder is full.</exception>
    public FilePlace ForWriting(string? path)
    {
        var place = Find(path)
            ?? throw new RequestException(ProblemTypes.NotFound, $"path must be a file in an existing folder; got \"{path}\".", "path");
        try
        {
            CheckQuota(place);
            return place;
        }
        catch
        {
            place.Dispose();
            throw;
        }
    }

    /// <summary>Writes a file as a whole: a reader sees the old one or the new one, never a part.</summary>
    /// <param name="place">As <see cref="ForWriting"/> gave it.</param>
    /// <param name="bytes">All of them.</param>
    /// <param name="cancellationToken">Leaves the old file as it is.</param>
    /// <exception cref="RequestException">The folder is full, or can't be written to.</exception>
    public async Task WriteAsync(FilePlace place, ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        await _writing.WaitAsync(cancellationToken);
        try
        {
            CheckQuota(place);
            Use(place.Path, () =>
            {
                place.Folder.Replace(place.Entry.Name, bytes.Span, flushToDisk: false);
                return true;
            });
        }
        finally
        {
            _writing.Release();
        }
    }

    public void Dispose() => _writing.Dispose();

    // Each is a state or a picture, so their number limits their bytes, too.
    private void CheckQuota(FilePlace place)
    {
        if (Use(place.Path, () => place.Folder.Look(place.Entry.Name).Kind is EntryKind.Missing
            && Directory.EnumerateFiles(_folder!, "*", Everything).Skip(_quota - 1).Any()))
        {
            throw new RequestException(ProblemTypes.TooManyFiles, string.Create(CultureInfo.InvariantCulture,
                $"Bridge:FileFolder already has {_quota:N0} files, the maximum that Bridge:FileQuota allows; delete or overwrite a "
                + $"file."), "path");
        }
    }

    private FilePlace Existing(string? path)
    {
        var place = Find(path);
        if (place?.Entry is { Kind: EntryKind.File, Length: > 0 })
            return place;
        place?.Dispose();
        throw new RequestException(ProblemTypes.NotFound, $"path must be an existing file that is not empty; got \"{path}\".", "path");
    }

    // Null where a folder on the way is missing.
    private FilePlace? Find(string? path)
    {
        var names = NamesOf(path);
        return Use(Path.Join(_folder, Path.Join(names)), () =>
        {
            var folder = SafeFolder.Open(_folder!);
            try
            {
                var place = Find(folder, names, path!);
                if (place is null)
                    folder.Dispose();
                return place;
            }
            catch
            {
                folder.Dispose();
                throw;
            }
        });
    }

    private FilePlace? Find(SafeFolder folder, string[] names, string path)
    {
        var reached = _folder!;
        foreach (var name in names[..^1])
        {
            var spelled = SpelledOnDisk(folder, name);
            var kind = folder.Enter(spelled);
            if (kind is not EntryKind.Folder)
                return kind is EntryKind.Link ? throw Parameters.Refuse("path", path, Accepted) : null;
            reached = Path.Join(reached, spelled);
        }

        var entry = folder.Look(SpelledOnDisk(folder, names[^1]));
        return entry.Kind is EntryKind.File or EntryKind.Missing
            ? new FilePlace(folder, entry, Path.Join(reached, entry.Name))
            : throw Parameters.Refuse("path", path, Accepted);
    }

    // The names of the folders on the way, and of the file.
    private string[] NamesOf(string? path)
    {
        if (_folder is null)
        {
            throw new RequestException(ProblemTypes.Unsupported,
                "Routes that take a path are off, because Bridge:FileFolder is not set. The routes under /emulators transfer states and "
                + "pictures in HTTP bodies.", "path");
        }

        var text = MgbaHttpQuery.Required(path, "path", Accepted);
        if (text.Length > LongestPath || text.Any(char.IsControl) || text.Split('/', '\\').Contains(".."))
            throw Parameters.Refuse("path", text, Accepted);
        var file = Path.GetFullPath(text, _folder);
        var names = file.StartsWith(_folder + Path.DirectorySeparatorChar, StringComparison.Ordinal)
            ? file[(_folder.Length + 1)..].Split(Path.DirectorySeparatorChar)
            : [];
        return names.Length > 0 && names.All(IsPlainName) ? names : throw Parameters.Refuse("path", text, Accepted);
    }

    // A name of a second stream (a:b) or in another spelling (a trailing dot) is no plain one, on any system:
    // a folder may be shared with Windows.
    private static bool IsPlainName(string name) => name.Length > 0
        && Encoding.UTF8.GetByteCount(name) <= LongestName && name[^1] is not ('.' or ' ')
        && !name.AsSpan().ContainsAny(Special) && !DeviceName.Is(name);

    // Of the names in a folder the one that differs only in the Unicode form of its letters, where none is spelled exactly so.
    private static string SpelledOnDisk(SafeFolder folder, string name) => Ascii.IsValid(name)
        || folder.Look(name).Kind is not EntryKind.Missing
        ? name
        : folder.Names().Where(entry => CanonicalName.AreSame(entry, name)).Min(StringComparer.Ordinal) ?? name;

    // A client is not told where the folder is.
    private T Use<T>(string path, Func<T> use)
    {
        try
        {
            return use();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Log.StorageFailed(logger, path, exception);
            throw new RequestException(ProblemTypes.StorageFailed,
                "The bridge can't use this file; the bridge's log has the reason.", "path");
        }
    }
}
