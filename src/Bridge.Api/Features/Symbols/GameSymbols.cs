using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Symbols.Formats;
using Bridge.Api.Server.Files;
using Bridge.Api.Server.Inline;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Symbols;

/// <summary>
/// The symbols of one emulator's game: those that a client stored, or else those of a file in the folder. They belong to the game, by its
/// CRC-32, and don't apply to another one.
/// </summary>
internal sealed class GameSymbols
{
    /// <summary>After this time, a file that was missing or unusable is looked for again. Those of all games may be on a slow disk.</summary>
    public static readonly TimeSpan LookAgainAfter = TimeSpan.FromSeconds(2);

    private readonly EmulatorClient _client;
    private readonly SymbolFolder _folder;
    private readonly SymbolReader _reader;
    private readonly TimeProvider _time;
    // Held while the folder is read, so that symbols which are stored or forgotten meanwhile are not replaced by older ones.
    private readonly Lock _gate = new();
    private volatile KnownSymbols? _stored;
    private volatile FoundSymbols? _found;
    private int _isQueued;

    public GameSymbols(EmulatorClient client, SymbolFolder folder, SymbolReader reader, TimeProvider time)
    {
        (_client, _folder, _reader, _time) = (client, folder, reader, time);
        Now = () => Find()?.Names;
        AtOnce = () =>
        {
            if (MustRead)
                LookLater();
            return (_stored is not null || _found is not null) && _client.Status.Facts is { } game ? FindKnown(game)?.Names : null;
        };
    }

    /// <summary>
    /// Gets what returns the names of the game that runs now. Reads their file, once for a game, which takes up to some tenths of a
    /// second: requests call <see cref="ReadyAsync"/> first.
    /// </summary>
    public SymbolsNow Now { get; }

    /// <summary>
    /// Gets what returns the names at once, for events. While a file has to be read, that happens on the thread pool, and it returns what
    /// is known already.
    /// </summary>
    public SymbolsNow AtOnce { get; }

    /// <summary>
    /// Returns <see cref="Now"/> after the file is read, on the thread pool; completes at once if none has to be read. A file that was
    /// missing or unusable is looked for again.
    /// </summary>
    public ValueTask<SymbolsNow> ReadyAsync() => MustRead ? new ValueTask<SymbolsNow>(ReadAsync()) : new ValueTask<SymbolsNow>(Now);

    /// <summary>Returns the symbols of the game that runs now; null if nothing is known of them.</summary>
    public KnownSymbols? Find()
    {
        if ((_stored is null && !_folder.IsConfigured) || _client.Status.Facts is not { } game)
            return null;
        return FindKnown(game) ?? (_folder.IsConfigured ? FindInFolder(game, again: false) : null);
    }

    /// <summary>Stores the symbols of a game, in place of earlier ones.</summary>
    /// <exception cref="RequestException">The file is no file of symbols, of another console, or there are too many.</exception>
    public LoadedSymbols Store(ReadOnlySpan<byte> file, EmulatorFacts game)
    {
        try
        {
            var loaded = _reader.Read(file, game);
            lock (_gate)
                (_stored, _found) = (new KnownSymbols(game.Crc32, loaded), null);
            return loaded;
        }
        catch (SymbolFormatException exception)
        {
            throw new RequestException(ProblemTypes.InvalidBody, $"The body must be a file of symbols: {exception.Message}.");
        }
    }

    /// <summary>Forgets the symbols. Those of the folder are read again when a name is next used.</summary>
    public void Forget()
    {
        lock (_gate)
            (_stored, _found) = (null, null);
    }

    private bool MustRead => _folder.IsConfigured && _client.Status.Facts is { } game && !IsOf(_stored, game)
        && (_found is not { } found || !IsOf(found.Symbols, game) || IsOutdated(found));

    private void LookLater()
    {
        if (Interlocked.Exchange(ref _isQueued, 1) == 0)
        {
            _ = Task.Run(() =>
            {
                Volatile.Write(ref _isQueued, 0);
                Look();
            });
        }
    }

    private void Look()
    {
        if (_client.Status.Facts is { } game)
            FindInFolder(game, again: true);
    }

    private KnownSymbols? FindKnown(EmulatorFacts game) => _stored is { } stored && IsOf(stored, game) ? stored
        : _found is { } found && IsOf(found.Symbols, game) ? found.Symbols : null;

    private async Task<SymbolsNow> ReadAsync()
    {
        await InlineScheduling.SwitchToThreadPool();
        Look();
        return Now;
    }

    private KnownSymbols FindInFolder(EmulatorFacts game, bool again)
    {
        if (_found is { } found && IsCurrent(found))
            return found.Symbols;
        lock (_gate)
        {
            var before = _found is { } read && IsOf(read.Symbols, game) ? read : null;
            if (before is null || !IsCurrent(before))
                _found = before = Read(game, before);
            return before.Symbols;
        }

        bool IsCurrent(FoundSymbols known) => IsOf(known.Symbols, game) && !(again && IsOutdated(known));
    }

    private FoundSymbols Read(EmulatorFacts game, FoundSymbols? before)
    {
        FolderEntry? file = null;
        try
        {
            if (_folder.Read(game, before?.File) is not var (entry, bytes))
                return Found(null, null);
            file = entry;
            return bytes is null ? before! with { At = _time.GetTimestamp() } : Found(_reader.Read(bytes, game), null);
        }
        catch (SymbolFormatException exception)
        {
            return Found(null, $"The file of the game's symbols can't be used: {exception.Message}.");
        }
        catch (Exception exception) when (exception is IOException or RequestException)
        {
            return Found(null, exception.Message);
        }

        FoundSymbols Found(LoadedSymbols? loaded, string? problem) => new(
            new KnownSymbols(game.Crc32, loaded, loaded is null ? null : file?.Name, problem), file, _time.GetTimestamp());
    }

    private bool IsOutdated(FoundSymbols found) => found.Symbols.Loaded is null && _time.GetElapsedTime(found.At) >= LookAgainAfter;

    private static bool IsOf(KnownSymbols? known, EmulatorFacts game) => known?.Crc32 == game.Crc32;

    /// <summary>What was found in the folder.</summary>
    /// <param name="Symbols">The symbols of the file.</param>
    /// <param name="File">The file that was read; null: none.</param>
    /// <param name="At">When the folder was looked at.</param>
    private sealed record FoundSymbols(KnownSymbols Symbols, FolderEntry? File, long At);
}
