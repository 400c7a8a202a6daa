using System.Text.Json.Serialization;

namespace Bridge.Api.Features.Notebook;

/// <summary>
/// The notebook of a game: whether the bridge has a folder for notebooks (without one they end with the bridge), the notes, the oldest
/// first, and the names.
/// </summary>
internal sealed record NotebookShape(
    bool Stored, IReadOnlyList<NotebookNote> Notes, IReadOnlyDictionary<string, NamedAddress> Names);

/// <summary>What the file of a notebook has.</summary>
internal sealed record StoredNotebook(IReadOnlyList<NotebookNote> Notes, IReadOnlyDictionary<string, NamedAddress> Names);

/// <summary>A note: its id, its text, and when it was written: the time, and the frame number.</summary>
internal sealed record NotebookNote(int Id, string Text, DateTimeOffset Time, long Frame);

/// <summary>What a name means: an address on the bus, the type of the number there, and a comment.</summary>
internal sealed record NamedAddress(
    string Address,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Type,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Comment);

/// <summary>
/// A whole notebook to store, as GET returns it; Stored is ignored. Only the texts of notes and the addresses of names are required.
/// </summary>
internal sealed record NotebookFile(
    bool? Stored = null, IReadOnlyList<NoteInFile?>? Notes = null, IReadOnlyDictionary<string, NewName?>? Names = null);

/// <summary>A note of a notebook to store. Without an id it gets the next one, without time and frame the present ones.</summary>
internal sealed record NoteInFile(int? Id = null, string? Text = null, DateTimeOffset? Time = null, long? Frame = null);

/// <summary>A note for the notebook.</summary>
internal sealed record NewNotebookNote(string? Text = null);

/// <summary>What a name is to mean: an address on the bus, the type of the number there, and a comment.</summary>
internal sealed record NewName(string? Address = null, string? Type = null, string? Comment = null);
