using System.Globalization;
using System.Text.Json;
using Bridge.Api.Contract.Parsing;
using Bridge.Api.Features.Movies.Model;
using Bridge.Api.Features.Notes;
using Bridge.SocketPool.Framing;
using Bridge.SocketPool.TypedCommands;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>
/// Reads and writes the notes in a movie's zip. They have a file of their own, which bridges that don't know it skip.
/// </summary>
internal static class MovieNotes
{
    /// <summary>The name of the file: a JSON object in each line.</summary>
    public const string File = "notes.jsonl";

    /// <summary>Max bytes of it. JSON may have six bytes for a letter.</summary>
    public const int MaxBytes = WireLimits.Notes * 2048;

    /// <summary>Returns the file.</summary>
    public static byte[] Write(IReadOnlyList<GameNote> notes)
    {
        using var lines = new MemoryStream();
        foreach (var note in notes)
        {
            JsonSerializer.Serialize(lines, new NoteLine((int)note.Frame, note.Text), FileJson.Log.NoteLine);
            lines.WriteByte((byte)'\n');
        }

        return lines.ToArray();
    }

    /// <summary>Reads the file.</summary>
    /// <exception cref="MovieFormatException">It has something else than notes of the movie's frames, or too many.</exception>
    public static IReadOnlyList<GameNote> Read(ReadOnlySpan<byte> file, int frames)
    {
        var notes = new List<GameNote>();
        for (var rest = file; !rest.IsEmpty;)
        {
            var end = rest.IndexOf((byte)'\n');
            var text = end < 0 ? rest : rest[..end];
            rest = end < 0 ? [] : rest[(end + 1)..];
            notes.Add(ReadLine(text, frames, notes.Count + 1));
            if (notes.Count > WireLimits.Notes)
                throw new MovieFormatException($"{File} must have at most {WireLimits.Notes} notes; got more.");
        }

        return [.. notes.OrderBy(note => note.Frame)];
    }

    /// <summary>Checks a note.</summary>
    /// <exception cref="MovieFormatException">It is not one line, or of no frame of the movie.</exception>
    public static void Check(GameNote note, int frames)
    {
        if (note.Frame < 0 || note.Frame > frames)
            throw Refuse("frame", note.Frame.ToString(CultureInfo.InvariantCulture), $"0 to {frames}");
        if (!NoteRules.IsText(note.Text))
            throw Refuse("text", note.Text, NoteRules.Accepted);
    }

    private static GameNote ReadLine(ReadOnlySpan<byte> json, int frames, int number)
    {
        try
        {
            var line = JsonSerializer.Deserialize(json, FileJson.Log.NoteLine)
                ?? throw new MovieFormatException("A line must be an object; got null.");
            var note = new GameNote(line.Frame, line.Text);
            Check(note, frames);
            return note;
        }
        catch (Exception exception) when (exception is JsonException or MovieFormatException)
        {
            var problem = exception is JsonException ? "A line must be an object with frame and text." : exception.Message;
            throw new MovieFormatException(string.Create(CultureInfo.InvariantCulture, $"{File}, line {number}: {problem}"), exception);
        }
    }

    private static MovieFormatException Refuse(string name, string got, string accepted) =>
        new($"{name} must be {accepted}; got \"{Parameters.Shorten(got)}\".");
}

/// <summary>A note as JSON has it.</summary>
internal sealed record NoteLine(int Frame, string Text);
