using System.Buffers;
using System.Globalization;
using System.Text;
using Bridge.Api.Emulators;
using Bridge.Api.Endpoints;
using Bridge.Api.Errors;
using Bridge.Api.MgbaHttp;
using Bridge.SocketPool.Framing;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Storage;

/// <summary>
/// The one folder in which the routes that take a path work. Nothing outside it is reached: not by "..", not by an absolute
/// path, not by a link.
/// </summary>
internal sealed class FileFolder(IOptions<BridgeOptions> options, ILogger<FileFolder> logger) : IDisposable
{
    // On the wire three characters a byte, beside other arguments within the header's 1,024 bytes.
    private const int LongestPath = 300;

    // Of one name in a path, on every file system in use.
    private const int LongestName = 255;

    private const string Accepted = "a file in the folder that Bridge:FileFolder names: relative to it, or absolute and inside it, without links and \"..\"";

    private static readonly EnumerationOptions Everything = new() { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };

    private static readonly EnumerationOptions Readable = new() { IgnoreInaccessible = true, AttributesToSkip = 0 };

    private static readonly SearchValues<char> Special = SearchValues.Create("\\:*?\"<>|");

    private readonly string? _folder = options.Value.FileFolder is { Length: > 0 } configured
        ? Path.TrimEndingDirectorySeparator(Path.GetFullPath(configured))
        : null;

    private readonly int _quota = options.Value.FileQuota;

    // Held while a file is written, so that two don't both take the last place.
    private readonly SemaphoreSlim _writing = new(1, 1);

    /// <summary>The full path of a file that mGBA is to open.</summary>
    /// <exception cref="RequestException">It is no file in the folder.</exception>
    public string ForEmulator(string? path)
    {
        var file = Existing(path);
        return Encoding.UTF8.GetByteCount(file) <= LongestPath
            ? file
            : throw Parameters.Refuse("path", path!, $"a file whose whole path has up to {LongestPath} bytes");
    }

    /// <summary>The bytes of a file, up to what one command may carry.</summary>
    /// <exception cref="RequestException">It is no file in the folder, too large, or can't be read.</exception>
    public async Task<ReadOnlyMemory<byte>> ReadAsync(string? path, CancellationToken cancellationToken)
    {
        var file = Existing(path);
        try
        {
            if (new FileInfo(file).Length > WireLimits.PayloadBytes)
                throw new RequestException(ProblemTypes.TooLarge, $"{path} is larger than {WireLimits.PayloadBytes:N0} bytes, the most that a state may have.", "path");
            return await File.ReadAllBytesAsync(file, cancellationToken);
        }
        catch (Exception exception) when (IsOfTheFileSystem(exception))
        {
            throw Failed(exception);
        }
    }

    /// <summary>The full path of a file that is to be written, whether it exists or not.</summary>
    /// <exception cref="RequestException">It is no place for a file in the folder, or a new one and the folder is full.</exception>
    public string ForWriting(string? path)
    {
        var file = Resolve(path);
        if (!Directory.Exists(Path.GetDirectoryName(file)))
            throw new RequestException(ProblemTypes.NotFound, $"path is \"{path}\"; there is no such folder to write it in.", "path");
        CheckQuota(file);
        return file;
    }

    /// <summary>Writes a file as a whole: who reads it sees the old one or the new one, never a part.</summary>
    /// <param name="file">As <see cref="ForWriting"/> gave it.</param>
    /// <param name="bytes">All of them.</param>
    /// <param name="cancellationToken">Leaves the old file as it is.</param>
    /// <exception cref="RequestException">The folder is full, or can't be written to.</exception>
    public async Task WriteAsync(string file, ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        await _writing.WaitAsync(cancellationToken);
        try
        {
            CheckQuota(file);
            await ReplaceAsync(file, bytes, cancellationToken);
        }
        finally
        {
            _writing.Release();
        }
    }

    public void Dispose() => _writing.Dispose();

    private async Task ReplaceAsync(string file, ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        var temporary = Path.Combine(Path.GetDirectoryName(file)!, $".{Guid.NewGuid():N}.tmp");
        try
        {
            await File.WriteAllBytesAsync(temporary, bytes, cancellationToken);
            File.Move(temporary, file, overwrite: true);
        }
        catch (Exception exception) when (IsOfTheFileSystem(exception))
        {
            throw Failed(exception);
        }
        finally
        {
            File.Delete(temporary);
        }
    }

    // Each is a state or a picture, so their number limits their bytes, too.
    private void CheckQuota(string file)
    {
        if (!File.Exists(file) && Directory.EnumerateFiles(_folder!, "*", Everything).Skip(_quota - 1).Any())
        {
            throw new RequestException(ProblemTypes.TooManyFiles, string.Create(CultureInfo.InvariantCulture,
                $"The folder has {_quota:N0} files or more already, the most that Bridge:FileQuota allows; one that is there can be written over."), "path");
        }
    }

    private string Existing(string? path)
    {
        var file = Resolve(path);
        // Pipes and devices have no length; nobody gets to open one.
        return new FileInfo(file) is { Exists: true, Length: > 0 }
            ? file
            : throw new RequestException(ProblemTypes.NotFound, $"path is \"{path}\"; there is no such file, or it is empty.", "path");
    }

    private string Resolve(string? path)
    {
        if (_folder is null)
        {
            throw new RequestException(ProblemTypes.Unsupported,
                "Routes that take a path are off: Bridge:FileFolder names no folder for them. The routes under /emulators take and give states and pictures themselves.", "path");
        }

        var text = MgbaHttpQuery.Required(path, "path", Accepted);
        if (text.Length > LongestPath || text.Any(char.IsControl) || text.Split('/', '\\').Contains(".."))
            throw Parameters.Refuse("path", text, Accepted);
        var file = Path.GetFullPath(text, _folder);
        var names = file.StartsWith(_folder + Path.DirectorySeparatorChar, StringComparison.Ordinal)
            ? file[(_folder.Length + 1)..].Split(Path.DirectorySeparatorChar)
            : [];
        if (names.Length == 0 || !names.All(IsPlainName))
            throw Parameters.Refuse("path", text, Accepted);
        return Follow(names) is { } found && !Directory.Exists(found) ? found : throw Parameters.Refuse("path", text, Accepted);
    }

    // A name of a second stream (a:b) or in another spelling (a trailing dot) is no plain one, on any system: a folder may be shared with Windows.
    private static bool IsPlainName(string name) => name.Length > 0 && Encoding.UTF8.GetByteCount(name) <= LongestName && name[^1] is not ('.' or ' ')
        && !name.AsSpan().ContainsAny(Special) && !DeviceName.Is(name);

    // Null where a link is on the way.
    private string? Follow(string[] names)
    {
        var reached = _folder!;
        foreach (var name in names)
        {
            reached = Path.Combine(reached, SpelledOnDisk(reached, name));
            if (new FileInfo(reached).LinkTarget is not null)
                return null;
        }

        return reached;
    }

    // Of the names in a folder the one that differs only in the Unicode form of its letters, where none is spelled exactly so.
    private static string SpelledOnDisk(string folder, string name)
    {
        if (Ascii.IsValid(name) || Path.Exists(Path.Combine(folder, name)) || !Directory.Exists(folder))
            return name;
        return Directory.EnumerateFileSystemEntries(folder, "*", Readable).Select(entry => Path.GetFileName(entry))
            .Where(entry => CanonicalName.AreSame(entry, name)).Min(StringComparer.Ordinal) ?? name;
    }

    private static bool IsOfTheFileSystem(Exception exception) => exception is IOException or UnauthorizedAccessException;

    private RequestException Failed(Exception exception)
    {
        Logging.Log.StorageFailed(logger, exception);
        return new RequestException(ProblemTypes.StorageFailed, "The bridge can't use this file; its log has the reason.", "path");
    }
}
