using static MgbaBridge.Tests.ToldHandler;

namespace MgbaBridge.Tests;

/// <summary>The requests about movies, and what their responses become.</summary>
public sealed class MovieTests
{
    private const string Path = "/emulators/default/movies";
    private const string Begun = """{"name": "my run", "from": 61, "frame": 60}""";
    private const string Written = """{"name": "my run", "frames": 60, "from": 1, "to": 60, "hashes": 1, "bytes": 900, "frame": 60}""";

    [Fact]
    public async Task Frames_are_written_and_recorded()
    {
        using var told = new ToldHandler(
            Success(Written), Success(Written), Success(Begun), Success(Begun), Success(Begun), Success(Written));
        using var client = told.NewClient();
        Assert.Equal(
            new MovieWritten(Frames: 60, From: 1, To: 60, Hashes: 1, Bytes: 900),
            await client.Emulator().WriteMovieAsync("my run"));
        await client.Emulator().WriteMovieAsync("my run", from: 1, to: 60);
        Assert.Equal(61, await client.Emulator().RecordMovieAsync("my run"));
        await client.Emulator().RecordMovieAsync("my run", "reset");
        await client.Emulator().RecordMovieAsync("my run", state: "boss");
        await client.Emulator().StopMovieAsync("my run");
        Assert.Equal([.. Enumerable.Repeat($"POST {Path}/my%20run", 5), $"POST {Path}/my%20run/stop"], told.Paths);
        Assert.Equal(
            ["{}", """{"from":1,"to":60}""", """{"start":"now"}""", """{"start":"reset"}""", """{"state":"boss"}""", ""], told.Bodies);
    }

    [Fact]
    public async Task Files_are_listed_fetched_stored_and_deleted()
    {
        using var told = new ToldHandler(
            Success("""{"movies": [{"name": "a", "bytes": 900, "savedAt": "2026-11-28T13:00:00Z"}]}"""),
            Success("movie", "application/octet-stream"), Success("bk2", "application/octet-stream"),
            Success("""
                {"name": "b", "frames": 60, "start": "power", "source": "vbm", "hashes": 0, "notes": ["as told"], "bytes": 900,
                "savedAt": "2026-11-28T13:00:00Z"}
                """), Answer(204, "", "application/json"));
        using var client = told.NewClient();
        var game = client.Emulator();
        var saved = new DateTimeOffset(2026, 11, 28, 13, 0, 0, TimeSpan.Zero);
        Assert.Equal(new MovieFile("a", 900, saved), Assert.Single(await game.GetMoviesAsync()));
        Assert.Equal("movie"u8.ToArray(), await game.GetMovieAsync("a"));
        Assert.Equal("bk2"u8.ToArray(), await game.GetMovieAsync("a", "bk2"));
        var stored = await game.StoreMovieAsync("b", "vbm"u8.ToArray());
        Assert.Equal((60, "power", "vbm", 0, 900L), (stored.Frames, stored.Start, stored.Source, stored.Hashes, stored.Bytes));
        Assert.Equal(["as told"], stored.Notes);
        await game.DeleteMovieAsync("b");
        Assert.Equal(
            [$"GET {Path}", $"GET {Path}/a?format=bridge", $"GET {Path}/a?format=bk2", $"PUT {Path}/b", $"DELETE {Path}/b"], told.Paths);
        Assert.Equal("vbm", told.Bodies[3]);
    }

    [Fact]
    public async Task An_equal_movie_has_no_difference()
    {
        using var told = new ToldHandler(
            Success("""{"name": "a", "frames": 60, "played": 60, "checked": 2, "result": "equal", "frame": 60}"""),
            Success("""{"rom": "b.gba", "frames": 60, "played": 60, "checked": 2, "result": "equal"}"""));
        using var client = told.NewClient();
        var played = await client.Emulator().PlayMovieAsync("a");
        Assert.Equal((true, 60, 2, 60), (played.IsEqual, played.Played, played.Checked, played.Frame));
        Assert.Equal(((long?)null, (long?)null), (played.After, played.Before));
        Assert.Empty(played.Regions);
        var verified = await client.VerifyMovieAsync("movie"u8.ToArray(), "b c.gba");
        Assert.Equal((true, "b.gba"), (verified.IsEqual, verified.Rom));
        Assert.Equal([$"POST {Path}/a/play", "POST /movies/verify?rom=b%20c.gba"], told.Paths);
        Assert.Equal(["{}", "movie"], told.Bodies);
    }

    [Fact]
    public async Task A_difference_has_frames_and_regions()
    {
        const string Difference = """
            "frames": 60, "played": 30, "checked": 1, "result": "differs", "after": 0, "before": 30, "regions": ["wram"]
            """;
        using var told = new ToldHandler(
            Success($$"""{"name": "a", {{Difference}}, "frame": 30}"""), Success($$"""{"rom": "b.gba", {{Difference}}}"""));
        using var client = told.NewClient();
        MovieResult[] results =
        [
            await client.Emulator().PlayMovieAsync("a", speed: 0, to: 30, until: "end", lease: "1a"),
            await client.VerifyMovieAsync("movie"u8.ToArray()),
        ];
        Assert.All(results, result =>
        {
            Assert.Equal((false, "differs", 0, 30), (result.IsEqual, result.Result, result.After, result.Before));
            Assert.Equal(["wram"], result.Regions);
        });
        Assert.Equal("""{"speed":0,"to":30,"until":"end","lease":"1a"}""", told.Bodies[0]);
    }

    [Fact]
    public async Task A_hold_sends_its_lease()
    {
        using var told = new ToldHandler(Success("""{"lease": "1a", "frame": 5}"""),
            Success("""{"name": "a", "frames": 60, "played": 60, "checked": 2, "result": "equal", "frame": 60}"""));
        using var client = told.NewClient();
        var held = await client.Emulator().HoldAsync();
        Assert.True((await held.PlayMovieAsync("a", speed: 0)).IsEqual);
        Assert.Equal("""{"speed":0,"lease":"1a"}""", told.Bodies[1]);
    }
}
