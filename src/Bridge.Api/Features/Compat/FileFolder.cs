using System.Buffers;
using System.Globalization;
using System.Text;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Files;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.Compat;

/// <summary>
/// Resolves, reads and writes the files of the routes that take a path, in one folder. A path can't leave the folder: not with
/// "..", not as an absolute path, not through a link.
/// </summary>
internal sealed class FileFolder(FileOptions options, ILogger<FileFolder> logger) : IDisposable
{
    // In bytes. The wire takes up to three characters a byte, and the header of 1,024 bytes holds other arguments as well.
    private const int MaxPathLength = 300;

    // In bytes, for one name in a path: the limit of every file system in use.
    private const int MaxNameLength = 255;

    // The pattern of one name in a path. Absolute paths are accepted as well, but no pattern can describe them.
    private const string Name = @"([^\\/:*?""<>|\u0000-\u001F\u007F-\u009F]{0,254}[^\\/:*?""<>|. \u0000-\u001F\u007F-\u009F])";

    private const string Accepted =
        "a regular file in Bridge:FileFolder, given relative to that folder or as an absolute path inside it, without links and \"..\"";

    private static readonly EnumerationOptions Everything = new()
        { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };

    private static readonly SearchValues<char> Special = SearchValues.Create("\\:*?\"<>|");

    /// <summary>Gets the rule for a path; its limits are in bytes of UTF-8. Names of Windows devices, like NUL, are refused.</summary>
    public static TextRule PathRule { get; } = new() { Pattern = $"^{Name}(/{Name})*$", Min = 1, Max = MaxPathLength };

    private readonly string? _folder = options.Folder is { Length: > 0 } configured
        ? Path.TrimEndingDirectorySeparator(Path.GetFullPath(configured))
        : null;

    private readonly StringComparison _comparison = options.PathComparison;

    private readonly int _quota = options.Quota;

    // Held while a file is written, so that two requests can't both add the last file of the quota.
    private readonly SemaphoreSlim _writeLock = new(1, 1);

    /// <summary>Returns the full path of a file for mGBA to open.</summary>
    /// <exception cref="RequestException">The path names no file in the folder.</exception>
    public string ForEmulator(string? path)
    {
        using var place = FindExisting(path);
        return Encoding.UTF8.GetByteCount(place.Path) <= MaxPathLength
            ? place.Path
            : throw Parameters.Refuse("path", path!, $"a file whose full path has at most {MaxPathLength} bytes");
    }

    /// <summary>Returns the bytes of a file, at most the payload of one command.</summary>
    /// <exception cref="RequestException">The path names no file in the folder, or the file is too large or unreadable.</exception>
    public byte[] Read(string? path)
    {
        using var place = FindExisting(path);
        return Use(place.Path, () => place.Folder.TryRead(place.Entry.Name, WireLimits.PayloadBytes, out var bytes)
            ? bytes
            : throw new RequestException(ProblemTypes.TooLarge,
                $"The state in {path} must be at most {WireLimits.PayloadBytes:N0} bytes.", "path"));
    }

    /// <summary>Returns the place of a file to write, whether it exists or not. The caller disposes it.</summary>
    /// <exception cref="RequestException">The path names no possible file in the folder, or a new file and the folder is full.</exception>
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

    /// <summary>Replaces a file atomically: a reader sees the old contents or the new ones, never a part.</summary>
    /// <param name="place">From <see cref="ForWriting"/>; the caller still owns it.</param>
    /// <param name="bytes">The new contents.</param>
    /// <param name="cancellationToken">Ends the wait for another write; the old file remains.</param>
    /// <exception cref="RequestException">The folder is full, or can't be written to.</exception>
    public async Task WriteAsync(FilePlace place, ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        await _writeLock.WaitAsync(cancellationToken);
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
            _writeLock.Release();
        }
    }

    public void Dispose() => _writeLock.Dispose();

    // Files hold states and pictures, whose size is limited, so limiting their number limits the bytes.
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

    private FilePlace FindExisting(string? path)
    {
        var place = Find(path);
        if (place?.Entry is { Kind: EntryKind.File, Length: > 0 })
            return place;
        place?.Dispose();
        throw new RequestException(ProblemTypes.NotFound, $"path must be an existing file that is not empty; got \"{path}\".", "path");
    }

    // Returns null if a folder in the path is missing. The caller disposes the place.
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

    // Splits a path into the names of its folders and of the file.
    private string[] NamesOf(string? path)
    {
        if (_folder is null)
        {
            throw new RequestException(ProblemTypes.Unsupported,
                "Routes that take a path are off, because Bridge:FileFolder is not set. The routes under /emulators transfer states and "
                + "pictures in HTTP bodies.", "path");
        }

        var text = MgbaHttpQuery.Required(path, "path", Accepted);
        if (!PathRule.HasLength(text) || text.Any(char.IsControl) || text.Split('/', '\\').Contains(".."))
            throw Parameters.Refuse("path", text, Accepted);
        var file = Path.GetFullPath(text, _folder);
        // The root of a drive or of the file system ends in a separator already.
        var prefix = Path.EndsInDirectorySeparator(_folder) ? _folder : _folder + Path.DirectorySeparatorChar;
        var names = file.StartsWith(prefix, _comparison) ? file[prefix.Length..].Split(Path.DirectorySeparatorChar) : [];
        return names.Length > 0 && names.All(IsPlainName) ? names : throw Parameters.Refuse("path", text, Accepted);
    }

    // Rejects alternate data streams (a:b) and names that Windows changes (a trailing dot) on every system, because the folder may be
    // shared with Windows.
    private static bool IsPlainName(string name) => name.Length > 0
        && Encoding.UTF8.GetByteCount(name) <= MaxNameLength && name[^1] is not ('.' or ' ')
        && !name.AsSpan().ContainsAny(Special) && !DeviceName.Is(name);

    // Returns the name on disk that differs only in its Unicode normalization, unless the exact name exists.
    private static string SpelledOnDisk(SafeFolder folder, string name) => Ascii.IsValid(name)
        || folder.Look(name).Kind is not EntryKind.Missing
        ? name
        : folder.Names().Where(entry => CanonicalName.AreSame(entry, name)).Min(StringComparer.Ordinal) ?? name;

    // Logs why a file can't be used; the client must not learn where the folder is.
    private T Use<T>(string path, Func<T> use)
    {
        try
        {
            return use();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Log.StorageFailed(logger, path, exception);
            throw StorageFailure.Explain(exception, "this file",
                "The bridge can't use this file; the bridge's log has the reason.", "path");
        }
    }
}
