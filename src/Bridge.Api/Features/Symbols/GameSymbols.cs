using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Symbols.Formats;
using Bridge.Api.Server.Inline;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Symbols;

/// <summary>
/// The symbols of one emulator's game: those that a client stored, or else those of a file in the folder. They belong to the game, by its
/// CRC-32, and don't apply to another one.
/// </summary>
internal sealed class GameSymbols
{
    private readonly EmulatorClient _client;
    private readonly SymbolFolder _folder;
    private readonly SymbolReader _reader;
    private readonly Lock _reading = new();
    private volatile KnownSymbols? _stored;
    private volatile KnownSymbols? _found;

    public GameSymbols(EmulatorClient client, SymbolFolder folder, SymbolReader reader)
    {
        (_client, _folder, _reader) = (client, folder, reader);
        Now = () => Find()?.Loaded?.Table;
    }

    /// <summary>
    /// Gets what returns the symbols of the game that runs now. Reads their file, once for a game, which takes up to some tenths of a
    /// second: requests that run inline call <see cref="ReadyAsync"/> first.
    /// </summary>
    public SymbolsNow Now { get; }

    /// <summary>Returns <see cref="Now"/> after the file is read, on the thread pool; completes at once if none has to be read.</summary>
    public ValueTask<SymbolsNow> ReadyAsync() => MustRead ? new ValueTask<SymbolsNow>(ReadAsync()) : new ValueTask<SymbolsNow>(Now);

    /// <summary>Returns the symbols of the game that runs now; null if nothing is known of them.</summary>
    public KnownSymbols? Find()
    {
        if ((_stored is null && !_folder.IsConfigured) || _client.Status.Facts is not { } game)
            return null;
        if (_stored is { } stored && IsOf(stored, game))
            return stored;
        return _folder.IsConfigured ? FindInFolder(game) : null;
    }

    /// <summary>Stores the symbols of a game, in place of earlier ones.</summary>
    /// <exception cref="RequestException">The file is no file of symbols, of another console, or there are too many.</exception>
    public LoadedSymbols Store(ReadOnlySpan<byte> file, EmulatorFacts game)
    {
        try
        {
            var loaded = _reader.Read(file, game);
            (_stored, _found) = (new KnownSymbols(game.Crc32, loaded), null);
            return loaded;
        }
        catch (SymbolFormatException exception)
        {
            throw new RequestException(ProblemTypes.InvalidBody, $"The body must be a file of symbols: {exception.Message}.");
        }
    }

    /// <summary>Forgets the symbols. Those of the folder are read again when a name is next used.</summary>
    public void Forget() => (_stored, _found) = (null, null);

    private bool MustRead => _folder.IsConfigured && _client.Status.Facts is { } game && !IsOf(_stored, game) && !IsOf(_found, game);

    private async Task<SymbolsNow> ReadAsync()
    {
        await InlineScheduling.SwitchToThreadPool();
        Find();
        return Now;
    }

    private KnownSymbols FindInFolder(EmulatorFacts game)
    {
        if (_found is { } found && IsOf(found, game))
            return found;
        lock (_reading)
        {
            if (_found is not { } read || !IsOf(read, game))
                _found = read = Read(game);
            return read;
        }
    }

    private KnownSymbols Read(EmulatorFacts game)
    {
        try
        {
            return _folder.Read(game) is var (name, bytes)
                ? new KnownSymbols(game.Crc32, _reader.Read(bytes, game), name)
                : new KnownSymbols(game.Crc32, null);
        }
        catch (SymbolFormatException exception)
        {
            return new KnownSymbols(game.Crc32, null, Problem: $"The file of the game's symbols can't be used: {exception.Message}.");
        }
        catch (Exception exception) when (exception is IOException or RequestException)
        {
            return new KnownSymbols(game.Crc32, null, Problem: exception.Message);
        }
    }

    private static bool IsOf(KnownSymbols? known, EmulatorFacts game) => known?.Crc32 == game.Crc32;
}

/// <summary>What is known of the symbols of a game.</summary>
/// <param name="Crc32">The CRC-32 of the game's ROM.</param>
/// <param name="Loaded">The symbols; null: it has none.</param>
/// <param name="File">The name of their file in the folder; null: a client stored them.</param>
/// <param name="Problem">A sentence that says why the file can't be used.</param>
internal sealed record KnownSymbols(string Crc32, LoadedSymbols? Loaded, string? File = null, string? Problem = null);
