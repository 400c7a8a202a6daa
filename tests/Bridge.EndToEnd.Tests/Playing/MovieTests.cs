using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Bridge.Testing.Zoo;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>What a game did is written as a movie, and plays alike: here, in an emulator of another bridge, and when verified.</summary>
[Trait("Needs", "host")]
public sealed partial class MovieTests(ClockedGame game, OnDemandBridge other)
    : HistoryTest(game), IClassFixture<ClockedGame>, IClassFixture<OnDemandBridge>
{
    // The frames of a run, and those in which the game is reset, saved, and put back to that state.
    private const int Length = 900, Reset = 150, Save = 200, Load = 260;

    // A movie begins at a snapshot, up to this many frames early, and has hashes at each snapshot.
    private const int SnapshotFrames = 60;

    [Theory]
    [InlineData("plain")]
    [InlineData("flash of 128 KiB")]
    [InlineData("EEPROM")]
    [InlineData("no save")]
    [InlineData("Color only")]
    [InlineData("Super Game Boy")]
    [InlineData("MBC3 with clock")]
    public async Task A_movie_of_random_play_is_equal_everywhere_and_a_flipped_bit_is_found(string name)
    {
        var played = ZooGames.All[name];
        foreach (var file in played.Files)
            file.WriteTo(other.RomFolder);
        await using var held = await HoldAsync(played);
        await PlayWithActsAsync(held, played);
        var written = await MovieAsync("run");
        var frames = written.GetProperty("frames").GetInt32();
        Assert.InRange(frames, Length, Length + SnapshotFrames);
        Assert.InRange(written.GetProperty("hashes").GetInt32(), (Length / SnapshotFrames) - 1, Length);
        var movie = await Client.GetByteArrayAsync($"{E}/movies/run");

        MovieFiles.IsEqual(frames, await Client.AskForJsonAsync("POST", $"{E}/movies/run/play"));
        MovieFiles.IsEqual(frames, await Client.VerifyMovieAsync(movie, $"?rom={Uri.EscapeDataString(played.FileName)}"));
        await using (await OtherEmulator.CreateAsync(other, played.FileName))
        {
            using (var stored = await other.Client.PutMovieAsync("/emulators/other/movies/copy", movie))
                Assert.Equal(201, (int)stored.StatusCode);
            const string Play = "/emulators/other/movies/copy/play";
            MovieFiles.IsEqual(frames, await other.Client.AskForJsonAsync("POST", Play, """{"speed": 1, "to": 60}"""), 60);
            MovieFiles.IsEqual(frames, await other.Client.AskForJsonAsync("POST", Play));
        }

        await FindsFlippedBitAsync(movie, played);
    }

    [Theory]
    [InlineData("now")]
    [InlineData("reset")]
    public async Task A_recording_has_what_followed(string start)
    {
        await using var held = await HoldAsync();
        await held.StepAsync(100);
        await MovieAsync("recorded", $$"""{"start": "{{start}}"}""");
        await held.StepAsync(100, "A");
        await held.StepAsync(100, "B");
        var frames = (await MovieAsync("recorded/stop")).GetProperty("frames").GetInt32();
        Assert.InRange(frames, 199, 264);
        MovieFiles.IsEqual(frames, await Client.AskForJsonAsync("POST", $"{E}/movies/recorded/play", """{"until": "end"}"""));
        await RefusesAsync("/movies/recorded/stop", "{}", 404, "is being recorded");
    }

    [Theory]
    [InlineData("bk2")]
    [InlineData("vbm")]
    public async Task Inputs_of_other_programs_reach_the_game(string format)
    {
        static bool HasA(int frame) => frame is (>= 60 and < 70) or (>= 90 and < 100);
        await using var held = await HoldAsync();
        await Game.Game.LoadRomAsync("buttontest.gba");
        using (var stored = await Client.PutMovieAsync(
            $"{E}/movies/{format}", format == "bk2" ? MovieFiles.Bk2(120, HasA) : MovieFiles.Vbm(120, HasA)))
            Assert.True(stored.IsSuccessStatusCode, await stored.Content.ReadAsStringAsync());
        var result = await Client.AskForJsonAsync("POST", $"{E}/movies/{format}/play");

        Assert.Equal(("equal", 120), (result.GetProperty("result").GetString(), result.GetProperty("played").GetInt32()));
        Assert.Equal((2, 20), (await Game.PressesAsync(Button.A), await Game.FramesDownAsync(Button.A)));
        var returned = await Client.GetByteArrayAsync($"{E}/movies/{format}?format=bk2");
        using var again = await Client.PutMovieAsync($"{E}/movies/again", returned);
        Assert.True(again.IsSuccessStatusCode, await again.Content.ReadAsStringAsync());
        Assert.Equal(MovieFiles.Log(await Client.GetByteArrayAsync($"{E}/movies/{format}")),
            MovieFiles.Log(await Client.GetByteArrayAsync($"{E}/movies/again")));
    }

    [Fact]
    public async Task What_cannot_be_played_leaves_the_game_as_it_is()
    {
        await using var held = await HoldAsync();
        await Game.Game.LoadRomAsync("buttontest.gba");
        await held.StepAsync(200, "A");
        var frames = (await MovieAsync("good")).GetProperty("frames").GetInt32();
        var movie = await Client.GetByteArrayAsync($"{E}/movies/good");
        var damaged = MovieFiles.Change(
            movie, log => log.Replace("{\"palette\":", "{\"pallet\":", StringComparison.Ordinal));
        using (var stored = await Client.PutMovieAsync($"{E}/movies/damaged", damaged))
            Assert.True(stored.IsSuccessStatusCode, await stored.Content.ReadAsStringAsync());
        var before = await GameNowAsync();

        await RefusesAsync("/movies/missing/play", "{}", 404, "has no movie");
        await RefusesAsync("/movies/good/play", $$"""{"to": {{frames + 1}}}""", 400, $"to must be 1 to {frames}; got");
        await RefusesAsync("/movies/damaged/play", "{}", 400, "line ");
        foreach (var changed in (byte[][])[[1, 2, 3], movie[..^100], MovieFiles.Change(movie, log => $"{{\"frame\":1}}\n{log}")])
        {
            using var refused = await Client.PutMovieAsync($"{E}/movies/bad", changed);
            Assert.Equal(422, (int)refused.StatusCode);
        }

        using (var refused = await Client.PutMovieAsync($"{E}/movies/bad", MovieFiles.Change(movie, log => log,
            header => Crc().Replace(header, "\"crc32\":\"00000000\""))))
            Assert.Equal(409, (int)refused.StatusCode);
        Assert.Equal(before, await GameNowAsync());
        MovieFiles.IsEqual(frames, await Client.AskForJsonAsync("POST", $"{E}/movies/good/play"));
    }

    // Presses buttons, writes, resets the game and loads a state.
    private async Task PlayWithActsAsync(GameHold held, ZooGame played)
    {
        var random = new Random(1);
        for (var frame = 0; frame < Length; frame += 10)
        {
            var buttons = ButtonsOf(random);
            if (random.Next(6) == 0)
                await Game.WriteAsync($"{played.CountersAddress + 0x500}", random.Next(1 << 16));
            await ResetSaveOrLoadAsync(frame, Reset, Save, Load);
            await held.StepAsync(10, buttons);
        }
    }

    // Flips a bit of the last value that was written before the last hashes: these differ then, in that memory.
    private async Task FindsFlippedBitAsync(byte[] movie, ZooGame played)
    {
        var lines = MovieFiles.Log(movie);
        var hashed = FrameOf(lines.Last(line => line.Contains("\"hashes\":", StringComparison.Ordinal)));
        var line = lines.Last(line => line.Contains("\"write\":", StringComparison.Ordinal) && FrameOf(line) < hashed);
        var changed = Value().Replace(line,
            match => $"\"value\":{int.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture) ^ 1}");
        var result = await Client.VerifyMovieAsync(
            MovieFiles.Change(movie, log => log.Replace(line, changed, StringComparison.Ordinal)),
            $"?rom={Uri.EscapeDataString(played.FileName)}");

        Assert.Equal("differs", result.GetProperty("result").GetString());
        var (after, before) = (result.GetProperty("after").GetInt32(), result.GetProperty("before").GetInt32());
        Assert.InRange(FrameOf(line), after, before);
        Assert.InRange(before - after, 1, 600);
        Assert.Equal(["wram"], result.GetProperty("regions").EnumerateArray().Select(region => region.GetString()!));
    }

    private static int FrameOf(string line) => JsonDocument.Parse(line).RootElement.GetProperty("frame").GetInt32();

    [GeneratedRegex("\"value\":([0-9]+)")]
    private static partial Regex Value();

    [GeneratedRegex("\"crc32\": ?\"[0-9A-Fa-f]{8}\"")]
    private static partial Regex Crc();

    // The emulator "other" of the other bridge, which ends with this object.
    private sealed class OtherEmulator(OnDemandBridge bridge) : IAsyncDisposable
    {
        public static async Task<OtherEmulator> CreateAsync(OnDemandBridge bridge, string rom)
        {
            using var response = await bridge.Client.AskAsync("POST", "/emulators",
                $$"""{"rom": {{JsonSerializer.Serialize(rom)}}, "name": "other", "speed": 0, "clock": 1000000000}""");
            Assert.True((int)response.StatusCode == 201, await response.Content.ReadAsStringAsync());
            return new OtherEmulator(bridge);
        }

        public async ValueTask DisposeAsync() => await bridge.EndAsync("other");
    }
}
