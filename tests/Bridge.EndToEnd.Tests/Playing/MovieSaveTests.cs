using System.Text.RegularExpressions;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Movies across loaded save memory, which a reset drops, and movies that would hide a difference.</summary>
[Trait("Needs", "host")]
public sealed partial class MovieSaveTests(ClockedGame game) : HistoryTest(game), IClassFixture<ClockedGame>
{
    // The game writes the value at this address to its save memory in the next frame.
    private const string Saved = "0x02000200";

    [Fact]
    public async Task A_reset_after_a_loaded_state_is_the_same_in_the_movie()
    {
        await using var held = await HoldAsync();
        await Game.Game.ResetAsync();
        await held.StepAsync(30);
        await LoadOverAnotherSaveAsync(held);
        await Game.Game.ResetAsync();
        await held.StepAsync(30);
        Assert.Equal(0x5678, await Game.ReadAsync(Saved));

        var frames = (await MovieAsync("over")).GetProperty("frames").GetInt32();
        MovieFiles.IsEqual(frames, await Client.VerifyMovieAsync(await Client.GetByteArrayAsync($"{E}/movies/over")));
        MovieFiles.IsEqual(frames, await Client.AskForJsonAsync("POST", $"{E}/movies/over/play", """{"speed": 0}"""));
    }

    [Fact]
    public async Task A_rewind_after_a_loaded_state_has_the_save_memory_of_then()
    {
        await using var held = await HoldAsync();
        await Game.Game.ResetAsync();
        await held.StepAsync(130);
        var (now, _, memory) = await GameNowAsync();
        await held.StepAsync(5);
        await LoadOverAnotherSaveAsync(held);

        await Client.AskForJsonAsync("POST", $"{E}/rewind", $$"""{"toFrame": {{now}}}""");
        Assert.Equal(memory, (await GameNowAsync()).Memory);
    }

    [Fact]
    public async Task The_first_play_after_a_loaded_state_begins_with_the_save_memory_of_the_movie()
    {
        await using var held = await HoldAsync();
        await Game.Game.ResetAsync();
        await held.StepAsync(100);
        await MovieAsync("power", """{"start": "reset"}""");
        await held.StepAsync(100, "A");
        var frames = (await MovieAsync("power/stop")).GetProperty("frames").GetInt32();
        await LoadOverAnotherSaveAsync(held);

        MovieFiles.IsEqual(frames, await Client.AskForJsonAsync("POST", $"{E}/movies/power/play", """{"speed": 0}"""));
    }

    [Fact]
    public async Task A_time_that_the_game_does_not_read_hides_no_difference()
    {
        await using var held = await HoldAsync();
        await held.StepAsync(200, "A");
        var frames = (await MovieAsync("clock")).GetProperty("frames").GetInt32();
        var movie = await Client.GetByteArrayAsync($"{E}/movies/clock");

        var unread = MovieFiles.Change(movie, log => """{"frame":0,"clock":1}""" + "\n" + log);
        MovieFiles.IsEqual(frames, await Client.VerifyMovieAsync(unread));
        // Every hash is wrong now.
        var hidden = await Client.VerifyMovieAsync(MovieFiles.Change(unread, log => Hash().Replace(log, ":\"0000000000000000\"")));
        Assert.Equal("differs", hidden.GetProperty("result").GetString());
    }

    // Loads a state into a game that has saved something else since.
    private async Task LoadOverAnotherSaveAsync(GameHold held)
    {
        await Game.WriteAsync(Saved, 0x1111);
        await held.StepAsync(30);
        var state = await Game.Game.GetStateAsync();
        await Game.WriteAsync(Saved, 0x5678);
        await held.StepAsync(30);
        await Game.Game.RestoreAsync(state);
        await held.StepAsync(30);
        Assert.Equal(0x1111, await Game.ReadAsync(Saved));
    }

    [GeneratedRegex(":\"[0-9a-f]{16}\"")]
    private static partial Regex Hash();
}
