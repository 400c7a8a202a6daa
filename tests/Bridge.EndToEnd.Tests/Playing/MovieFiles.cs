using System.IO.Compression;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Files of movies, made and changed as docs/movies.md describes them.</summary>
internal static class MovieFiles
{
    /// <summary>Stores a movie, and returns the response.</summary>
    public static async Task<HttpResponseMessage> PutMovieAsync(this HttpClient client, string path, byte[] movie)
    {
        using var content = new ByteArrayContent(movie);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/octet-stream");
        return await client.PutAsync(new Uri(path, UriKind.Relative), content);
    }

    /// <summary>Verifies a movie, and returns the JSON; the status must be 200.</summary>
    public static async Task<JsonElement> VerifyMovieAsync(this HttpClient client, byte[] movie, string query = "")
    {
        using var content = new ByteArrayContent(movie);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/zip");
        using var response = await client.PostAsync(new Uri($"/movies/verify{query}", UriKind.Relative), content);
        var text = await response.Content.ReadAsStringAsync();
        Assert.True((int)response.StatusCode == 200, text);
        return JsonDocument.Parse(text).RootElement;
    }

    /// <summary>
    /// Fails unless a movie of this number of frames was played or verified as equal, up to <paramref name="played"/>; null: all of it.
    /// </summary>
    public static void IsEqual(int frames, JsonElement result, int? played = null)
    {
        Assert.True(result.GetProperty("result").GetString() == "equal", result.GetRawText());
        Assert.Equal((frames, played ?? frames), (result.GetProperty("frames").GetInt32(), result.GetProperty("played").GetInt32()));
        Assert.InRange(result.GetProperty("checked").GetInt32(), 1, int.MaxValue);
    }

    /// <summary>Returns the movie with a changed log and header; null: the same header.</summary>
    public static byte[] Change(byte[] movie, Func<string, string> log, Func<string, string>? header = null)
    {
        var files = new List<(string, byte[])>();
        using var zip = new ZipArchive(new MemoryStream(movie));
        foreach (var entry in zip.Entries)
        {
            using var bytes = new MemoryStream();
            using (var file = entry.Open())
                file.CopyTo(bytes);
            var change = entry.FullName switch { "log.jsonl" => log, "movie.json" => header, _ => null };
            files.Add((entry.FullName, change is null ? bytes.ToArray()
                : Encoding.UTF8.GetBytes(change(Encoding.UTF8.GetString(bytes.ToArray())))));
        }

        return Zip([.. files]);
    }

    /// <summary>Returns the lines of a movie's log.</summary>
    public static string[] Log(byte[] movie)
    {
        using var zip = new ZipArchive(new MemoryStream(movie));
        using var reader = new StreamReader(zip.GetEntry("log.jsonl")!.Open());
        return reader.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    /// <summary>Returns a .bk2 of a GBA game that has A down in these frames.</summary>
    public static byte[] Bk2(int frames, Func<int, bool> hasA)
    {
        var log = new StringBuilder("[Input]\nLogKey:#Tilt X|Tilt Y|Tilt Z|Light Sensor|Up|Down|Left|Right|Start|Select|B|A|L|R|Power|\n");
        for (var frame = 0; frame < frames; frame++)
            log.Append("|    0,    0,    0,    0,.......").Append(hasA(frame) ? 'A' : '.').Append("...|\n");
        return Zip(
            ("Header.txt", "MovieVersion BizHawk v2.0.0\nPlatform GBA\nCore mGBA\nemuVersion Version 2.9.1\n"u8.ToArray()),
            ("Input Log.txt", Encoding.ASCII.GetBytes(log.Append("[/Input]\n").ToString())));
    }

    /// <summary>Returns a .vbm of a GBA game that has A down in these frames.</summary>
    public static byte[] Vbm(int frames, Func<int, bool> hasA)
    {
        var movie = new byte[0x100 + (2 * frames)];
        "VBM\u001A\u0001"u8.CopyTo(movie);
        BitConverter.TryWriteBytes(movie.AsSpan(0xC), frames);
        // One controller, a GBA, and an offset of 0x100 to the buttons.
        (movie[0x15], movie[0x16], movie[0x3D]) = (1, 1, 1);
        for (var frame = 0; frame < frames; frame++)
            movie[0x100 + (2 * frame)] = hasA(frame) ? (byte)1 : (byte)0;
        return movie;
    }

    private static byte[] Zip(params (string Name, byte[] Bytes)[] files)
    {
        using var stream = new MemoryStream();
        using (var zip = new ZipArchive(stream, ZipArchiveMode.Create, leaveOpen: true))
        {
            foreach (var (name, bytes) in files)
            {
                using var file = zip.CreateEntry(name).Open();
                file.Write(bytes);
            }
        }

        return stream.ToArray();
    }
}
