using System.Globalization;
using System.IO.Compression;
using System.Text;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Features.Movies.Formats;

/// <summary>Reads and writes the inputs of BizHawk's movies (.bk2) of Game Boys.</summary>
internal static class Bk2Movie
{
    private const string LogFile = "Input Log.txt", SaveFile = "MovieSaveRam.bin";
    private const string LogKey = "LogKey:", Begin = "[Input]", End = "[/Input]";

    private static readonly string[] StateFiles = ["Core.bin", "CoreText.txt", "Core.bin.zst"];

    /// <summary>Returns whether a zip is such a movie.</summary>
    public static bool IsOne(MovieZip zip) => zip.Has(Bk2Header.File) && zip.Has(LogFile);

    /// <summary>Reads a movie.</summary>
    /// <param name="zip">The file.</param>
    /// <param name="game">The game that it is for.</param>
    /// <exception cref="MovieFormatException">It is damaged, starts from a state, or is of another game.</exception>
    public static Movie Read(MovieZip zip, MovieGame game)
    {
        var header = new Bk2Header(TextOf(zip, Bk2Header.File));
        header.CheckGame(game);
        if (header.IsSet(Bk2Header.FromState) || StateFiles.Any(zip.Has))
            throw new MovieFormatException("The movie starts from a state of BizHawk, which mGBA can't load.");
        var start = MovieStart.PowerOn;
        if (header.IsSet(Bk2Header.FromSave))
        {
            start = zip.Has(SaveFile)
                ? new MovieStart(IsState: false, zip.Read(SaveFile, MovieLimits.SaveBytes))
                : throw new MovieFormatException($"The movie starts from save memory, and has no file {SaveFile}.");
        }

        var (inputs, ignored) = ReadLog(TextOf(zip, LogFile));
        List<string> notes = [.. header.FindDifferences(zip.Has(Bk2Header.Settings) ? zip.Read(Bk2Header.Settings) : null)];
        if (ignored.Count > 0)
            notes.Add($"The bridge ignores {string.Join(", ", ignored)}.");
        var movieHeader = game.NewHeader(MovieHeader.FromBk2, inputs.Count, clock: default, [.. notes.Select(Notes.Shorten)]);
        return new Movie(movieHeader, start, InputFrame.ToLines(inputs));
    }

    /// <summary>Returns the bytes of a movie with inputs only.</summary>
    /// <exception cref="MovieFormatException">It starts from a state, or has acts that are no input.</exception>
    public static byte[] Write(Movie movie)
    {
        var log = Bk2Log.Write(InputFrame.Of(movie), movie.Header.Platform == "GBA");
        using var bytes = new MemoryStream();
        using (var zip = new ZipArchive(bytes, ZipArchiveMode.Create, leaveOpen: true))
        {
            Add(zip, Bk2Header.File, Encoding.UTF8.GetBytes(HeaderOf(movie)));
            Add(zip, LogFile, Encoding.ASCII.GetBytes(log));
            if (movie.Start.Bytes.Length > 0)
                Add(zip, SaveFile, movie.Start.Bytes);
        }

        return bytes.ToArray();
    }

    private static void Add(ZipArchive zip, string name, ReadOnlySpan<byte> bytes)
    {
        using var file = zip.CreateEntry(name).Open();
        file.Write(bytes);
    }

    private static string HeaderOf(Movie movie)
    {
        var header = movie.Header;
        var platform = header switch
        {
            { Platform: "GBA" } => "GBA",
            { Model: "CGB" or "SCGB" or "AGB" } => "GBC",
            { Model: "SGB" or "SGB2" } => "SGB",
            _ => "GB",
        };
        List<(string Key, string Value)> values =
        [
            (Bk2Header.MovieVersion, "BizHawk v2.0.0"), ("Author", "Bridge"), (Bk2Header.EmulatorVersion, $"Bridge {header.Bridge}"),
            (Bk2Header.Platform, platform), (Bk2Header.GameName, Notes.Line(header.Title ?? header.Rom ?? "")),
            (Bk2Header.Crc32, header.Crc32.ToUpperInvariant()), (Bk2Header.Core, "mGBA"), ("rerecordCount", "0"),
        ];
        if (movie.Start.Bytes.Length > 0)
            values.Add((Bk2Header.FromSave, "True"));
        return string.Concat(values.Select(value => $"{value.Key} {value.Value}\n"));
    }

    private static (List<InputFrame> Inputs, ISet<string> Ignored) ReadLog(string log)
    {
        Bk2Columns? columns = null;
        var inputs = new List<InputFrame>();
        var number = 0;
        foreach (var part in log.AsSpan().Split('\n'))
        {
            number++;
            var line = log.AsSpan(part).Trim();
            if (line.StartsWith(LogKey))
                columns = new Bk2Columns(line[LogKey.Length..].ToString());
            else if (line.StartsWith("|"))
                inputs.Add(ReadLine(columns, line.ToString(), number));
            else if (line.Length > 0 && !line.SequenceEqual(Begin) && !line.SequenceEqual(End))
                throw At(number, "It is neither a LogKey nor the input of a frame.");
        }

        return columns is null ? throw new MovieFormatException($"{LogFile} has no LogKey.") : (inputs, columns.Ignored);
    }

    private static InputFrame ReadLine(Bk2Columns? columns, string line, int number)
    {
        try
        {
            return columns?.Read(line) ?? throw new MovieFormatException("The LogKey must come before the input.");
        }
        catch (MovieFormatException exception)
        {
            throw At(number, exception.Message);
        }
    }

    private static string TextOf(MovieZip zip, string file) => Encoding.UTF8.GetString(zip.Read(file)).TrimStart('\uFEFF');

    private static MovieFormatException At(int line, string problem) =>
        new(string.Create(CultureInfo.InvariantCulture, $"{LogFile}, line {line}: {problem}"));
}
