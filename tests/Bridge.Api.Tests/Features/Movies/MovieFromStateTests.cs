using System.Net.Http.Headers;

namespace Bridge.Api.Tests.Features.Movies;

/// <summary>Recordings that begin from a named state, over HTTP with a script that the test plays.</summary>
public sealed class MovieFromStateTests : MovieTest
{
    private const string FromBoss = """{"state": "boss"}""";

    private static readonly byte[] State = [1, 2, 3];

    // The load replies in frame 1834. Until the history is read again, the game reaches a frame, and the history goes from before to
    // after.
    [Theory]
    [InlineData(1834, "100", "100", 101)]
    [InlineData(1836, "100", "102", 101)]
    // Another client has loaded a state, or rewound the game, since.
    [InlineData(2000, "100", "102", 101)]
    [InlineData(1000, "100", "102", 103)]
    [InlineData(1834, "100", "50", 51)]
    public async Task A_recording_begins_with_the_frame_after_the_load(int frame, string before, string after, int from)
    {
        await SaveAsync();
        var began = Client.AskAsync("POST", $"{Emulator}/movies/run", FromBoss);
        await AnswerHistoryAsync("5", before, "102");
        var load = await Fake.NextRequestAsync("state.load");
        Assert.Equal(State, load.Payload);
        await load.ReplyAsync();
        Fake.Frame = frame;
        await AnswerHistoryAsync("5", after, "102");
        using var begun = await began;
        Assert.Equal(202, (int)begun.StatusCode);
        Assert.Equal($$"""{"name":"run","from":{{from}},"frame":1834}""", (await JsonOfAsync(begun)).GetRawText());
    }

    [Fact]
    public async Task A_refused_state_leaves_the_recording_of_before()
    {
        await SaveAsync();
        await BeginNowAsync("run", "100");
        var began = Client.AskAsync("POST", $"{Emulator}/movies/run", FromBoss);
        await AnswerHistoryAsync("5", "120", "120");
        await (await Fake.NextRequestAsync("state.load")).RefuseAsync("bad-state", "The state is of another game.");
        await AssertRefusedAsync(began, 422, "refused-state", "The state is of another game.");

        var stopped = Client.AskAsync("POST", $"{Emulator}/movies/run/stop");
        await AnswerHistoryAsync("5", "160", "170");
        var write = await Fake.NextRequestAsync("movie.write");
        Assert.Equal(["101", "160"], write.Arguments);
        await write.RefuseAsync("conflict", "The test ends.");
        await AssertRefusedAsync(stopped, 409, "conflict", "The test ends.");
    }

    [Fact]
    public async Task An_unknown_state_begins_no_recording()
    {
        var began = Client.AskAsync("POST", $"{Emulator}/movies/run", FromBoss);
        await AnswerHistoryAsync("5", "120", "120");
        await AssertRefusedAsync(began, 404, "unknown-state", "This game has no state \"boss\"; GET …/states lists its states.");
        await RefusesAsync("POST", "/movies/run/stop", null, 404, "unknown-movie", "No movie \"run\" is being recorded");
        Assert.DoesNotContain(Fake.Commands, request => request.Command == "state.load");
    }

    [Fact]
    public async Task A_game_without_a_history_stays_as_it_is()
    {
        await SaveAsync();
        var began = Client.AskAsync("POST", $"{Emulator}/movies/run", FromBoss);
        await (await Fake.NextRequestAsync("history")).RefuseAsync("unsupported", "It has no history.");
        await AssertRefusedAsync(began, 501, "unsupported", "It has no history.");
        Assert.DoesNotContain(Fake.Commands, request => request.Command == "state.load");
    }

    [Theory]
    [InlineData(FromBoss)]
    [InlineData("""{"start": "reset"}""")]
    public async Task The_65th_recording_leaves_the_game_as_it_is(string start)
    {
        await SaveAsync();
        for (var number = 0; number < 64; number++)
            await BeginNowAsync($"run{number}", "100");
        await RefusesAsync("POST", "/movies/run64", start, 409, "too-many-movies", "already records 64 movies, the maximum");
        Assert.DoesNotContain(Fake.Commands, request => request.Command is "state.load" or "reset");
        await BeginNowAsync("RUN0", "200");
    }

    private async Task SaveAsync()
    {
        using var content = new ByteArrayContent(State);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/octet-stream");
        using var saved = await Client.PutAsync(new Uri($"{Emulator}/states/boss", UriKind.Relative), content);
        Assert.Equal(201, (int)saved.StatusCode);
    }

    private async Task BeginNowAsync(string name, string now)
    {
        var began = Client.AskAsync("POST", $"{Emulator}/movies/{name}", """{"start": "now"}""");
        await AnswerHistoryAsync("5", now, "300");
        using var begun = await began;
        Assert.Equal(202, (int)begun.StatusCode);
    }
}
