using Bridge.Api.Features.Movies.Formats;
using Bridge.Api.Features.Movies.Model;

namespace Bridge.Api.Tests.Features.Movies;

/// <summary>Movies that are stored and played, over HTTP with a script that the test plays.</summary>
public sealed class MoviePlayTests : MovieTest
{
    [Fact]
    public async Task A_movie_is_sent_and_played_at_a_speed()
    {
        var sent = SampleOf(FakeGame);
        await StoreAsync(BridgeMovie.Write(sent), 201);
        var asked = Client.AskAsync("POST", $"{Emulator}/movies/a/play", """{"speed": 0, "to": 5, "until": "end", "lease": "a1"}""");
        var send = await Fake.NextRequestAsync("movie.send");
        var stream = MovieStreamWriter.Write(sent);
        Assert.Equal(["0", $"{stream.Length}"], send.Arguments);
        Assert.Equal(stream, send.Payload);
        await send.ReplyAsync();
        await (await Fake.NextRequestAsync("speed.get")).ReplyAsync("1000");
        var speed = await Fake.NextRequestAsync("speed.set");
        Assert.Equal(["0"], speed.Arguments);
        await speed.ReplyAsync();
        var play = await Fake.NextRequestAsync("movie.play");
        Assert.Equal(["5", "a1", "any"], play.Arguments);
        await play.ReplyAsync("5", "3", "differs", "1", "3", "iwram,vram");
        var restored = await Fake.NextRequestAsync("speed.set");
        Assert.Equal(["1000"], restored.Arguments);
        await restored.ReplyAsync();

        using var response = await asked;
        Assert.Equal($$"""
            {"name":"a","frames":{{sent.Header.Frames}},"played":5,"checked":3,"result":"differs","after":1,"before":3,
            "regions":["iwram","vram"],"frame":1834}
            """.ReplaceLineEndings(""), (await JsonOfAsync(response)).GetRawText());
    }

    [Fact]
    public async Task While_a_movie_plays_no_other_one_is_sent()
    {
        await StoreAsync(BridgeMovie.Write(SampleOf(FakeGame)), 201);
        var asked = Client.AskAsync("POST", $"{Emulator}/movies/a/play", "{}");
        await (await Fake.NextRequestAsync("movie.send")).ReplyAsync();
        var play = await Fake.NextRequestAsync("movie.play");

        await RefusesAsync("POST", "/movies/a/play", "{}", 503, "overloaded", "Another movie plays in this emulator.");

        await play.ReplyAsync("ok", ["5", "3", "equal", "", "", ""], []);
        using var response = await asked;
        Assert.True(response.IsSuccessStatusCode);
    }

    [Fact]
    public async Task A_large_movie_is_sent_in_pieces_and_without_differences_only_the_result_is_told()
    {
        var random = new Random(1);
        var states = Enumerable.Range(0, 2).Select(i => new byte[800_000]).ToArray();
        foreach (var state in states)
            random.NextBytes(state);
        var movie = new Movie(FakeGame.NewHeader(MovieHeader.FromHistory, 9, default), MovieStart.PowerOn,
            [.. states.Select((state, i) => new StateLine(i, state))]);
        await StoreAsync(BridgeMovie.Write(movie), 201);
        var asked = Client.AskAsync("POST", $"{Emulator}/movies/a/play");
        var stream = MovieStreamWriter.Write(movie);
        foreach (var (offset, length) in ((int, int)[])[(0, 1 << 20), (1 << 20, stream.Length - (1 << 20))])
        {
            var send = await Fake.NextRequestAsync("movie.send");
            Assert.Equal([$"{offset}", $"{stream.Length}"], send.Arguments);
            Assert.Equal(stream[offset..(offset + length)], send.Payload);
            await send.ReplyAsync();
        }

        var play = await Fake.NextRequestAsync("movie.play");
        Assert.Equal(["9", ""], play.Arguments);
        await play.ReplyAsync("ok", ["9", "1", "equal", "", "", ""], []);
        using var response = await asked;
        Assert.Equal("""{"name":"a","frames":9,"played":9,"checked":1,"result":"equal","frame":1834}""",
            (await JsonOfAsync(response)).GetRawText());
    }

    [Theory]
    [InlineData("movie.play", "bad-request", 400, "bad-request")]
    [InlineData("movie.play", "failed", 502, "emulator-refused")]
    [InlineData("movie.play", "held", 409, "held")]
    [InlineData("movie.send", "conflict", 409, "conflict")]
    public async Task A_movie_that_the_emulator_refuses_is_a_problem_with_its_sentence(
        string refusing, string status, int expected, string anchor)
    {
        await StoreAsync(BridgeMovie.Write(SampleOf(FakeGame)), 201);
        var asked = Client.AskAsync("POST", $"{Emulator}/movies/a/play");
        var send = await Fake.NextRequestAsync("movie.send");
        if (refusing == "movie.send")
        {
            await send.RefuseAsync(status, "line 12: no.");
        }
        else
        {
            await send.ReplyAsync();
            await (await Fake.NextRequestAsync("movie.play")).RefuseAsync(status, "line 12: no.");
        }

        await AssertRefusedAsync(asked, expected, anchor, "line 12: no.");
    }

    [Fact]
    public async Task A_movie_of_another_machine_is_not_played_and_one_of_another_game_not_stored()
    {
        await StoreAsync(BridgeMovie.Write(SampleOf(FakeGame with { Model = "CGB" })), 201);
        await RefusesAsync("POST", "/movies/a/play", null, 409, "conflict", "made on the model CGB; this game runs on AGB.");
        await StoreAsync(BridgeMovie.Write(SampleOf(FakeGame with { Mgba = "0.10.1" })), 200);
        await RefusesAsync("POST", "/movies/a/play", null, 409, "conflict", "made with mGBA 0.10.1; this emulator has 0.10.");
        await StoreAsync(BridgeMovie.Write(SampleOf(FakeGame)), 200);
        var frames = SampleOf(FakeGame).Header.Frames;
        await RefusesAsync("POST", "/movies/a/play", """{"to": 5000}""", 400, "invalid-parameter",
            $"to must be 1 to {frames}; got \"5000\".");
        Assert.Contains("CRC-32 deadbeef; this game's is 1a2b3c4d",
            await StoreAsync(BridgeMovie.Write(SampleOf(FakeGame with { Crc32 = "deadbeef" })), 409), StringComparison.Ordinal);
        Assert.Contains("is for the GB; this game is for the GBA",
            await StoreAsync(BridgeMovie.Write(SampleOf(FakeGame with { Platform = "GB" })), 409), StringComparison.Ordinal);
        Assert.Empty(Fake.Commands);
    }

    [Fact]
    public async Task Bytes_that_are_no_movie_are_refused_and_store_nothing()
    {
        Assert.Contains("The file must be a movie", await StoreAsync("hello"u8.ToArray(), 422), StringComparison.Ordinal);
        Assert.Contains("The body must be a movie; got an empty body.", await StoreAsync([], 400), StringComparison.Ordinal);
        Assert.Contains("The zip is damaged.", await StoreAsync("PK\u0003\u0004"u8.ToArray(), 422), StringComparison.Ordinal);
        Assert.Contains("must be at most 33,554,432 bytes",
            await StoreAsync(new byte[MovieLimits.Bytes + 1], 413), StringComparison.Ordinal);
        Assert.Empty((await Client.GetJsonAsync($"{Emulator}/movies")).GetProperty("movies").EnumerateArray());
    }

    [Fact]
    public async Task A_bk2_is_stored_with_notes_and_returned_as_one()
    {
        var movie = MovieSamples.RandomInputs(5, FakeGame);
        var stored = await StoreAsync(Bk2Movie.Write(movie), 201);
        Assert.Contains("\"source\":\"bk2\"", stored, StringComparison.Ordinal);
        Assert.Contains("only inputs are the same", stored, StringComparison.Ordinal);
        var returned = await Client.GetByteArrayAsync($"{Emulator}/movies/a?format=bk2");
        Assert.Equal(MovieStreamWriter.Write(movie), MovieStreamWriter.Write(MovieFile.Read(returned, FakeGame)));

        await StoreAsync(BridgeMovie.Write(movie with
        {
            Header = movie.Header with { Start = MovieHeader.State }, Start = new MovieStart(IsState: true, [1]),
        }), 200);
        await RefusesAsync("GET", "/movies/a?format=bk2", null, 409, "conflict", "The movie starts from a state");
    }

    private static Movie SampleOf(MovieGame game)
    {
        var movie = MovieSamples.Random(4);
        return movie with
        {
            Header = game.NewHeader(MovieHeader.FromHistory, movie.Header.Frames, default) with { Start = movie.Header.Start },
        };
    }
}
