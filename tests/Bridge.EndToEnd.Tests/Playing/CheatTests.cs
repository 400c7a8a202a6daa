using System.Text.Json;
using Bridge.Testing.Zoo;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Cheats of each kind change games of both consoles, and the games restore what they changed.</summary>
[Trait("Needs", "host")]
public sealed class CheatTests(ClockedGame game) : HistoryTest(game), IClassFixture<ClockedGame>
{
    // In each frame, the game writes here which buttons are down (emulator/rom/README.md), so it undoes what a cheat wrote.
    private const int Buttons = 0x02000004, GameBoyButtons = 0xC004;

    private const int RomPlace = 0x080000B6, GameBoyRomPlace = 0x00F0;

    private static readonly ZooFile GameBoyGame =
        new("buttontest.gb", File.ReadAllBytes(RepositoryRoot.Combine("emulator", "rom", "gb", "buttontest.gb")));

    [Theory]
    [InlineData("codeBreaker", "82000004 0155")]
    [InlineData("codeBreaker", "0000295F 000A", "10000150 0007", "32000004 0055")]
    [InlineData("gameShark", "6EF46400 C9E80DF3")]
    [InlineData("gameSharkRaw", "12000004 00000155")]
    [InlineData("actionReplay", "5C7A35BC 618FC0D5")]
    [InlineData("actionReplayRaw", "02200004 00000155")]
    [InlineData("vba", "02000004:0155")]
    [InlineData("auto", "820000040155")]
    [InlineData("auto", "6EF46400 C9E80DF3")]
    public async Task A_code_changes_a_value_of_a_GBA_game_and_the_game_restores_it(string type, params string[] lines)
    {
        await using var held = await PlayAsync();
        await SetAsync("it", type, lines);
        await held.StepAsync(2);
        Assert.Equal(0x55, await Game.ReadAsync($"{Buttons}", "u8"));
        await SwitchAsync("it", false);
        await held.StepAsync(2);
        Assert.Equal(0, await Game.ReadAsync($"{Buttons}", "u16"));
        await SwitchAsync("it", true);
        await held.StepAsync(2);
        Assert.Equal(0x55, await Game.ReadAsync($"{Buttons}", "u8"));
        await Game.Game.DeleteCheatAsync("it");
        await held.StepAsync(2);
        Assert.Equal(0, await Game.ReadAsync($"{Buttons}", "u16"));
    }

    [Theory]
    [InlineData("gameShark", "015504C0")]
    [InlineData("codeBreaker", "00C004-55")]
    [InlineData("vba", "C004:55")]
    [InlineData("auto", "c004:55")]
    public async Task A_code_changes_a_value_of_a_Game_Boy_game_and_the_game_restores_it(string type, string line)
    {
        await using var held = await PlayGameBoyAsync();
        await SetAsync("it", type, line);
        await held.StepAsync(2);
        Assert.Equal(0x55, await Game.ReadAsync($"{GameBoyButtons}", "u8"));
        await SwitchAsync("it", false);
        await held.StepAsync(2);
        Assert.Equal(0, await Game.ReadAsync($"{GameBoyButtons}", "u16"));
    }

    [Theory]
    [InlineData(true, "gameGenie", "580-F0F")]
    [InlineData(true, "auto", "580-F0F-E0A")]
    [InlineData(false, "gameSharkRaw", "6000005B 00005558")]
    [InlineData(false, "actionReplayRaw", "00000000 1800005B", "00005558 00000000")]
    [InlineData(false, "vba", "080000B6:58")]
    public async Task A_code_changes_ROM_at_once_and_restores_it(bool isGameBoy, string type, params string[] lines)
    {
        await using var held = isGameBoy ? await PlayGameBoyAsync() : await PlayAsync();
        var place = $"{(isGameBoy ? GameBoyRomPlace : RomPlace)}";
        var before = await Game.ReadAsync(place, "u16");
        await SetAsync("it", type, lines);
        Assert.Equal(0x58, await Game.ReadAsync(place, "u8"));
        await SwitchAsync("it", false);
        Assert.Equal(before, await Game.ReadAsync(place, "u16"));
        await SwitchAsync("it", true);
        await Game.Game.DeleteCheatsAsync();
        Assert.Equal(before, await Game.ReadAsync(place, "u16"));
    }

    [Fact]
    public async Task Resets_and_states_keep_cheats_and_another_game_forgets_them()
    {
        await using var held = await PlayAsync();
        var state = await Game.Game.GetStateAsync();
        await SetAsync("it", "auto", "32000004 0055", "080000B6:58");
        await Game.Game.ResetAsync();
        await held.StepAsync(3);
        Assert.Equal((0x55, 0x58), (await Game.ReadAsync($"{Buttons}", "u8"), await Game.ReadAsync($"{RomPlace}", "u8")));
        await Game.Game.RestoreAsync(state);
        await held.StepAsync(2);
        Assert.Equal((0x55, 0x58), (await Game.ReadAsync($"{Buttons}", "u8"), await Game.ReadAsync($"{RomPlace}", "u8")));

        await Game.Game.LoadRomAsync("buttontest.gba");
        Assert.Empty(await Game.Game.GetCheatsAsync());
        await held.StepAsync(3);
        Assert.Equal((0, 0), (await Game.ReadAsync($"{Buttons}", "u16"), await Game.ReadAsync($"{RomPlace}", "u8")));
    }

    [Fact]
    public async Task A_rewind_brings_back_the_cheats_of_then()
    {
        await using var held = await PlayAsync();
        await held.StepAsync(70);
        var (then, _, before) = await GameNowAsync();
        await held.StepAsync(5);
        // The code adds 1 in each frame.
        await SetAsync("count", "codeBreaker", "E2000404 0001");
        await SetAsync("rom", "vba", "080000B6:58");
        await held.StepAsync(70);
        await SwitchAsync("count", false);
        await held.StepAsync(70);
        var (end, _, after) = await GameNowAsync();
        Assert.Equal(70, await Game.ReadAsync("0x02000404", "u16"));

        await RewindAsync(then);
        Assert.Equal(before, (await GameNowAsync()).Memory);
        Assert.Empty(await Game.Game.GetCheatsAsync());
        Assert.Equal(0, await Game.ReadAsync($"{RomPlace}", "u8"));
        await RewindAsync(end);
        Assert.Equal(after, (await GameNowAsync()).Memory);
        Assert.Equal([false, true], (await Game.Game.GetCheatsAsync()).Select(cheat => cheat.Enabled));
        Assert.Equal(0x58, await Game.ReadAsync($"{RomPlace}", "u8"));
        await RewindAsync(end - 100);
        Assert.Equal([true, true], (await Game.Game.GetCheatsAsync()).Select(cheat => cheat.Enabled));
        Assert.Equal(40, await Game.ReadAsync("0x02000404", "u16"));

        await RewindAsync(then);
        await held.StepAsync(75);
        Assert.Equal(0, await Game.ReadAsync("0x02000404", "u16"));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_movie_has_every_change_and_plays_as_the_game_did(bool isGameBoy)
    {
        var random = new Random(11);
        await using var held = isGameBoy ? await PlayGameBoyAsync() : await PlayAsync();
        string[] cheat = isGameBoy ? ["015510C8", "580-F0F"] : ["E2000404 0001", "080000B6:58"];
        await SetAsync("first", "auto", cheat);
        await Game.Game.ResetAsync();
        for (var i = 0; i < 30; i++)
        {
            if (i % 3 == 0)
                await SwitchAsync("first", i % 2 == 0);
            await SetAsync($"more {i % 4}", "auto", isGameBoy ? $"01{i:X2}11C8" : $"32000410 00{i:X2}");
            await held.StepAsync(random.Next(1, 20), ButtonsOf(random));
        }

        await held.StepAsync(60);
        var movieName = isGameBoy ? "gb" : "gba";
        var frames = (await MovieAsync(movieName)).GetProperty("frames").GetInt32();
        var movie = await Client.GetByteArrayAsync($"{E}/movies/{movieName}");
        var cheats = await Client.GetStringAsync($"{E}/cheats");
        await Game.Game.DeleteCheatsAsync();

        MovieFiles.IsEqual(frames, await Client.VerifyMovieAsync(movie));
        MovieFiles.IsEqual(frames, await Client.AskForJsonAsync("POST", $"{E}/movies/{movieName}/play", """{"speed": 0}"""));
        Assert.Equal(CheatsOf(cheats), CheatsOf(await Client.GetStringAsync($"{E}/cheats")));
        using (var stored = await Client.PutMovieAsync($"{E}/movies/copy", movie))
            Assert.True(stored.IsSuccessStatusCode, await stored.Content.ReadAsStringAsync());
        Assert.Equal(MovieFiles.Log(movie), MovieFiles.Log(await Client.GetByteArrayAsync($"{E}/movies/copy")));
        var without = MovieFiles.Change(movie, log => string.Join(
            '\n', log.Split('\n').Where(line => !line.Contains("cheats", StringComparison.Ordinal))));
        Assert.Equal("differs", (await Client.VerifyMovieAsync(without)).GetProperty("result").GetString());
    }

    [Fact]
    public async Task A_movie_from_a_snapshot_begins_with_the_cheats_of_then()
    {
        await using var held = await PlayAsync();
        await SetAsync("count", "codeBreaker", "E2000404 0001");
        await held.StepAsync(200);
        await MovieAsync("later", """{"start": "now"}""");
        await held.StepAsync(130);
        var frames = (await MovieAsync("later/stop")).GetProperty("frames").GetInt32();
        await Game.Game.DeleteCheatsAsync();

        MovieFiles.IsEqual(frames, await Client.VerifyMovieAsync(await Client.GetByteArrayAsync($"{E}/movies/later")));
        MovieFiles.IsEqual(frames, await Client.AskForJsonAsync("POST", $"{E}/movies/later/play", """{"speed": 0}"""));
        Assert.Single(await Game.Game.GetCheatsAsync());
    }

    [Fact]
    public async Task Branches_keep_the_cheats_of_their_first_frame()
    {
        await using var held = await PlayAsync();
        await held.StepAsync(100);
        await SetAsync("it", "auto", "32000004 0055");
        await held.StepAsync(1);
        var ends = await Client.AskForJsonAsync("POST", $"{E}/branches", $$"""
            {"branches": [{"settle": 9, "read": [{"address": "{{Buttons}}", "type": "u8"}]}]}
            """);
        Assert.Equal(0x55, ends.GetProperty("branches")[0].GetProperty("values")[0].GetProperty("value").GetInt32());
    }

    [Fact]
    public async Task Breakpoints_do_not_count_what_cheats_do()
    {
        await using var held = await PlayAsync();
        await SetAsync("count", "codeBreaker", "E2000404 0001");
        await Game.Game.SetBreakpointAsync(0x02000404, "access", 2);
        await held.StepAsync(20);
        Assert.Equal(0, Assert.Single(await Game.Game.GetBreakpointsAsync()).Hits);
        Assert.NotEqual(0, await Game.ReadAsync("0x02000404", "u16"));
        await Game.Game.DeleteBreakpointsAsync();
    }

    private static string CheatsOf(string list) => JsonDocument.Parse(list).RootElement.GetProperty("cheats").GetRawText();

    private async Task<GameHold> PlayAsync()
    {
        var held = await HoldAsync();
        await Game.Game.LoadRomAsync("buttontest.gba");
        await held.StepAsync(10);
        return held;
    }

    private async Task<GameHold> PlayGameBoyAsync()
    {
        GameBoyGame.WriteTo(Game.RomFolder);
        var held = await HoldAsync();
        await Game.Game.LoadRomAsync(GameBoyGame.Name);
        await held.StepAsync(10);
        return held;
    }

    private Task<Cheat> SetAsync(string name, string type, params string[] lines) => Game.Game.SetCheatAsync(new Cheat(name, lines, type));

    private Task<Cheat> SwitchAsync(string name, bool on) => Game.Game.SwitchCheatAsync(name, on);

    private Task<JsonElement> RewindAsync(long frame) => Client.AskForJsonAsync("POST", $"{E}/rewind", $$"""{"toFrame": {{frame}}}""");
}
