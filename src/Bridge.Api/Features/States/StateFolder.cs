using Bridge.Api.Contract.Errors;
using Bridge.Api.Server.Diagnostics;
using Bridge.Api.Server.Files;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;

namespace Bridge.Api.Features.States;

/// <summary>
/// Stores the named states: files in a folder for each emulator and game. Files are replaced atomically. Names that differ only in case
/// are the same state, as on Windows and macOS.
/// </summary>
internal sealed class StateFolder(StateOptions options, TimeProvider time, ILogger<StateFolder> logger) : IDisposable
{
    /// <summary>Max states of one game.</summary>
    public const int MaxStates = 256;

    private const string Extension = ".state";

    // Not through links.
    private static readonly EnumerationOptions Below = new()
        { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };

    private static readonly TimeSpan MaxTemporaryAge = TimeSpan.FromHours(1);

    private readonly string? _root = options.Root;
    private readonly SemaphoreSlim _changing = new(1, 1);

    /// <summary>Returns the states of a game, by name.</summary>
    public IReadOnlyList<StoredState> List(string emulator, EmulatorFacts game) => Use(emulator, game, create: false, folder =>
        folder is null ? [] : States(folder).Select(Describe).OrderBy(state => state.Name, StringComparer.OrdinalIgnoreCase).ToArray());

    /// <summary>Returns the bytes of a state.</summary>
    /// <exception cref="RequestException">There is no state of this name: 404.</exception>
    public byte[] Read(string emulator, EmulatorFacts game, string name) => Use(emulator, game, create: false, folder =>
    {
        var file = Find(folder, name) ?? throw Unknown(name);
        return folder!.TryRead(file.Name, WireLimits.PayloadBytes, out var bytes)
            ? bytes
            : throw new RequestException(ProblemTypes.TooLarge,
                $"The state {name} must be at most {WireLimits.PayloadBytes:N0} bytes; got {file.Length:N0}.", "name");
    });

    /// <exception cref="RequestException">There is a state of this name: 409.</exception>
    public void CheckNew(string emulator, EmulatorFacts game, string name) => Use(emulator, game, create: false, folder =>
        Find(folder, name) is null ? true : throw Exists(name));

    /// <summary>Writes a state. Replaces a state of the same name, unless the name has to be new.</summary>
    /// <returns>The state, and whether its name is new.</returns>
    /// <exception cref="RequestException">The game has the maximum number of states, or a state of this name: 409.</exception>
    public async Task<(StoredState State, bool IsNew)> WriteAsync(
        string emulator, EmulatorFacts game, string name, ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken,
        bool isNew = false)
    {
        await _changing.WaitAsync(cancellationToken);
        try
        {
            return Use(emulator, game, create: true, folder => Write(folder!, name, bytes.Span, isNew));
        }
        finally
        {
            _changing.Release();
        }
    }

    /// <summary>Deletes a state.</summary>
    /// <exception cref="RequestException">There is no state of this name: 404.</exception>
    public async Task DeleteAsync(string emulator, EmulatorFacts game, string name, CancellationToken cancellationToken)
    {
        await _changing.WaitAsync(cancellationToken);
        try
        {
            Use(emulator, game, create: false, folder =>
            {
                var file = Find(folder, name) ?? throw Unknown(name);
                folder!.Delete(file.Name);
                return true;
            });
        }
        finally
        {
            _changing.Release();
        }
    }

    /// <summary>Deletes the states of this name, of all emulators and games, that are older than <paramref name="maxAge"/>.</summary>
    public async Task DeleteOldAsync(string name, TimeSpan maxAge)
    {
        if (_root is null || !Directory.Exists(_root))
            return;
        await _changing.WaitAsync();
        try
        {
            PrivateFiles.CheckFolder(_root, _root);
            foreach (var file in Directory.EnumerateFiles(_root, name + Extension, Below))
            {
                if (time.GetUtcNow() - File.GetLastWriteTimeUtc(file) > maxAge)
                    File.Delete(file);
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Log.StorageFailed(logger, _root, exception);
        }
        finally
        {
            _changing.Release();
        }
    }

    public void Dispose() => _changing.Dispose();

    private (StoredState State, bool IsNew) Write(SafeFolder folder, string name, ReadOnlySpan<byte> bytes, bool isNew)
    {
        var old = Find(folder, name);
        if (old is not null && isNew)
            throw Exists(name);
        if (old is null && States(folder).Count() >= MaxStates)
        {
            throw new RequestException(ProblemTypes.TooManyStates,
                $"This game already has {MaxStates} states, the maximum; delete or overwrite a state.", "name");
        }

        DeleteOldTemporaries(folder);
        var target = old?.Name ?? name + Extension;
        folder.Replace(target, bytes, flushToDisk: true);
        return (Describe(folder.Look(target)), old is null);
    }

    // Temporary files start with a dot, which no state does. An interrupted write leaves one behind.
    private void DeleteOldTemporaries(SafeFolder folder)
    {
        var left = folder.Names().Where(name => name.StartsWith('.') && name.EndsWith(".tmp", StringComparison.Ordinal)).Select(folder.Look)
            .Where(entry => entry.Kind is EntryKind.File && time.GetUtcNow() - entry.ChangedAt > MaxTemporaryAge);
        foreach (var file in left)
            folder.Delete(file.Name);
    }

    // Passes null if the game has no folder yet.
    private T Use<T>(string emulator, EmulatorFacts game, bool create, Func<SafeFolder?, T> use)
    {
        if (_root is null)
        {
            throw new RequestException(ProblemTypes.Unsupported,
                "The bridge has no folder for named states, because this account has no folder for application data. Set "
                + "Bridge:StateFolder (Bridge__StateFolder=…).");
        }

        var ofGame = $"{StateName.Clean(game.Title)}-{StateName.Clean(game.Crc32)}";
        try
        {
            if (create)
                PrivateFiles.CreateFolder(_root);
            else if (!Directory.Exists(_root))
                return use(null);
            using var folder = SafeFolder.Open(_root);
            folder.CheckTrust(_root);
            return use(TryEnter(folder, emulator, create) && TryEnter(folder, ofGame, create) ? folder : null);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The client must not learn where the folder is.
            Log.StorageFailed(logger, Path.Join(_root, emulator, ofGame), exception);
            throw StorageFailure.Explain(exception, "named states",
                "The bridge can't use the folder of named states; the bridge's log has the reason.");
        }
    }

    private static bool TryEnter(SafeFolder folder, string name, bool create)
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

    private static IEnumerable<FolderEntry> States(SafeFolder folder) =>
        folder.Names().Where(IsState).Select(folder.Look).Where(entry => entry.Kind is EntryKind.File);

    // The bridge did not create other files, and no request could name them.
    private static bool IsState(string file) =>
        file.EndsWith(Extension, StringComparison.Ordinal) && StateName.Fits(file[..^Extension.Length]);

    private static FolderEntry? Find(SafeFolder? folder, string name)
    {
        var file = folder?.Names().Where(IsState).FirstOrDefault(file => file.Equals(name + Extension, StringComparison.OrdinalIgnoreCase));
        if (file is null)
            return null;
        return folder!.Look(file) switch
        {
            { Kind: EntryKind.Missing } => null,
            { Kind: EntryKind.File } entry => entry,
            _ => throw Misplaced(),
        };
    }

    private static StoredState Describe(FolderEntry file) => new(file.Name[..^Extension.Length], file.Length, file.ChangedAt);

    private static RequestException Unknown(string name) =>
        new(ProblemTypes.UnknownState, $"This game has no state \"{name}\"; GET …/states lists its states.", "name");

    private static RequestException Exists(string name) => new(ProblemTypes.Conflict,
        $"name must be new; this game has a state \"{name}\" already. Choose another name, or overwrite it.", "name");

    private static RequestException Misplaced() =>
        new(ProblemTypes.StorageFailed,
            "The folder of named states has a link, a folder or a pipe where a state belongs; the bridge uses only files that it created.");
}

/// <summary>A named state: its name, its size in bytes, and when it was saved.</summary>
internal sealed record StoredState(string Name, long Size, DateTimeOffset SavedAt);
