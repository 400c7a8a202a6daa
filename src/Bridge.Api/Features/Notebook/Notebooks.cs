using System.Collections.Concurrent;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Features.States;
using Bridge.SocketPool;

namespace Bridge.Api.Features.Notebook;

/// <summary>
/// Holds the notebooks of the games, each by the CRC-32 of its ROM: emulators with the same game share one. Without a folder, notebooks
/// are lost when the bridge ends, and the oldest one when there are too many.
/// </summary>
internal sealed class Notebooks(NotebookFolder folder, TimeProvider time)
{
    /// <summary>Max notebooks in memory.</summary>
    public const int MaxKnown = 64;

    /// <summary>After this time, a file that could not be used is read again.</summary>
    private static readonly TimeSpan ReadAgainAfter = TimeSpan.FromSeconds(2);

    private readonly ConcurrentDictionary<string, KnownNotebook> _known = new(StringComparer.OrdinalIgnoreCase);

    // Held while a file is read or written, so that no change is lost.
    private readonly Lock _gate = new();

    /// <summary>Gets whether files have the notebooks.</summary>
    public bool IsStored => folder.IsStored;

    /// <summary>Returns whether the file of a game has to be read before its names are known.</summary>
    public bool MustLook(EmulatorFacts game) => folder.IsStored && (FindKnown(game) is not { } known
        || (known.Problem is not null && time.GetElapsedTime(known.At) >= ReadAgainAfter));

    /// <summary>Returns what is known of the notebook of a game without reading a file; null: nothing.</summary>
    public KnownNotebook? FindKnown(EmulatorFacts game) => _known.GetValueOrDefault(game.Crc32);

    /// <summary>Returns what is known of the notebook of a game; reads its file if nothing is.</summary>
    public KnownNotebook Find(EmulatorFacts game) => FindKnown(game) ?? Look(game);

    /// <summary>Reads the file of a game, if it has changed.</summary>
    public KnownNotebook Look(EmulatorFacts game)
    {
        lock (_gate)
            return Refresh(game);
    }

    /// <summary>Returns the notebook of a game.</summary>
    /// <exception cref="RequestException">Its file can't be used.</exception>
    public NotebookContents Read(EmulatorFacts game)
    {
        lock (_gate)
            return Usable(Refresh(game));
    }

    /// <summary>Changes the notebook of a game, and writes its file.</summary>
    /// <param name="game">The game.</param>
    /// <param name="change">Returns the changed notebook.</param>
    /// <exception cref="RequestException">
    /// Its file can't be used or written, the notebook would be too large, or <paramref name="change"/> refuses; nothing has changed.
    /// </exception>
    public NotebookContents Change(EmulatorFacts game, Func<NotebookContents, NotebookContents> change)
    {
        lock (_gate)
        {
            var changed = change(Usable(Refresh(game)));
            var bytes = NotebookReader.Write(changed);
            Keep(game, new KnownNotebook(
                changed, folder.IsStored ? folder.Write(KeyOf(game), bytes) : null, problem: null, time.GetTimestamp()));
            return changed;
        }
    }

    /// <summary>Deletes the notebook of a game, also one that can't be used.</summary>
    /// <exception cref="RequestException">Its file can't be deleted.</exception>
    public void Delete(EmulatorFacts game)
    {
        lock (_gate)
        {
            folder.Delete(KeyOf(game));
            _known.TryRemove(game.Crc32, out _);
        }
    }

    // Reads the file if it has changed, or could not be used before. A file that can't be used becomes an empty notebook with a problem.
    private KnownNotebook Refresh(EmulatorFacts game)
    {
        var before = FindKnown(game);
        if (!folder.IsStored)
            return before ?? Keep(game, new KnownNotebook(NotebookContents.Empty, entry: null, problem: null, time.GetTimestamp()));
        try
        {
            if (folder.Read(KeyOf(game), before?.Problem is null ? before?.Entry : null) is not var (entry, bytes))
            {
                return before is { Entry: null, Problem: null }
                    ? before
                    : Keep(game, new KnownNotebook(NotebookContents.Empty, entry: null, problem: null, time.GetTimestamp()));
            }

            return bytes is null
                ? before! : Keep(game, new KnownNotebook(NotebookReader.Read(bytes), entry, problem: null, time.GetTimestamp()));
        }
        catch (RequestException refused)
        {
            var problem = refused.Type == ProblemTypes.StorageFailed || refused.Type == ProblemTypes.Overloaded
                ? refused.Message
                : $"The notebook {NotebookFolder.FileOf(KeyOf(game))} can't be used: {refused.Message} Put the file right, or delete "
                    + "the notebook.";
            return Keep(game, new KnownNotebook(NotebookContents.Empty, entry: null, problem, time.GetTimestamp()));
        }
    }

    private static NotebookContents Usable(KnownNotebook known) => known.Problem is { } problem
        ? throw new RequestException(ProblemTypes.StorageFailed, problem)
        : known.Contents;

    private KnownNotebook Keep(EmulatorFacts game, KnownNotebook notebook)
    {
        _known[game.Crc32] = notebook;
        if (_known.Count > MaxKnown)
            _known.TryRemove(_known.MinBy(known => known.Value.At).Key, out _);
        return notebook;
    }

    // Cleaned, because the checksum comes from the script, which must not choose a path.
    private static string KeyOf(EmulatorFacts game) => StateName.Clean(game.Crc32).ToLowerInvariant();
}
