using System.Text.Json;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Movies that begin from a named state.</summary>
[Trait("Needs", "host")]
public sealed class MovieFromStateTests(ClockedGame game) : HistoryTest(game), IClassFixture<ClockedGame>
{
    // A place that the ROM doesn't use: its value tells from which state the game came.
    private const int Mark = 0x02000300;

    [Fact]
    public async Task A_recording_from_a_named_state_begins_there_and_is_equal()
    {
        await using var held = await HoldAsync();
        await held.StepAsync(40, "B");
        await SaveAsync("boss", 21);
        await Game.WriteAsync($"{Mark}", 22);
        await held.StepAsync(100, "Right");

        var begun = await BeginAsync("run", "boss");
        Assert.Equal(21, await Game.ReadAsync($"{Mark}"));
        Assert.Equal((await HistoryAsync()).Now + 1, begun.GetProperty("from").GetInt64());
        await held.StepAsync(60, "A");
        await held.StepAsync(60, "A+Left");
        var written = await StopAsync("run");
        Assert.Equal((120, begun.GetProperty("from").GetInt64()), (written.GetProperty("frames").GetInt32(), FromOf(written)));
        await IsEqualAsync("run", 120);
        // The first of its frames has the state's memory.
        await Client.AskForJsonAsync("POST", $"{E}/movies/run/play", """{"to": 1}""");
        Assert.Equal(21, await Game.ReadAsync($"{Mark}"));
    }

    [Fact]
    public async Task A_running_game_begins_with_the_state_and_not_some_frames_later()
    {
        await using (var held = await HoldAsync())
            await SaveAsync("boss", 23);
        for (var turn = 0; turn < 5; turn++)
        {
            var before = (await HistoryAsync()).Now;
            var from = FromOf(await BeginAsync("run", "boss"));
            Assert.InRange(from, before + 1, (await HistoryAsync()).Now + 1);
            await Game.PlayOnAsync(100);
            var written = await StopAsync("run");
            Assert.Equal(from, FromOf(written));
            await IsEqualAsync("run", written.GetProperty("frames").GetInt32());
        }
    }

    [Fact]
    public async Task A_recording_that_is_on_goes_on_over_the_load_and_one_of_the_same_name_begins_anew()
    {
        await using var held = await HoldAsync();
        await SaveAsync("boss", 24);
        var outer = FromOf(await BeginAsync("outer", "boss"));
        await held.StepAsync(30, "A");
        await BeginAsync("inner", "boss");
        await held.StepAsync(30, "B");
        await BeginAsync("inner", "boss");
        await held.StepAsync(70, "Up");
        foreach (var (name, frames) in ((string, int)[])[("inner", 70), ("outer", 130)])
        {
            var written = await StopAsync(name);
            Assert.Equal(frames, written.GetProperty("frames").GetInt32());
            if (name == "outer")
                Assert.Equal(outer, FromOf(written));
        }

        await IsEqualAsync("outer", 130);
        await IsEqualAsync("inner", 70);
    }

    // POST …/states/{name}/load takes no lease, so this doesn't either.
    [Fact]
    public async Task Like_a_load_it_needs_no_lease_and_waits_for_no_step()
    {
        await using var held = await HoldAsync(exclusive: true);
        await SaveAsync("boss", 25);
        await held.StepAsync(5);
        await Client.AskForJsonAsync("POST", $"{E}/states/boss/load");
        await BeginAsync("run", "boss");
        var step = held.StepAsync(3000, "A");
        await BeginAsync("during", "boss");
        await step;
        // Both recordings are stopped before one is played, because a movie that plays becomes the game's history.
        var framesOf = new Dictionary<string, int>();
        foreach (var name in (string[])["run", "during"])
            framesOf[name] = (await StopAsync(name)).GetProperty("frames").GetInt32();
        foreach (var (name, frames) in framesOf)
        {
            MovieFiles.IsEqual(
                frames, await Client.AskForJsonAsync("POST", $"{E}/movies/{name}/play", $$"""{"lease": "{{held.Lease}}"}"""));
        }
    }

    [Fact]
    public async Task What_is_refused_begins_no_recording_and_leaves_the_game_as_it_is()
    {
        await using var held = await HoldAsync();
        await SaveAsync("boss", 26);
        var state = await Game.Game.GetStateAsync();
        await KeepAsync("damaged", DamagedStates.All["cut off at the end"](state, []));
        await KeepAsync("other", DamagedStates.All["another checksum"](state, []));
        await held.StepAsync(30, "A");
        var before = await GameNowAsync();

        await RefusesAsync("""{"state": "boss", "start": "now"}""", 400, "invalid-parameter", "state can't be combined with start");
        await RefusesAsync("""{"state": "boss", "from": 1}""", 400, "invalid-parameter", "state can't be combined with from and to");
        await RefusesAsync("""{"state": "boss", "to": 1}""", 400, "invalid-parameter", "state can't be combined with from and to");
        await RefusesAsync("""{"state": "../boss"}""", 400, "invalid-parameter", "state must be 1 to 64 characters");
        await RefusesAsync("""{"state": "none"}""", 404, "unknown-state", "has no state \"none\"");
        await RefusesAsync("""{"state": "damaged"}""", 422, "refused-state", "");
        await RefusesAsync("""{"state": "other"}""", 422, "refused-state", "");

        Assert.Equal(before, await GameNowAsync());
        await RefusesAsync("/movies/refused/stop", "{}", 404, "No movie \"refused\" is being recorded");
        var movies = (await Client.GetJsonAsync($"{E}/movies")).GetProperty("movies").EnumerateArray();
        Assert.DoesNotContain("refused", movies.Select(movie => movie.GetProperty("name").GetString()));
    }

    private static long FromOf(JsonElement movie) => movie.GetProperty("from").GetInt64();

    private async Task SaveAsync(string name, int mark)
    {
        await Game.WriteAsync($"{Mark}", mark);
        using var saved = await Client.AskAsync("PUT", $"{E}/states/{name}");
        Assert.True(saved.IsSuccessStatusCode, await saved.Content.ReadAsStringAsync());
    }

    private async Task KeepAsync(string name, byte[] state)
    {
        using var kept = await SavedState.PutAsync(Client, state, $"{E}/states/{name}");
        Assert.True(kept.IsSuccessStatusCode, await kept.Content.ReadAsStringAsync());
    }

    private Task<JsonElement> BeginAsync(string movie, string state) => MovieAsync(movie, $$"""{"state": "{{state}}"}""");

    private Task<JsonElement> StopAsync(string movie) => MovieAsync($"{movie}/stop");

    private async Task IsEqualAsync(string name, int frames)
    {
        MovieFiles.IsEqual(frames, await Client.AskForJsonAsync("POST", $"{E}/movies/{name}/play"));
        MovieFiles.IsEqual(frames, await Client.VerifyMovieAsync(await Client.GetByteArrayAsync($"{E}/movies/{name}")));
    }

    private async Task RefusesAsync(string body, int status, string anchor, string words) =>
        Assert.Equal(anchor, await RefusesAsync("/movies/refused", body, status, words));
}
