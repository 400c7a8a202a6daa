using System.Text.Json.Serialization;

namespace MgbaBridge;

/// <summary>The notebook of a game: what an agent or a player wants to know again in the next session.</summary>
/// <param name="Notes">The notes, the oldest first.</param>
/// <param name="Names">Names, which can be used wherever a request takes an address, and what they mean.</param>
/// <param name="Stored">Whether a file of the bridge has it; false: it ends with the bridge.</param>
public sealed record Notebook(
    IReadOnlyList<NotebookNote> Notes, IReadOnlyDictionary<string, NamedAddress> Names, bool Stored = true);

/// <summary>A note. On import, a null id becomes the next one, and a null time or frame the present one.</summary>
/// <param name="Text">1 to 600 characters of one line.</param>
/// <param name="Id">Its id.</param>
/// <param name="Time">When it was written.</param>
/// <param name="Frame">The frame number in which it was written.</param>
public sealed record NotebookNote(string Text, int? Id = null, DateTimeOffset? Time = null, long? Frame = null);

/// <summary>What a name means.</summary>
/// <param name="Address">An address on the bus, like <c>0x02000020</c>.</param>
/// <param name="Type">The type of the number there, like <c>u16</c>, for reads and writes that name no type; null: none.</param>
/// <param name="Comment">1 to 200 characters of one line; null: none.</param>
public sealed record NamedAddress(string Address, string? Type = null, string? Comment = null);

internal sealed record NewNotebookNoteJson(string Text);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(Notebook))]
[JsonSerializable(typeof(NotebookNote))]
[JsonSerializable(typeof(NamedAddress))]
[JsonSerializable(typeof(NewNotebookNoteJson))]
internal sealed partial class NotebookJson : JsonSerializerContext;
