using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.Symbols.Formats;
using Bridge.Api.Server.Files;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Symbols;

/// <summary>A file of one emulator's game: the one that a client stored, or else the one in the folder.</summary>
/// <typeparam name="T">What is read from it.</typeparam>
internal sealed class GameFile<T> where T : class
{
    /// <summary>After this time, a file that was missing or unusable is looked for again.</summary>
    public static readonly TimeSpan LookAgainAfter = TimeSpan.FromSeconds(2);

    private readonly FolderFile _file;
    private readonly Func<ReadOnlyMemory<byte>, EmulatorFacts, T> _read;
    private readonly TimeProvider _time;
    // Held while the folder is read, so that what is stored or forgotten meanwhile is not replaced by something older.
    private readonly Lock _gate = new();
    private volatile KnownFile<T>? _stored;
    private volatile FoundFile? _found;

    /// <param name="file">Finds the file in the folder.</param>
    /// <param name="read">Reads it.</param>
    /// <param name="time">The clock.</param>
    public GameFile(FolderFile file, Func<ReadOnlyMemory<byte>, EmulatorFacts, T> read, TimeProvider time) =>
        (_file, _read, _time) = (file, read, time);

    /// <summary>Returns whether the folder has to be read before something is known of the file of a game.</summary>
    public bool MustLook(EmulatorFacts game) => _file.IsConfigured && !IsOf(_stored, game)
        && (_found is not { } found || !IsOf(found.File, game) || IsOutdated(found));

    /// <summary>Returns what is known of the file of a game without looking at the folder; null: nothing.</summary>
    public KnownFile<T>? FindKnown(EmulatorFacts game) => _stored is { } stored && IsOf(stored, game) ? stored
        : _found is { } found && IsOf(found.File, game) ? found.File : null;

    /// <summary>Returns what is known of the file of a game; reads it from the folder if nothing is. Null: no folder has one.</summary>
    public KnownFile<T>? Find(EmulatorFacts game) => FindKnown(game) ?? (_file.IsConfigured ? Look(game, again: false) : null);

    /// <summary>Looks for the file in the folder, if that has to be done.</summary>
    public void Look(EmulatorFacts game)
    {
        if (MustLook(game))
            Look(game, again: true);
    }

    /// <summary>Keeps what a client stored for a game, in place of what was there.</summary>
    public void Store(T loaded, EmulatorFacts game)
    {
        lock (_gate)
            (_stored, _found) = (new KnownFile<T>(game.Crc32, loaded), null);
    }

    /// <summary>Forgets what was stored and found. The file in the folder is read again when it is next needed.</summary>
    public void Forget()
    {
        lock (_gate)
            (_stored, _found) = (null, null);
    }

    // again: whether to read the folder again if the file was missing or unusable some time ago.
    private KnownFile<T> Look(EmulatorFacts game, bool again)
    {
        lock (_gate)
        {
            var before = _found is { } found && IsOf(found.File, game) ? found : null;
            if (before is null || (again && IsOutdated(before)))
                _found = before = Read(game, before);
            return before.File;
        }
    }

    private FoundFile Read(EmulatorFacts game, FoundFile? before)
    {
        FolderEntry? entry = null;
        try
        {
            if (_file.Read(game, before?.Entry) is not var (found, bytes))
                return Found(loaded: null, problem: null);
            entry = found;
            return bytes is null ? before! with { At = _time.GetTimestamp() } : Found(_read(bytes, game), problem: null);
        }
        catch (SymbolFormatException exception)
        {
            return Found(loaded: null, $"The file of the game's {_file.What} can't be used: {exception.Message}.");
        }
        catch (RequestException exception)
        {
            return Found(loaded: null, $"The file of the game's {_file.What} can't be used: {exception.Message}");
        }
        catch (IOException exception)
        {
            return Found(loaded: null, exception.Message);
        }

        FoundFile Found(T? loaded, string? problem) => new(
            new KnownFile<T>(game.Crc32, loaded, loaded is null ? null : entry?.Name, problem), entry, _time.GetTimestamp());
    }

    // A file that could be read is not read again while its game runs, unless a client deletes the symbols or types.
    private bool IsOutdated(FoundFile found) => found.File.Loaded is null && _time.GetElapsedTime(found.At) >= LookAgainAfter;

    private static bool IsOf(KnownFile<T>? known, EmulatorFacts game) => known?.Crc32 == game.Crc32;

    /// <summary>What was found in the folder.</summary>
    /// <param name="File">What is known of the file now.</param>
    /// <param name="Entry">The file that was read; null: none.</param>
    /// <param name="At">When the folder was looked at.</param>
    private sealed record FoundFile(KnownFile<T> File, FolderEntry? Entry, long At);
}

/// <summary>What is known of a file of a game.</summary>
/// <param name="Crc32">The CRC-32 of the game's ROM.</param>
/// <param name="Loaded">What was read from it; null: there is none.</param>
/// <param name="Name">Its name in the folder; null: a client stored it.</param>
/// <param name="Problem">A sentence that says why it can't be used.</param>
internal sealed record KnownFile<T>(string Crc32, T? Loaded, string? Name = null, string? Problem = null) where T : class;
