using System.Collections.Immutable;
using Bridge.Api.Contract.Errors;

namespace Bridge.Api.Features.Notebook;

/// <summary>What a notebook has. Immutable.</summary>
/// <param name="Notes">The notes, the oldest first.</param>
/// <param name="Names">The names, in alphabetical order.</param>
internal sealed record NotebookContents(
    ImmutableList<NotebookNote> Notes, ImmutableSortedDictionary<string, NamedAddress> Names)
{
    /// <summary>Gets an empty notebook.</summary>
    public static NotebookContents Empty { get; } =
        new([], ImmutableSortedDictionary.Create<string, NamedAddress>(StringComparer.Ordinal));

    /// <summary>Gets the id of the next note: after the largest one, or if that is the max, the first that is free.</summary>
    public int NextId => Notes.IsEmpty ? 1
        : Notes.Max(note => note.Id) is < int.MaxValue and var largest ? largest + 1
        : Enumerable.Range(1, NotebookRules.MaxNotes).First(id => Notes.All(note => note.Id != id));

    /// <summary>Returns the notebook with one more note, the last of its notes.</summary>
    /// <exception cref="RequestException">It has the max number of notes: 409.</exception>
    public NotebookContents Add(string text, DateTimeOffset time, long frame) => Notes.Count < NotebookRules.MaxNotes
        ? this with { Notes = Notes.Add(new NotebookNote(NextId, text, time, frame)) }
        : throw new RequestException(ProblemTypes.TooManyNotes,
            $"The notebook already has {NotebookRules.MaxNotes} notes, the maximum; remove one.");

    /// <summary>Returns the notebook without a note.</summary>
    /// <exception cref="RequestException">It has no note of this id: 404.</exception>
    public NotebookContents Remove(int id, string parameter = "id") => Notes.FindIndex(note => note.Id == id) is >= 0 and var index
        ? this with { Notes = Notes.RemoveAt(index) }
        : throw new RequestException(ProblemTypes.UnknownNote, $"The notebook of this game has no note {id}.", parameter);

    /// <summary>Returns the notebook with a name, in place of what the name meant before.</summary>
    /// <exception cref="RequestException">It has the max number of names: 409.</exception>
    public NotebookContents Set(string name, NamedAddress meaning) => Names.Count < NotebookRules.MaxNames || Names.ContainsKey(name)
        ? this with { Names = Names.SetItem(name, meaning) }
        : throw new RequestException(ProblemTypes.TooManyNotes,
            $"The notebook already has {NotebookRules.MaxNames} names, the maximum; forget one.", "name");

    /// <summary>Returns the notebook without a name.</summary>
    /// <exception cref="RequestException">It has no such name: 404.</exception>
    public NotebookContents Forget(string name, string parameter = "name") => Names.ContainsKey(name)
        ? this with { Names = Names.Remove(name) }
        : throw new RequestException(ProblemTypes.UnknownNote, $"The notebook of this game has no name \"{name}\".", parameter);
}
