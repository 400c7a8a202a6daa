using System.Globalization;
using System.IO.Compression;
using System.Text.Json;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>Reads and writes movies in the bridge's own format: a zip (docs/movies.md).</summary>
internal static class BridgeMovie
{
    /// <summary>The file with the header, by which the format is recognized.</summary>
    public const string HeaderFile = "movie.json";

    private const string LogFile = "log.jsonl", StateFile = "start.state", SaveFile = "start.sav";
    private const int MaxHeaderBytes = 64 * 1024;

    // The time of all files in the zip, so that equal movies give equal bytes. It is the earliest that a zip can have.
    private static readonly DateTimeOffset NoTime = new(1980, 1, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>Returns the bytes of a movie.</summary>
    /// <exception cref="MovieFormatException">It would unpack to more bytes than a movie may have.</exception>
    public static byte[] Write(Movie movie)
    {
        using var bytes = new MemoryStream();
        // The bytes that the files still to add may have, before they are compressed.
        var left = (long)MovieLimits.Bytes;
        using (var zip = new ZipArchive(bytes, ZipArchiveMode.Create, leaveOpen: true))
        {
            Add(zip, HeaderFile, JsonSerializer.SerializeToUtf8Bytes(movie.Header, FileJson.Header.MovieHeader), ref left);
            if (movie.Start.Bytes.Length > 0)
                Add(zip, movie.Start.IsState ? StateFile : SaveFile, movie.Start.Bytes, ref left);
            var states = 0;
            using var log = new MemoryStream();
            foreach (var line in movie.Lines)
            {
                string? file = null;
                if (line is StateLine { State: var state })
                {
                    file = StateName(++states);
                    Add(zip, file, state, ref left);
                }

                JsonSerializer.Serialize(log, LogLine.Of(line, file), FileJson.Log.LogLine);
                log.WriteByte((byte)'\n');
                if (log.Length > left)
                    throw TooLarge();
            }

            Add(zip, LogFile, log.GetBuffer().AsSpan(0, (int)log.Length), ref left);
            if (movie.GameNotes.Count > 0)
                Add(zip, MovieNotes.File, MovieNotes.Write(movie.GameNotes), ref left);
        }

        return bytes.Length <= MovieLimits.Bytes ? bytes.ToArray() : throw TooLarge();
    }

    /// <summary>Reads a movie.</summary>
    /// <exception cref="MovieFormatException">The zip is no movie of this format.</exception>
    public static Movie Read(MovieZip zip)
    {
        var header = ReadHeader(zip.Read(HeaderFile, MaxHeaderBytes));
        var start = header.Start == MovieHeader.State ? new MovieStart(IsState: true, zip.Read(StateFile, MovieLimits.StateBytes))
            : zip.Has(SaveFile) ? new MovieStart(IsState: false, zip.Read(SaveFile, MovieLimits.SaveBytes))
            : MovieStart.PowerOn;
        if (start is { IsState: true, Bytes.Length: 0 })
            throw new MovieFormatException($"{StateFile} is empty.");
        return new Movie(header, start, ReadLog(zip.Read(LogFile), header.Frames, zip))
        {
            GameNotes = zip.Has(MovieNotes.File) ? MovieNotes.Read(zip.Read(MovieNotes.File, MovieNotes.MaxBytes), header.Frames) : [],
        };
    }

    private static void Add(ZipArchive zip, string name, ReadOnlySpan<byte> bytes, ref long left)
    {
        left -= bytes.Length;
        if (left < 0)
            throw TooLarge();
        var entry = zip.CreateEntry(name, CompressionLevel.Optimal);
        entry.LastWriteTime = NoTime;
        using var file = entry.Open();
        file.Write(bytes);
    }

    private static MovieFormatException TooLarge() => new(string.Create(CultureInfo.InvariantCulture,
        $"A movie must have at most {MovieLimits.Bytes:N0} bytes; write fewer frames."));

    private static string StateName(int ordinal) => string.Create(CultureInfo.InvariantCulture, $"states/{ordinal}.state");

    private static MovieHeader ReadHeader(byte[] json)
    {
        try
        {
            CheckFormat(json);
            var header = JsonSerializer.Deserialize(json, FileJson.Header.MovieHeader)
                ?? throw new MovieFormatException($"{HeaderFile} must be an object; got null.");
            HeaderCheck.Check(header);
            return header;
        }
        catch (JsonException exception)
        {
            throw new MovieFormatException($"{HeaderFile}: {ProblemOf(exception)}", exception);
        }
        catch (MovieFormatException exception)
        {
            throw new MovieFormatException($"{HeaderFile}: {exception.Message}", exception);
        }
    }

    // First, because another format may have other members.
    private static void CheckFormat(byte[] json)
    {
        using var document = JsonDocument.Parse(json);
        if (document.RootElement.ValueKind != JsonValueKind.Object || !document.RootElement.TryGetProperty("format", out var format))
            throw new MovieFormatException("format is required: 1.");
        if (format.ValueKind != JsonValueKind.Number || !format.TryGetInt32(out var number) || number != MovieLimits.Format)
        {
            throw new MovieFormatException($"format must be 1; got {Contract.Parsing.Parameters.Shorten(format.GetRawText())}. "
                + "Another version of the bridge wrote this movie.");
        }
    }

    private static List<MovieLine> ReadLog(byte[] log, int frames, MovieZip zip)
    {
        var lines = new List<MovieLine>();
        var (check, states, number) = (new LineCheck(frames), 0, 0);
        for (ReadOnlySpan<byte> rest = log; !rest.IsEmpty;)
        {
            number++;
            var end = rest.IndexOf((byte)'\n');
            var text = end < 0 ? rest : rest[..end];
            rest = end < 0 ? [] : rest[(end + 1)..];
            try
            {
                var line = (JsonSerializer.Deserialize(text, FileJson.Log.LogLine)
                    ?? throw new MovieFormatException("A line must be an object; got null.")).ToLine(NextState);
                check.Check(line);
                lines.Add(line);
            }
            catch (JsonException exception)
            {
                throw At(number, ProblemOf(exception), exception);
            }
            catch (MovieFormatException exception)
            {
                throw At(number, exception.Message, exception);
            }
        }

        return lines;

        byte[] NextState(string file)
        {
            var next = StateName(++states);
            return file == next
                ? zip.Read(file, MovieLimits.StateBytes)
                : throw new MovieFormatException($"state must be {next}; got \"{Contract.Parsing.Parameters.Shorten(file)}\".");
        }
    }

    private static MovieFormatException At(int line, string problem, Exception exception) =>
        new(string.Create(CultureInfo.InvariantCulture, $"{LogFile}, line {line}: {problem}"), exception);

    // The path, after "$.", has only names of members, which the client has sent, so it may see them.
    private static string ProblemOf(JsonException exception) => exception.Path is { Length: > 2 } path
        ? $"\"{Contract.Parsing.Parameters.Shorten(path[2..])}\" is unknown, has a wrong type, or is there twice."
        : "It is not a valid JSON object, or lacks a member.";
}
