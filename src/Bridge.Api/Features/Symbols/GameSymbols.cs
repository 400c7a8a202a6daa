using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Notebook;
using Bridge.Api.Features.Symbols.Formats;
using Bridge.Api.Server.Inline;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Symbols;

/// <summary>
/// The symbols of one emulator's game, and the types of what is there: those that a client stored, or else those of files in the folder.
/// The names of the game's notebook come before them. All belong to the game, by its CRC-32, and don't apply to another one.
/// </summary>
internal sealed class GameSymbols
{
    private readonly EmulatorClient _client;
    private readonly SymbolReader _reader;
    private readonly GameFile<LoadedSymbols> _symbols;
    private readonly GameFile<DataTypes> _types;
    private readonly Notebooks _notebooks;
    private readonly bool _hasFolder;
    private volatile JoinedNames? _joined;
    // 1 while reading the files waits for a thread of the pool; an int for Interlocked.
    private int _isQueued;

    public GameSymbols(
        EmulatorClient client, SymbolFolder folder, SymbolReader reader, TypesReader types, Notebooks notebooks, TimeProvider time)
    {
        (_client, _reader, _notebooks, _hasFolder) = (client, reader, notebooks, folder.Symbols.IsConfigured);
        _symbols = new GameFile<LoadedSymbols>(folder.Symbols, reader.Read, time);
        _types = new GameFile<DataTypes>(folder.Types, types.Read, time);
        Now = () => Game is { } game ? Join(_symbols.Find(game), _types.Find(game), _notebooks.Find(game)) : null;
        AtOnce = () =>
        {
            if (Game is not { } game)
                return null;
            if (MustLook(game))
                LookLater();
            return Join(_symbols.FindKnown(game), _types.FindKnown(game), _notebooks.FindKnown(game));
        };
    }

    /// <summary>
    /// Gets a function that returns the names of the game that runs now. It reads their files once for each game, which takes up to some
    /// tenths of a second, so requests call <see cref="ReadyAsync"/> first.
    /// </summary>
    public SymbolsNow Now { get; }

    /// <summary>
    /// Gets a function that returns the names without reading a file, for events. If a file has to be read, the thread pool does that, and
    /// the function returns what is known until then.
    /// </summary>
    public SymbolsNow AtOnce { get; }

    /// <summary>
    /// Returns <see cref="Now"/> after the files are read, on the thread pool; completes at once if none has to be read. A file that was
    /// missing or unusable is looked for again.
    /// </summary>
    public ValueTask<SymbolsNow> ReadyAsync() => Game is { } game && MustLook(game)
        ? new ValueTask<SymbolsNow>(LookAsync())
        : new ValueTask<SymbolsNow>(Now);

    /// <summary>Returns the symbols of the game that runs now; null if nothing is known of them.</summary>
    public KnownFile<LoadedSymbols>? Find() => Game is { } game ? _symbols.Find(game) : null;

    /// <summary>Returns the types of the game that runs now; null if nothing is known of them.</summary>
    public KnownFile<DataTypes>? FindTypes() => Game is { } game ? _types.Find(game) : null;

    /// <summary>Stores the symbols of a game, in place of earlier ones.</summary>
    /// <exception cref="RequestException">The file is no file of symbols, of another console, or there are too many.</exception>
    public LoadedSymbols Store(ReadOnlyMemory<byte> file, EmulatorFacts game)
    {
        try
        {
            var loaded = _reader.Read(file, game);
            _symbols.Store(loaded, game);
            return loaded;
        }
        catch (SymbolFormatException exception)
        {
            throw new RequestException(ProblemTypes.InvalidBody, $"The body must be a file of symbols: {exception.Message}.");
        }
    }

    /// <summary>Stores the types of a game, in place of earlier ones.</summary>
    /// <exception cref="RequestException">A member of the file is invalid or missing.</exception>
    public DataTypes Store(TypesFile file, EmulatorFacts game)
    {
        var types = TypesBuilder.Build(file, TypesReader.PointerOf(game));
        _types.Store(types, game);
        return types;
    }

    /// <summary>Forgets the symbols. Those of the folder are read again when a name is next used.</summary>
    public void Forget() => _symbols.Forget();

    /// <summary>Forgets the types. Those of the folder are read again when a name is next used.</summary>
    public void ForgetTypes() => _types.Forget();

    private EmulatorFacts? Game => _client.Facts;

    private bool MustLook(EmulatorFacts game) =>
        (_hasFolder && (_symbols.MustLook(game) || _types.MustLook(game))) || _notebooks.MustLook(game);

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

    private async Task<SymbolsNow> LookAsync()
    {
        await InlineScheduling.SwitchToThreadPool();
        Look();
        return Now;
    }

    private void Look()
    {
        if (Game is not { } game)
            return;
        _symbols.Look(game);
        _types.Look(game);
        if (_notebooks.MustLook(game))
            _notebooks.Look(game);
    }

    private GameNames? Join(KnownFile<LoadedSymbols>? symbols, KnownFile<DataTypes>? types, KnownNotebook? notebook)
    {
        if (symbols is null && types is null && notebook is null or { Names: null, Problem: null })
            return null;
        if (_joined is { } joined && joined.Symbols == (object?)symbols && joined.Types == (object?)types && joined.Notebook == notebook)
            return joined.Names;
        var names = new GameNames(symbols?.Loaded?.Table, symbols?.Problem ?? notebook?.Problem, types?.Loaded, notebook?.Names);
        _joined = new JoinedNames(symbols, types, notebook, names);
        return names;
    }

    /// <summary>The joined names and what they came from, so that they are not joined for each request.</summary>
    private sealed record JoinedNames(
        KnownFile<LoadedSymbols>? Symbols, KnownFile<DataTypes>? Types, KnownNotebook? Notebook, GameNames Names);
}
