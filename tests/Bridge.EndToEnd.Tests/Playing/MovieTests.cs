using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using Bridge.Testing.Zoo;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>What a game did is written as a movie, and plays alike: here, in an emulator of another bridge, and in a process.</summary>
[Trait("Needs", "host")]
public sealed partial class MovieTests(ClockedGame game, OnDemandBridge other)
    : IClassFixture<ClockedGame>, IClassFixture<OnDemandBridge>
{
    private const string E = "/emulators/default";
    private const int Length = 900, Reset = 150, Save = 200, Load = 260;

    private static readonly string[] Buttons = ["A", "B", "Select", "Start", "Right", "Left", "Up", "Down"];

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
        {
            file.WriteTo(game.RomFolder);
            file.WriteTo(other.RomFolder);
        }

        await using var held = await game.Game.HoldAsync(TimeSpan.FromMinutes(10));
        await game.Game.LoadRomAsync(played.File);
        await PlayWithActsAsync(held, played);
        var written = await WriteAsync("run");
        var frames = written.GetProperty("frames").GetInt32();
        Assert.InRange(frames, Length, Length + 60);
        Assert.InRange(written.GetProperty("hashes").GetInt32(), (Length / 60) - 1, Length);
        var movie = await game.Client.GetByteArrayAsync($"{E}/movies/run");

        IsEqual(frames, await game.Client.AskForJsonAsync("POST", $"{E}/movies/run/play"));
        IsEqual(frames, await game.Client.VerifyMovieAsync(movie, $"?rom={Uri.EscapeDataString(played.File)}"));
        await using (await OtherEmulator.CreateAsync(other, played.File))
        {
            using (var stored = await other.Client.PutMovieAsync("/emulators/other/movies/copy", movie))
                Assert.Equal(201, (int)stored.StatusCode);
            const string Play = "/emulators/other/movies/copy/play";
            IsEqual(frames, await other.Client.AskForJsonAsync("POST", Play, """{"speed": 1, "to": 60}"""), 60);
            IsEqual(frames, await other.Client.AskForJsonAsync("POST", Play));
        }

        await FindsAsync(movie, played);
    }

    [Theory]
    [InlineData("now")]
    [InlineData("reset")]
    public async Task A_recording_has_what_followed(string start)
    {
        await using var held = await game.Game.HoldAsync(TimeSpan.FromMinutes(10));
        await held.StepAsync(100);
        using var begun = await game.Client.AskAsync("POST", $"{E}/movies/recorded", $$"""{"start": "{{start}}"}""");
        Assert.Equal(202, (int)begun.StatusCode);
        await held.StepAsync(100, "A");
        await held.StepAsync(100, "B");
        using var stopped = await game.Client.AskAsync("POST", $"{E}/movies/recorded/stop");
        var written = JsonDocument.Parse(await stopped.Content.ReadAsStringAsync()).RootElement;
        Assert.True(stopped.IsSuccessStatusCode, written.GetRawText());
        var frames = written.GetProperty("frames").GetInt32();
        Assert.InRange(frames, 199, 264);
        IsEqual(frames, await game.Client.AskForJsonAsync("POST", $"{E}/movies/recorded/play", """{"until": "end"}"""));
        using var again = await game.Client.AskAsync("POST", $"{E}/movies/recorded/stop");
        Assert.Equal(404, (int)again.StatusCode);
    }

    [Theory]
    [InlineData("bk2")]
    [InlineData("vbm")]
    public async Task Inputs_of_other_programs_reach_the_game(string format)
    {
        static bool HasA(int frame) => frame is (>= 60 and < 70) or (>= 90 and < 100);
        await using var held = await game.Game.HoldAsync(TimeSpan.FromMinutes(10));
        await game.Game.LoadRomAsync("buttontest.gba");
        using (var stored = await game.Client.PutMovieAsync(
            $"{E}/movies/{format}", format == "bk2" ? MovieFiles.Bk2(120, HasA) : MovieFiles.Vbm(120, HasA)))
            Assert.True(stored.IsSuccessStatusCode, await stored.Content.ReadAsStringAsync());
        var result = await game.Client.AskForJsonAsync("POST", $"{E}/movies/{format}/play");

        Assert.Equal(("equal", 120), (result.GetProperty("result").GetString(), result.GetProperty("played").GetInt32()));
        Assert.Equal((2, 20), (await game.PressesAsync(Button.A), await game.FramesDownAsync(Button.A)));
        var returned = await game.Client.GetByteArrayAsync($"{E}/movies/{format}?format=bk2");
        using var again = await game.Client.PutMovieAsync($"{E}/movies/again", returned);
        Assert.True(again.IsSuccessStatusCode, await again.Content.ReadAsStringAsync());
        Assert.Equal(MovieFiles.Log(await game.Client.GetByteArrayAsync($"{E}/movies/{format}")),
            MovieFiles.Log(await game.Client.GetByteArrayAsync($"{E}/movies/again")));
    }

    [Fact]
    public async Task What_cannot_be_played_leaves_the_game_as_it_is()
    {
        await using var held = await game.Game.HoldAsync(TimeSpan.FromMinutes(10));
        await game.Game.LoadRomAsync("buttontest.gba");
        await held.StepAsync(200, "A");
        var frames = (await WriteAsync("good")).GetProperty("frames").GetInt32();
        var movie = await game.Client.GetByteArrayAsync($"{E}/movies/good");
        var damaged = MovieFiles.Change(
            movie, log => log.Replace("{\"palette\":", "{\"pallet\":", StringComparison.Ordinal));
        using (var stored = await game.Client.PutMovieAsync($"{E}/movies/damaged", damaged))
            Assert.True(stored.IsSuccessStatusCode, await stored.Content.ReadAsStringAsync());
        var before = await GameNowAsync();

        await RefusesAsync("missing", "{}", 404, "has no movie");
        await RefusesAsync("good", $$"""{"to": {{frames + 1}}}""", 400, $"to must be 1 to {frames}; got");
        await RefusesAsync("damaged", "{}", 400, "line ");
        foreach (var changed in (byte[][])[[1, 2, 3], movie[..^100], MovieFiles.Change(movie, log => $"{{\"frame\":1}}\n{log}")])
        {
            using var refused = await game.Client.PutMovieAsync($"{E}/movies/bad", changed);
            Assert.Equal(422, (int)refused.StatusCode);
        }

        using (var refused = await game.Client.PutMovieAsync($"{E}/movies/bad", MovieFiles.Change(movie, log => log,
            header => Crc().Replace(header, "\"crc32\":\"00000000\""))))
            Assert.Equal(409, (int)refused.StatusCode);
        Assert.Equal(before, await GameNowAsync());
        IsEqual(frames, await game.Client.AskForJsonAsync("POST", $"{E}/movies/good/play"));
    }

    // Keys, writes, a reset and a loaded state.
    private async Task PlayWithActsAsync(GameHold held, ZooGame played)
    {
        var random = new Random(1);
        byte[]? state = null;
        for (var frame = 0; frame < Length; frame += 10)
        {
            var mask = random.Next(1 << Buttons.Length) & random.Next(1 << Buttons.Length);
            if (random.Next(6) == 0)
                await game.WriteAsync($"{played.Memory + 0x500}", random.Next(1 << 16));
            if (frame == Reset)
                await game.Game.ResetAsync();
            if (frame == Save)
                state = await game.Game.GetStateAsync();
            if (frame == Load)
                await game.Game.RestoreAsync(state!);
            await held.StepAsync(10, string.Join('+', Buttons.Where((_, bit) => (mask >> bit & 1) == 1)));
        }
    }

    // A bit of a written value is another one: the hashes from then on differ, in that memory.
    private async Task FindsAsync(byte[] movie, ZooGame played)
    {
        var lines = MovieFiles.Log(movie);
        var hashed = FrameOf(lines.Last(line => line.Contains("\"hashes\":", StringComparison.Ordinal)));
        var line = lines.Last(line => line.Contains("\"write\":", StringComparison.Ordinal) && FrameOf(line) < hashed);
        var changed = Value().Replace(line,
            match => $"\"value\":{int.Parse(match.Groups[1].Value, CultureInfo.InvariantCulture) ^ 1}");
        var result = await game.Client.VerifyMovieAsync(
            MovieFiles.Change(movie, log => log.Replace(line, changed, StringComparison.Ordinal)),
            $"?rom={Uri.EscapeDataString(played.File)}");

        Assert.Equal("differs", result.GetProperty("result").GetString());
        var (after, before) = (result.GetProperty("after").GetInt32(), result.GetProperty("before").GetInt32());
        Assert.InRange(FrameOf(line), after, before);
        Assert.InRange(before - after, 1, 600);
        Assert.Equal(["wram"], result.GetProperty("regions").EnumerateArray().Select(region => region.GetString()!));
    }

    private async Task<JsonElement> WriteAsync(string name)
    {
        using var response = await game.Client.AskAsync("POST", $"{E}/movies/{name}");
        var text = await response.Content.ReadAsStringAsync();
        Assert.True(response.IsSuccessStatusCode, text);
        return JsonDocument.Parse(text).RootElement;
    }

    private async Task RefusesAsync(string name, string body, int status, string words)
    {
        using var response = await game.Client.AskAsync("POST", $"{E}/movies/{name}/play", body);
        var (got, _, detail) = await RunningGame.RefusalAsync(response);
        Assert.True(status == got, detail);
        Assert.Contains(words, detail, StringComparison.Ordinal);
    }

    private async Task<(long Now, long To, string State)> GameNowAsync()
    {
        var history = await game.Client.GetJsonAsync($"{E}/history");
        var memory = await game.Game.ReadBytesAsync(0x02000000, 0x1000);
        return (history.GetProperty("now").GetInt64(), history.GetProperty("to").GetInt64(), Convert.ToHexString(memory));
    }

    private static void IsEqual(int frames, JsonElement result, int? played = null)
    {
        Assert.True(result.GetProperty("result").GetString() == "equal", result.GetRawText());
        Assert.Equal((frames, played ?? frames), (result.GetProperty("frames").GetInt32(), result.GetProperty("played").GetInt32()));
        Assert.InRange(result.GetProperty("checked").GetInt32(), 1, int.MaxValue);
    }

    private static int FrameOf(string line) => JsonDocument.Parse(line).RootElement.GetProperty("frame").GetInt32();

    [GeneratedRegex("\"value\":([0-9]+)")]
    private static partial Regex Value();

    [GeneratedRegex("\"crc32\": ?\"[0-9A-Fa-f]{8}\"")]
    private static partial Regex Crc();

    // The emulator "other" of the other bridge.
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
