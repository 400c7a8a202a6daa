using System.Text;
using Bridge.Api.Features.Movies.Formats;

namespace Bridge.Api.Tests.Features.Movies;

/// <summary>Movies that are written from the history and recorded, over HTTP with a script that the test plays.</summary>
public sealed class MovieTests : MovieTest
{
    private const string Stream = "movie 1 GBA 2\npower 0\n\nkeys 0 c 1\nreset 1\nhash 2 wram=0000000000000123\nend\n";

    [Fact]
    public async Task The_history_is_written_in_pieces_and_read_back()
    {
        var asked = Client.AskAsync("POST", $"{Emulator}/movies/run", """{"from": 10}""");
        await AnswerHistoryAsync("5", "1834", "1900");
        var write = await Fake.NextRequestAsync("movie.write");
        Assert.Equal(["10", "1900"], write.Arguments);
        await write.ReplyAsync("7", $"{Stream.Length}", "6", "1900", "system");
        await PieceAsync("0", Stream[..20]);
        await PieceAsync("20", Stream[20..]);

        using var response = await asked;
        Assert.Equal(201, (int)response.StatusCode);
        Assert.EndsWith("/emulators/default/movies/run", $"{response.Headers.Location}", StringComparison.Ordinal);
        var written = await JsonOfAsync(response);
        var bytes = written.GetProperty("bytes").GetInt64();
        Assert.Equal(
            $$"""{"name":"run","frames":2,"from":6,"to":1900,"hashes":1,"bytes":{{bytes}},"frame":1834}""", written.GetRawText());

        var file = await Client.GetByteArrayAsync($"{Emulator}/movies/run");
        Assert.Equal(bytes, file.Length);
        var movie = MovieFile.ReadOwn(file);
        Assert.Equal((FakeGame.Crc32, "AGB", "system", "power"),
            (movie.Header.Crc32, movie.Header.Model, movie.Header.Clock.Seconds is null ? "system" : "", movie.Header.Start));
        Assert.Equal(Stream, Encoding.ASCII.GetString(MovieStreamWriter.Write(movie)));
        var listed = Assert.Single((await Client.GetJsonAsync($"{Emulator}/movies")).GetProperty("movies").EnumerateArray());
        Assert.Equal(("run", bytes), (listed.GetProperty("name").GetString(), listed.GetProperty("bytes").GetInt64()));
        using var deleted = await Client.AskAsync("DELETE", $"{Emulator}/movies/run");
        Assert.Equal(204, (int)deleted.StatusCode);
        await RefusesAsync(
            "GET", "/movies/run", null, 404, "unknown-movie", "This game has no movie \"run\"; GET …/movies lists its movies.");
    }

    [Theory]
    [InlineData("conflict", 409, "conflict")]
    [InlineData("unsupported", 501, "unsupported")]
    public async Task A_history_that_lacks_a_frame_is_told(string status, int expected, string anchor)
    {
        var asked = Client.AskAsync("POST", $"{Emulator}/movies/run");
        await AnswerHistoryAsync("0", "5", "5");
        await (await Fake.NextRequestAsync("movie.write")).RefuseAsync(status, "The history has a gap after the frame 3.");
        await AssertRefusedAsync(asked, expected, anchor, "The history has a gap after the frame 3.");
        Assert.Empty((await Client.GetJsonAsync($"{Emulator}/movies")).GetProperty("movies").EnumerateArray());
    }

    [Theory]
    [InlineData("movie 1 GBA 2\npower 0\n\nexplode 1\nend\n", "line 3: Unknown line")]
    [InlineData("movie 1 GBA 2\npower 0\n\n", "The stream ends without its end.")]
    public async Task A_stream_that_cannot_be_read_is_not_stored(string stream, string words)
    {
        var asked = Client.AskAsync("POST", $"{Emulator}/movies/run");
        await AnswerHistoryAsync("0", "5", "5");
        await (await Fake.NextRequestAsync("movie.write")).ReplyAsync("7", $"{stream.Length}", "0", "5", "system");
        await PieceAsync("0", stream);
        await AssertRefusedAsync(asked, 502, "protocol-error", words);
        Assert.Empty((await Client.GetJsonAsync($"{Emulator}/movies")).GetProperty("movies").EnumerateArray());
    }

    [Theory]
    [InlineData("""{"from": 10, "to": 9}""", 400, "invalid-parameter", "to must be 10 or more, as from; got \"9\".")]
    [InlineData("""{"from": 51}""", 409, "conflict", "A movie from frame 51 is not possible; the history has the frames 0 to 50.")]
    public async Task Frames_in_the_wrong_order_are_refused(string body, int status, string type, string sentence)
    {
        var asked = Client.AskAsync("POST", $"{Emulator}/movies/run", body);
        await AnswerHistoryAsync("0", "50", "50");
        await AssertRefusedAsync(asked, status, type, sentence);
    }

    [Fact]
    public async Task A_recording_has_the_frames_from_its_beginning_to_its_stop()
    {
        var began = Client.AskAsync("POST", $"{Emulator}/movies/run", """{"start": "now"}""");
        await AnswerHistoryAsync("5", "100", "100");
        using var begun = await began;
        Assert.Equal(202, (int)begun.StatusCode);
        Assert.Equal("""{"name":"run","from":101,"frame":1834}""", (await JsonOfAsync(begun)).GetRawText());

        var stopped = Client.AskAsync("POST", $"{Emulator}/movies/run/stop");
        await AnswerHistoryAsync("5", "160", "170");
        var write = await Fake.NextRequestAsync("movie.write");
        Assert.Equal(["101", "160"], write.Arguments);
        await write.ReplyAsync("7", $"{Stream.Length}", "100", "160", "1700000000");
        await PieceAsync("0", Stream);
        using var response = await stopped;
        Assert.Equal(201, (int)response.StatusCode);
        Assert.Equal(1_700_000_000, MovieFile.ReadOwn(await Client.GetByteArrayAsync($"{Emulator}/movies/run")).Header.Clock.Seconds);
        await RefusesAsync("POST", "/movies/run/stop", null, 404, "unknown-movie", "No movie \"run\" is being recorded");
    }

    [Fact]
    public async Task A_recording_that_begins_while_another_one_of_its_name_is_written_stays()
    {
        await BeginAsync("100");
        var stopped = Client.AskAsync("POST", $"{Emulator}/movies/run/stop");
        await AnswerHistoryAsync("5", "160", "170");
        var write = await Fake.NextRequestAsync("movie.write");
        // The game was rewound, so that both begin with the same frame.
        await BeginAsync("100");
        await write.ReplyAsync("7", $"{Stream.Length}", "100", "160", "1700000000");
        await PieceAsync("0", Stream);
        using var first = await stopped;
        Assert.Equal(201, (int)first.StatusCode);

        stopped = Client.AskAsync("POST", $"{Emulator}/movies/run/stop");
        await AnswerHistoryAsync("5", "200", "200");
        write = await Fake.NextRequestAsync("movie.write");
        Assert.Equal(["101", "200"], write.Arguments);
        await write.RefuseAsync("conflict", "The test ends.");
        await AssertRefusedAsync(stopped, 409, "conflict", "The test ends.");
    }

    [Fact]
    public async Task A_recording_may_begin_with_a_reset()
    {
        var began = Client.AskAsync("POST", $"{Emulator}/movies/run", """{"start": "reset"}""");
        await AnswerHistoryAsync("5", "100", "100");
        await (await Fake.NextRequestAsync("reset")).ReplyAsync();
        await AnswerHistoryAsync("5", "103", "103");
        using var begun = await began;
        Assert.Equal(104, (await JsonOfAsync(begun)).GetProperty("from").GetInt64());
    }

    [Theory]
    [InlineData("102", "160", "160", "the history has forgotten its beginning, and starts with the frame 102.")]
    [InlineData("0", "20", "20", "the game was loaded again, or it went another way from an earlier frame.")]
    [InlineData("0", "100", "100", "The movie has no frames yet")]
    public async Task A_recording_that_is_lost_is_refused(string from, string now, string to, string words)
    {
        var began = Client.AskAsync("POST", $"{Emulator}/movies/run", """{"start": "now"}""");
        await AnswerHistoryAsync("5", "100", "100");
        using var begun = await began;
        var stopped = Client.AskAsync("POST", $"{Emulator}/movies/run/stop");
        await AnswerHistoryAsync(from, now, to);
        await AssertRefusedAsync(stopped, 409, "conflict", words);
    }

    private async Task BeginAsync(string now)
    {
        var began = Client.AskAsync("POST", $"{Emulator}/movies/run", """{"start": "now"}""");
        await AnswerHistoryAsync("5", now, now);
        using var begun = await began;
        Assert.Equal(202, (int)begun.StatusCode);
    }

    // 7 is the movie's id in the replies to movie.write. They have its size, its first and last frame, and its clock, too.
    private async Task PieceAsync(string offset, string piece)
    {
        var read = await Fake.NextRequestAsync("movie.read");
        Assert.Equal(["7", offset], read.Arguments);
        await read.ReplyAsync("ok", [], Encoding.ASCII.GetBytes(piece));
    }
}
