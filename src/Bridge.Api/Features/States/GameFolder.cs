using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Files;
using Bridge.SocketPool;

namespace Bridge.Api.Features.States;

/// <summary>
/// Stores files by name, in a folder for each emulator and game. Files are replaced atomically. Names that differ only in case are the
/// same file, as on Windows and macOS.
/// </summary>
/// <param name="kind">What the files are.</param>
/// <param name="root">The full path of the folder; null: there is none.</param>
/// <param name="time">The clock.</param>
/// <param name="logger">Gets why the folder can't be used.</param>
internal abstract class GameFolder(GameFileKind kind, string? root, TimeProvider time, ILogger logger) : IDisposable
{
    // Doesn't follow links.
    private static readonly EnumerationOptions Below = new()
        { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };

    // Held while files are written or deleted.
    private readonly SemaphoreSlim _changing = new(1, 1);

    /// <summary>Returns the files of a game, by name.</summary>
    public IReadOnlyList<StoredFile> List(string emulator, EmulatorFacts game) => Use(emulator, game, create: false, folder =>
        folder is null ? [] : Files(folder).Select(Describe).OrderBy(file => file.Name, StringComparer.OrdinalIgnoreCase).ToArray());

    /// <summary>Returns the bytes of a file.</summary>
    /// <exception cref="RequestException">There is no file of this name: 404.</exception>
    public byte[] Read(string emulator, EmulatorFacts game, string name) => ReadIfAny(emulator, game, name) ?? throw Unknown(name);

    /// <summary>Returns the bytes of a file; null if there is none of this name.</summary>
    public byte[]? ReadIfAny(string emulator, EmulatorFacts game, string name) =>
        Use(emulator, game, create: false, folder => ReadIfAny(folder, name));

    /// <summary>
    /// Returns the bytes of the newest file of this name that another build of the game has, which has the same title and another
    /// checksum; null if there is none.
    /// </summary>
    public byte[]? ReadOfOtherBuild(string emulator, EmulatorFacts game, string name)
    {
        var ofGame = FolderOf(game);
        var files = UseFolder(emulator, ofGame: null, create: false, folder => folder?.Names().Where(IsOther).ToArray() ?? [])
            .Select(build => (Build: build, File: UseFolder(emulator, build, create: false, folder => Find(folder, name))));
        var newest = files.Where(found => found.File is not null).OrderByDescending(found => found.File!.Value.ChangedAt).FirstOrDefault();
        return newest.Build is { } other ? UseFolder(emulator, other, create: false, folder => ReadIfAny(folder, name)) : null;

        // The folders of all builds are called alike, up to the checksum at the end.
        bool IsOther(string folder) =>
            folder.Length == ofGame.Length && folder != ofGame && folder.StartsWith(ofGame[..^game.Crc32.Length], StringComparison.Ordinal);
    }

    /// <exception cref="RequestException">There is a file of this name: 409.</exception>
    public void CheckNew(string emulator, EmulatorFacts game, string name) => Use(emulator, game, create: false, folder =>
        Find(folder, name) is null ? true : throw Exists(name));

    /// <summary>Writes a file. Replaces one of the same name, unless the name has to be new.</summary>
    /// <returns>The file, and whether its name is new.</returns>
    /// <exception cref="RequestException">The game has the maximum number of files, or one of this name: 409.</exception>
    public async Task<(StoredFile File, bool IsNew)> WriteAsync(
        string emulator, EmulatorFacts game, string name, ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken,
        bool mustBeNew = false)
    {
        await _changing.WaitAsync(cancellationToken);
        try
        {
            return Use(emulator, game, create: true, folder => Write(folder!, name, bytes.Span, mustBeNew));
        }
        finally
        {
            _changing.Release();
        }
    }

    /// <summary>Deletes a file.</summary>
    /// <exception cref="RequestException">There is no file of this name: 404.</exception>
    public async Task DeleteAsync(string emulator, EmulatorFacts game, string name, CancellationToken cancellationToken)
    {
        if (!await DeleteIfAnyAsync(emulator, game, name, cancellationToken))
            throw Unknown(name);
    }

    /// <summary>Deletes a file; returns false if there is none of this name.</summary>
    public async Task<bool> DeleteIfAnyAsync(string emulator, EmulatorFacts game, string name, CancellationToken cancellationToken)
    {
        await _changing.WaitAsync(cancellationToken);
        try
        {
            return Use(emulator, game, create: false, folder =>
            {
                if (Find(folder, name) is not { } file)
                    return false;
                folder!.Delete(file.Name);
                return true;
            });
        }
        finally
        {
            _changing.Release();
        }
    }

    /// <summary>Deletes the files of this name, of all emulators and games, that are older than <paramref name="maxAge"/>.</summary>
    public async Task DeleteOldAsync(string name, TimeSpan maxAge)
    {
        if (root is null || !Directory.Exists(root))
            return;
        await _changing.WaitAsync();
        try
        {
            PrivateFiles.CheckFolder(root, root);
            foreach (var file in Directory.EnumerateFiles(root, name + kind.Extension, Below))
            {
                if (time.GetUtcNow() - File.GetLastWriteTimeUtc(file) > maxAge)
                    File.Delete(file);
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Log.StorageFailed(logger, root, exception);
        }
        finally
        {
            _changing.Release();
        }
    }

    public void Dispose() => _changing.Dispose();

    private (StoredFile File, bool IsNew) Write(SafeFolder folder, string name, ReadOnlySpan<byte> bytes, bool mustBeNew)
    {
        var old = Find(folder, name);
        if (old is not null && mustBeNew)
            throw Exists(name);
        if (old is null && Files(folder).Count() >= kind.Max)
        {
            throw new RequestException(kind.TooMany,
                $"This game already has {kind.Max} {kind.Word}s, the maximum; delete or overwrite a {kind.Word}.", "name");
        }

        folder.DeleteOldTemporaries(time);
        var target = old?.Name ?? name + kind.Extension;
        folder.Replace(target, bytes, flushToDisk: true);
        return (Describe(folder.Look(target)), old is null);
    }

    private byte[]? ReadIfAny(SafeFolder? folder, string name)
    {
        if (Find(folder, name) is not { } file)
            return null;
        return folder!.TryRead(file.Name, kind.MaxBytes, out var bytes)
            ? bytes
            : throw new RequestException(ProblemTypes.TooLarge,
                $"The {kind.Word} {name} must be at most {kind.MaxBytes:N0} bytes; got {file.Length:N0}.", "name");
    }

    private static string FolderOf(EmulatorFacts game) => $"{StateName.Clean(game.Title)}-{StateName.Clean(game.Crc32)}";

    private T Use<T>(string emulator, EmulatorFacts game, bool create, Func<SafeFolder?, T> use) =>
        UseFolder(emulator, FolderOf(game), create, use);

    // Passes null if the game has no folder yet. Without a game, passes the folder of the emulator.
    private T UseFolder<T>(string emulator, string? ofGame, bool create, Func<SafeFolder?, T> use)
    {
        if (root is null)
        {
            throw new RequestException(ProblemTypes.Unsupported,
                $"The bridge has no folder for named {kind.Word}s, because this account has no folder for application data. Set "
                + $"{kind.Setting} ({kind.Setting.Replace(":", "__", StringComparison.Ordinal)}=…).");
        }

        try
        {
            if (create)
                PrivateFiles.CreateFolder(root);
            else if (!Directory.Exists(root))
                return use(null);
            using var folder = SafeFolder.Open(root);
            folder.CheckTrust(root);
            return use(TryEnter(folder, emulator, create) && (ofGame is null || TryEnter(folder, ofGame, create)) ? folder : null);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The client must not learn where the folder is.
            Log.StorageFailed(logger, Path.Join(root, emulator, ofGame), exception);
            throw StorageFailure.Explain(exception, $"named {kind.Word}s",
                $"The bridge can't use the folder of named {kind.Word}s; the bridge's log has the reason.");
        }
    }

    private bool TryEnter(SafeFolder folder, string name, bool create)
    {
        if (create)
            folder.Create(name);
        return folder.Enter(name) switch
        {
            EntryKind.Folder => true,
            EntryKind.Missing => false,
            _ => throw Misplaced(),
        };
    }

    private IEnumerable<FolderEntry> Files(SafeFolder folder) =>
        folder.Names().Where(IsOurs).Select(folder.Look).Where(entry => entry.Kind is EntryKind.File);

    // The bridge did not create other files, and no request could name them.
    private bool IsOurs(string file) =>
        file.EndsWith(kind.Extension, StringComparison.Ordinal) && StateName.Fits(file[..^kind.Extension.Length]);

    private FolderEntry? Find(SafeFolder? folder, string name)
    {
        var file = folder?.Names().Where(IsOurs).FirstOrDefault(
            file => file.Equals(name + kind.Extension, StringComparison.OrdinalIgnoreCase));
        if (file is null)
            return null;
        return folder!.Look(file) switch
        {
            { Kind: EntryKind.Missing } => null,
            { Kind: EntryKind.File } entry => entry,
            _ => throw Misplaced(),
        };
    }

    private StoredFile Describe(FolderEntry file) => new(file.Name[..^kind.Extension.Length], file.Length, file.ChangedAt);

    /// <summary>Returns the refusal of a name that the game doesn't have.</summary>
    public RequestException Unknown(string name) => new(
        kind.Unknown, $"This game has no {kind.Word} \"{name}\"; GET …/{kind.Word}s lists its {kind.Word}s.", "name");

    private RequestException Exists(string name) => new(ProblemTypes.Conflict,
        $"name must be new; this game has a {kind.Word} \"{name}\" already. Choose another name, or overwrite it.", "name");

    private RequestException Misplaced() => new(ProblemTypes.StorageFailed,
        $"The folder of named {kind.Word}s has a link, a folder or a pipe where a {kind.Word} belongs; the bridge uses only files that "
        + "it created.");
}
