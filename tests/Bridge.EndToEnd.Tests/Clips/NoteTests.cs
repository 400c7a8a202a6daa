using System.IO.Compression;
using System.Text;
using System.Text.Json;
using Bridge.EndToEnd.Tests.Playing;
using Bridge.Testing.Http;
using Bridge.Testing.Zoo;

namespace Bridge.EndToEnd.Tests.Clips;

/// <summary>Notes belong to frames: they are dropped with their frames, and clips and movies have them.</summary>
[Trait("Needs", "host")]
public sealed class NoteTests(ClockedGame game) : ClipTest(game), IClassFixture<ClockedGame>
{
    private const string Thought = "Is <b> 1 & 2 -> \"naïve\"? 🗝";

    [Fact]
    public async Task Notes_are_listed_by_frame_told_as_events_and_go_with_their_frames()
    {
        await using var held = await HoldAsync(ZooGames.All["plain"]);
        await held.StepAsync(50);
        using var events = await LiveEvents.OpenAsync(Client, "?topics=note");
        var first = await NoteAsync(Thought);
        var noted = await events.ReadAsync();
        Assert.Equal(("note", Thought), (noted!.Topic, noted.Json.GetProperty("text").GetString()));
        await held.StepAsync(10);
        var second = await NoteAsync("second");
        Assert.Equal((first + 10, (await HistoryAsync()).Now), (second, second));
        await held.StepAsync(10);
        await NoteAsync("third");
        Assert.Equal([(Thought, first), ("second", second), ("third", second + 10)], await NotesAsync());
        Assert.Equal([("third", second + 10)], await NotesAsync("?limit=1"));

        // A rewind keeps the later frames and their notes, until the game goes another way.
        await RewindAsync(second);
        Assert.Equal(3, (await NotesAsync()).Count);
        await held.StepAsync(1, "A");
        Assert.Equal([(Thought, first), ("second", second)], await NotesAsync());
        await held.StepAsync(20);
        Assert.Equal([(Thought, first), ("second", second)], await NotesAsync());
    }

    [Fact]
    public async Task A_clip_has_its_notes_as_subtitles_and_may_show_the_latest_one()
    {
        await using var held = await HoldAsync(ZooGames.All["plain"]);
        await held.StepAsync(30);
        await NoteAsync("before the clip");
        await held.StepAsync(11);
        var begin = (await HistoryAsync()).Now;
        await held.StepAsync(60);
        await NoteAsync(Thought);
        await held.StepAsync(60);
        await NoteAsync("the end");
        await held.StepAsync(30);
        var (clip, plain) = await ClipAsync($$"""{"from": {{begin + 1}}, "to": {{begin + 150}}, "format": "apng"}""");
        Assert.Equal(2, clip.GetProperty("notes").GetInt32());
        Assert.False(clip.TryGetProperty("live", out _));
        using (var response = await Client.GetAsync($"{E}/clips/{clip.GetProperty("id").GetString()}/subtitles"))
        {
            Assert.Equal("text/vtt", response.Content.Headers.ContentType!.ToString());
            // The frame with the note is the 60th, so it begins after 59 frames; 262,144 frames take 4,389 s.
            Assert.Equal(
                "WEBVTT\n\n00:00:00.988 --> 00:00:01.992\nIs &lt;b&gt; 1 &amp; 2 -&gt; \"naïve\"? 🗝\n\n"
                + "00:00:01.992 --> 00:00:02.511\nthe end\n", await response.Content.ReadAsStringAsync());
        }

        var (_, shown) = await ClipAsync($$"""{"from": {{begin + 1}}, "to": {{begin + 150}}, "format": "apng", "overlay": ["notes"]}""");
        var without = await Ffmpeg.PicturesOfAsync(plain, "apng", 240, 160);
        var with = await Ffmpeg.PicturesOfAsync(shown, "apng", 240, 160);
        Assert.Equal(without[0], with[0]);
        Assert.NotEqual(without[^1], with[^1]);

        var (silent, _) = await ClipAsync($$"""{"from": {{begin + 1}}, "to": {{begin + 50}}}""");
        Assert.Equal(0, silent.GetProperty("notes").GetInt32());
        Assert.Equal("WEBVTT\n", await Client.GetStringAsync($"{E}/clips/{silent.GetProperty("id").GetString()}/subtitles"));
    }

    [Fact]
    public async Task A_movie_carries_its_notes_and_brings_them_back()
    {
        await using var held = await HoldAsync(ZooGames.All["plain"]);
        await held.StepAsync(20);
        await MovieAsync("noted", """{"start": "reset"}""");
        await held.StepAsync(30, "A");
        await NoteAsync(Thought);
        await held.StepAsync(30, "B");
        await NoteAsync("the end");
        var written = await MovieAsync("noted/stop");
        var from = written.GetProperty("from").GetInt64();
        var (end, last) = (written.GetProperty("frames").GetInt32(), (await HistoryAsync()).Now);
        Assert.Equal(last, from + end - 1);

        var file = await Client.GetByteArrayAsync($"{E}/movies/noted");
        Assert.Equal([(Thought, end - 30), ("the end", end)], NotesOf(file));
        using (var stored = await Client.PutMovieAsync($"{E}/movies/copy", file))
            Assert.True(stored.IsSuccessStatusCode, await stored.Content.ReadAsStringAsync());
        Assert.Equal(file, await Client.GetByteArrayAsync($"{E}/movies/copy"));
        await held.StepAsync(5, "Left");
        var played = await Client.AskForJsonAsync("POST", $"{E}/movies/copy/play");
        Assert.Equal("equal", played.GetProperty("result").GetString());
        // The movie counts the frames that have run; the history of a played movie numbers its first frame 0.
        Assert.Equal([(Thought, end - 31), ("the end", end - 1)], await NotesAsync());

        var (clip, _) = await ClipAsync("""{"movie": "copy", "format": "apng"}""");
        Assert.Equal((2, end), (clip.GetProperty("notes").GetInt32(), clip.GetProperty("to").GetInt32()));
        Assert.Contains("the end", await Client.GetStringAsync($"{E}/clips/{clip.GetProperty("id").GetString()}/subtitles"),
            StringComparison.Ordinal);
    }

    private async Task<long> NoteAsync(string text)
    {
        var body = JsonSerializer.Serialize(new { text });
        return (await Client.AskForJsonAsync("POST", $"{E}/notes", body)).GetProperty("at").GetInt64();
    }

    private async Task<List<(string, long)>> NotesAsync(string query = "") =>
    [
        .. (await Client.GetJsonAsync($"{E}/notes{query}")).GetProperty("notes").EnumerateArray()
            .Select(note => (note.GetProperty("text").GetString()!, note.GetProperty("at").GetInt64())),
    ];

    private async Task RewindAsync(long frame)
    {
        using var response = await Client.AskAsync("POST", $"{E}/rewind", $$"""{"toFrame": {{frame}}}""");
        Assert.True(response.IsSuccessStatusCode, await response.Content.ReadAsStringAsync());
    }

    private static List<(string, long)> NotesOf(byte[] movie)
    {
        using var zip = new ZipArchive(new MemoryStream(movie));
        using var file = zip.GetEntry("notes.jsonl")!.Open();
        using var lines = new StreamReader(file, Encoding.UTF8);
        return
        [
            .. lines.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonDocument.Parse(line).RootElement)
                .Select(note => (note.GetProperty("text").GetString()!, note.GetProperty("frame").GetInt64())),
        ];
    }
}
