using System.Collections.Immutable;
using System.Globalization;
using System.Text.Json;
using Bridge.Api.Contract.Errors;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Server.Bodies;

namespace Bridge.Api.Features.Notebook;

/// <summary>Reads whole notebooks, from files and from clients, and writes them.</summary>
internal static class NotebookReader
{
    private static readonly JsonDocumentOptions Strict = new() { AllowDuplicateProperties = false };

    /// <summary>Reads the bytes of a file.</summary>
    /// <exception cref="RequestException">They are not a notebook.</exception>
    public static NotebookContents Read(ReadOnlyMemory<byte> bytes)
    {
        try
        {
            using var document = JsonDocument.Parse(bytes, Strict);
            return document.RootElement.ValueKind == JsonValueKind.Object
                ? Read(JsonBody.Read(document.RootElement, NotebookJson.Context.NotebookFile, "the file"), now: default, frame: 0)
                : throw Invalid("It must be an object with notes and names.");
        }
        catch (JsonException exception)
        {
            throw Invalid(exception.LineNumber is { } line
                ? $"It is not valid JSON at line {line + 1}, byte {exception.BytePositionInLine + 1}."
                : "It has the same member twice.");
        }
    }

    /// <summary>Reads a notebook of a client.</summary>
    /// <param name="file">The notebook.</param>
    /// <param name="now">The time of notes without one.</param>
    /// <param name="frame">The frame of notes without one.</param>
    /// <exception cref="RequestException">A member is missing or invalid, or there are too many.</exception>
    public static NotebookContents Read(NotebookFile file, DateTimeOffset now, long frame)
    {
        var (notes, names) = (file.Notes ?? [], file.Names ?? new Dictionary<string, NewName?>());
        CheckCount("notes", notes.Count, NotebookRules.MaxNotes);
        CheckCount("names", names.Count, NotebookRules.MaxNames);
        var contents = NotebookContents.Empty;
        foreach (var (name, given) in names)
        {
            NotebookRules.CheckName(name, "names");
            contents = contents.Set(name, Within($"names.{name}", () => NotebookRules.Read(given ?? new NewName())));
        }

        // Notes without an id get those after the largest one.
        var lastId = notes.Select(note => note?.Id ?? 0).DefaultIfEmpty().Max();
        var read = new List<NotebookNote>(notes.Count);
        var ids = new HashSet<int>();
        for (var i = 0; i < notes.Count; i++)
        {
            var given = notes[i] ?? new NoteInFile();
            read.Add(Within($"notes[{i}]", () => new NotebookNote(
                given.Id is { } id ? CheckId(id, ids) : NextId(ref lastId), NotebookRules.CheckText(given.Text),
                (given.Time ?? now).ToUniversalTime(), given.Frame ?? frame)));
        }

        return contents with { Notes = [.. read] };
    }

    /// <summary>Writes a notebook for its file.</summary>
    /// <exception cref="RequestException">It is too large: 409.</exception>
    public static byte[] Write(NotebookContents contents)
    {
        var bytes = JsonSerializer.SerializeToUtf8Bytes(
            new StoredNotebook(contents.Notes, contents.Names), NotebookJson.Context.StoredNotebook);
        return bytes.Length <= NotebookRules.MaxBytes ? bytes : throw new RequestException(ProblemTypes.TooManyNotes,
            string.Create(CultureInfo.InvariantCulture,
                $"The notebook must have at most {NotebookRules.MaxBytes:N0} bytes as JSON; got {bytes.Length:N0}. Remove notes."));
    }

    private static void CheckCount(string name, int count, int max)
    {
        if (count > max)
            throw new RequestException(ProblemTypes.TooManyNotes, $"{name} must be at most {max}; got {count}.", name);
    }

    private static int CheckId(int id, HashSet<int> known) => known.Add(NotebookRules.Id.Check(id))
        ? id
        : throw Parameters.Refuse("id", id.ToString(CultureInfo.InvariantCulture), "the id of one note only");

    private static int NextId(ref int last) => last < int.MaxValue
        ? ++last
        : throw Parameters.Missing("id", $"another note has {int.MaxValue}, the largest one");

    private static T Within<T>(string owner, Func<T> read)
    {
        try
        {
            return read();
        }
        catch (RequestException refused)
        {
            throw refused.Of(owner);
        }
    }

    private static RequestException Invalid(string sentence) => new(ProblemTypes.InvalidBody, sentence);
}
