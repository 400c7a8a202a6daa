using Bridge.Api.Emulators;
using Bridge.Api.Errors;
using Bridge.SocketPool;
using Bridge.SocketPool.Framing;
using Microsoft.Extensions.Options;

namespace Bridge.Api.Storage;

/// <summary>
/// The named states: files in a folder for each emulator and game. A file appears whole or not at all. Names that differ only in
/// case are the same state, as they are on Windows and macOS.
/// </summary>
internal sealed class StateFolder(IOptions<BridgeOptions> options, TimeProvider time, ILogger<StateFolder> logger) : IDisposable
{
    /// <summary>States of one game.</summary>
    public const int MostStates = 256;

    private const string Extension = ".state";

    private static readonly TimeSpan LeftBehind = TimeSpan.FromHours(1);

    private readonly string? _root = options.Value.StateFolder is { Length: > 0 } configured ? Path.GetFullPath(configured) : Default();
    private readonly SemaphoreSlim _changing = new(1, 1);

    /// <summary>The states of a game, by name.</summary>
    public IReadOnlyList<StoredState> List(string emulator, EmulatorFacts game) => Guard(() =>
    {
        var folder = FolderOf(emulator, game);
        return Files(folder).Select(file => Describe(file)).OrderBy(state => state.Name, StringComparer.OrdinalIgnoreCase).ToArray();
    });

    /// <summary>The bytes of a state.</summary>
    /// <exception cref="RequestException">There is none of this name: 404.</exception>
    public byte[] Read(string emulator, EmulatorFacts game, string name) => Guard(() =>
    {
        var file = Find(FolderOf(emulator, game), name) ?? throw Unknown(name);
        return file.Length <= WireLimits.PayloadBytes
            ? File.ReadAllBytes(file.FullName)
            : throw new RequestException(ProblemTypes.TooLarge, $"The state {name} has {file.Length:N0} bytes; a state has {WireLimits.PayloadBytes:N0} at most.", "name");
    });

    /// <summary>Keeps a state; one of the same name is replaced.</summary>
    /// <returns>It, and whether it is new.</returns>
    /// <exception cref="RequestException">The game has as many states as it may have: 409.</exception>
    public async Task<(StoredState State, bool IsNew)> WriteAsync(
        string emulator, EmulatorFacts game, string name, ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        await _changing.WaitAsync(cancellationToken);
        try
        {
            return Guard(() => Write(FolderOf(emulator, game), name, bytes.Span));
        }
        finally
        {
            _changing.Release();
        }
    }

    /// <summary>Deletes a state.</summary>
    /// <exception cref="RequestException">There is none of this name: 404.</exception>
    public async Task DeleteAsync(string emulator, EmulatorFacts game, string name, CancellationToken cancellationToken)
    {
        await _changing.WaitAsync(cancellationToken);
        try
        {
            Guard(() =>
            {
                (Find(FolderOf(emulator, game), name) ?? throw Unknown(name)).Delete();
                return true;
            });
        }
        finally
        {
            _changing.Release();
        }
    }

    public void Dispose() => _changing.Dispose();

    private (StoredState State, bool IsNew) Write(DirectoryInfo folder, string name, ReadOnlySpan<byte> bytes)
    {
        folder.Create();
        var old = Find(folder, name);
        if (old is null && Files(folder).Count() >= MostStates)
        {
            throw new RequestException(ProblemTypes.TooManyStates,
                $"This game has {MostStates} states already, as many as are kept; delete one, or save over one.", "name");
        }

        // Its name begins with a dot, as no state's does. A write that was cut short leaves one behind, which a later one takes away.
        foreach (var left in folder.EnumerateFiles(".*.tmp").Where(file => time.GetUtcNow() - file.LastWriteTimeUtc > LeftBehind))
            left.Delete();
        var temporary = Path.Combine(folder.FullName, $".{Guid.NewGuid():N}.tmp");
        using (var file = new FileStream(temporary, FileMode.CreateNew, FileAccess.Write))
        {
            file.Write(bytes);
            file.Flush(flushToDisk: true);
        }

        var target = old?.FullName ?? Path.Combine(folder.FullName, name + Extension);
        File.Move(temporary, target, overwrite: true);
        return (Describe(new FileInfo(target)), old is null);
    }

    private DirectoryInfo FolderOf(string emulator, EmulatorFacts game)
    {
        if (_root is null)
        {
            throw new RequestException(ProblemTypes.Unsupported,
                "There is no folder for named states: this account has none for application data; set Bridge:StateFolder (Bridge__StateFolder=…).");
        }

        var ofEmulator = new DirectoryInfo(Path.Combine(_root, emulator));
        var ofGame = new DirectoryInfo(Path.Combine(ofEmulator.FullName, $"{StateName.Clean(game.Title)}-{StateName.Clean(game.Crc32)}"));
        return IsLink(ofEmulator) || IsLink(ofGame) ? throw Link() : ofGame;
    }

    private static IEnumerable<FileInfo> Files(DirectoryInfo folder) =>
        folder.Exists ? folder.EnumerateFiles("*" + Extension).Where(file => IsState(file) && file.Exists && !IsLink(file)) : [];

    // Another file was not made by the bridge, and its name couldn't be asked for.
    private static bool IsState(FileInfo file) => StateName.Fits(file.Name[..^Extension.Length]);

    private static FileInfo? Find(DirectoryInfo folder, string name)
    {
        if (!folder.Exists)
            return null;
        var entry = folder.EnumerateFileSystemInfos("*" + Extension)
            .FirstOrDefault(entry => entry.Name.Equals(name + Extension, StringComparison.OrdinalIgnoreCase));
        return entry is null || (entry is FileInfo && !IsLink(entry)) ? (FileInfo?)entry : throw Link();
    }

    private static bool IsLink(FileSystemInfo entry) => entry.LinkTarget is not null;

    private static StoredState Describe(FileInfo file) =>
        new(file.Name[..^Extension.Length], file.Length, new DateTimeOffset(file.LastWriteTimeUtc));

    private static RequestException Unknown(string name) =>
        new(ProblemTypes.UnknownState, $"This game has no state called \"{name}\"; GET …/states lists those it has.", "name");

    private static RequestException Link() =>
        new(ProblemTypes.StorageFailed, "The folder of named states has a link, or a folder, in the place of a state; only files that the bridge made are used.");

    // Exceptions of files name the folder, which is nobody's business but the log's.
    private T Guard<T>(Func<T> use)
    {
        try
        {
            return use();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            Logging.Log.StorageFailed(logger, exception);
            throw new RequestException(ProblemTypes.StorageFailed, "The bridge can't use its folder of named states; its log has the reason.");
        }
    }

    private static string? Default() =>
        Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, Environment.SpecialFolderOption.DoNotVerify) is { Length: > 0 } data
            ? Path.Combine(data, "Bridge", "states")
            : null;
}

/// <summary>A named state: its name, its size in bytes, when it was saved.</summary>
internal sealed record StoredState(string Name, long Size, DateTimeOffset SavedAt);
