using System.Globalization;
using System.Text.Json;
using Bridge.Testing.Zoo;
using Bridge.Testing.Zoo.Games;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Games with sensors are played; their values are part of what is rewound and replayed.</summary>
[Trait("Needs", "host")]
public sealed class SensorTests(ClockedGame game) : HistoryTest(game), IClassFixture<ClockedGame>
{
    // emulator/rom/README.md has these places, and GBATEK the values of a GBA at rest.
    private const int Changes = 0x02000004, TiltX = 0x02000008, TiltY = 0x0200000A, Gyroscope = 0x0200000C, Light = 0x0200000E;
    private const int Level = 0x3A0, Still = 0x6C0, Dark = 0xFF;

    // How far the values are from those at rest when tilt or gyroscope is 1 (emulator/host/sensors.c).
    private const int FullTilt = 0xE0, FullTurn = 0x320;

    [Fact]
    public async Task A_tilt_game_is_played()
    {
        await using var held = await PlayAsync(SensorGames.Tilt);
        Assert.Equal((Level, Level), (await ReadAsync(TiltX), await ReadAsync(TiltY)));
        var changes = await ReadAsync(Changes);

        // Values are rounded to thousandths.
        var set = await SetAsync("""{"tilt": {"x": 1, "y": -0.50049}}""");
        await held.StepAsync(2);

        Assert.Equal((Level + FullTilt, Level - (FullTilt / 2)), (await ReadAsync(TiltX), await ReadAsync(TiltY)));
        Assert.Equal(changes + 2, await ReadAsync(Changes));
        Assert.Equal("""{"x":1,"y":-0.5}""", set.GetProperty("tilt").GetRawText());
        Assert.Equal(JsonValueKind.Null, set.GetProperty("light").ValueKind);
        Assert.Equal(await Game.FrameAsync(), set.GetProperty("frame").GetInt64() + 2);
    }

    [Fact]
    public async Task A_solar_game_is_played()
    {
        await using var held = await PlayAsync(SensorGames.Light);
        Assert.Equal(Dark, await ReadAsync(Light));
        foreach (var (light, read) in new[] { ("1", 0), ("0.502", 127), ("0", Dark) })
        {
            await SetAsync($$"""{"light": {{light}}}""");
            await held.StepAsync(2);
            Assert.Equal(read, await ReadAsync(Light));
        }
    }

    [Fact]
    public async Task A_game_is_turned_and_rumbles()
    {
        await using var held = await PlayAsync(SensorGames.Gyroscope);
        Assert.Equal(Still, await ReadAsync(Gyroscope));
        await SetAsync("""{"gyroscope": -1}""");
        using var events = await LiveEvents.OpenAsync(Client, "?topics=rumble");
        await held.StepAsync(5, "A");
        Assert.True((await SensorsAsync()).GetProperty("rumble").GetBoolean());
        await held.StepAsync(5);
        Assert.Equal(Still - FullTurn, await ReadAsync(Gyroscope));
        Assert.False((await SensorsAsync()).GetProperty("rumble").GetBoolean());

        var told = await events.ReadAsync(2);
        Assert.Equal([true, false], told.Select(each => each.Json.GetProperty("on").GetBoolean()));
        // A was held for five frames; the frame in which the motor stops counts, too.
        Assert.Equal(6, told[1].Json.GetProperty("frame").GetInt64() - told[0].Json.GetProperty("frame").GetInt64());
    }

    [Theory]
    [InlineData("tilt")]
    [InlineData("light")]
    [InlineData("gyroscope")]
    public async Task A_movie_has_every_change_and_plays_as_the_game_did(string sensor)
    {
        var random = new Random(sensor.Length);
        await using var held = await PlayAsync(GameWith(sensor));
        await SetAsync(sensor, 0.5);
        await Game.Game.ResetAsync();
        for (var i = 0; i < 40; i++)
        {
            await SetAsync(sensor, random.NextDouble());
            await held.StepAsync(random.Next(1, 20), i % 3 == 0 ? "A" : null);
        }

        await held.StepAsync(60);
        var changes = await ReadAsync(Changes);
        Assert.InRange(changes, 35, 200);
        var frames = (await MovieAsync(sensor)).GetProperty("frames").GetInt32();
        var movie = await Client.GetByteArrayAsync($"{E}/movies/{sensor}");
        await SetAsync(sensor, 0.25);

        MovieFiles.IsEqual(frames, await Client.VerifyMovieAsync(movie));
        MovieFiles.IsEqual(frames, await Client.AskForJsonAsync("POST", $"{E}/movies/{sensor}/play", """{"speed": 0}"""));
        Assert.Equal(changes, await ReadAsync(Changes));
        using (var stored = await Client.PutMovieAsync($"{E}/movies/copy", movie))
            Assert.True(stored.IsSuccessStatusCode, await stored.Content.ReadAsStringAsync());
        Assert.Equal(MovieFiles.Log(movie), MovieFiles.Log(await Client.GetByteArrayAsync($"{E}/movies/copy")));
        var without = MovieFiles.Change(movie, log => string.Join(
            '\n', log.Split('\n').Where(line => !line.Contains("sensors", StringComparison.Ordinal))));
        Assert.Equal("differs", (await Client.VerifyMovieAsync(without)).GetProperty("result").GetString());
    }

    [Fact]
    public async Task A_movie_from_a_snapshot_begins_with_the_values_of_then()
    {
        await using var held = await PlayAsync(SensorGames.Tilt);
        await SetAsync("""{"tilt": {"x": 0.75, "y": 0}}""");
        await held.StepAsync(200);
        await MovieAsync("later", """{"start": "now"}""");
        await held.StepAsync(130);
        var frames = (await MovieAsync("later/stop")).GetProperty("frames").GetInt32();
        await SetAsync("""{"tilt": {"x": 0, "y": 0}}""");

        MovieFiles.IsEqual(frames, await Client.VerifyMovieAsync(await Client.GetByteArrayAsync($"{E}/movies/later")));
        MovieFiles.IsEqual(frames, await Client.AskForJsonAsync("POST", $"{E}/movies/later/play", """{"speed": 0}"""));
        Assert.Equal(0.75, await TiltAsync());
    }

    [Fact]
    public async Task A_rewind_brings_back_what_was_measured_then()
    {
        await using var held = await PlayAsync(SensorGames.Tilt);
        await SetAsync("""{"tilt": {"x": 0.5, "y": 0}}""");
        await held.StepAsync(70);
        var (then, _, before) = await GameNowAsync();
        await held.StepAsync(5);
        await SetAsync("""{"tilt": {"x": -1, "y": 0}}""");
        await held.StepAsync(70);
        var (end, _, after) = await GameNowAsync();

        await Client.AskForJsonAsync("POST", $"{E}/rewind", $$"""{"toFrame": {{then}}}""");
        Assert.Equal((before, 0.5), ((await GameNowAsync()).Memory, await TiltAsync()));
        await Client.AskForJsonAsync("POST", $"{E}/rewind", $$"""{"toFrame": {{end}}}""");
        Assert.Equal((after, -1.0), ((await GameNowAsync()).Memory, await TiltAsync()));

        await Client.AskForJsonAsync("POST", $"{E}/rewind", $$"""{"toFrame": {{then}}}""");
        await held.StepAsync(5);
        await SetAsync("""{"tilt": {"x": -1, "y": 0}}""");
        await held.StepAsync(70);
        Assert.Equal((end, end, after), await GameNowAsync());
    }

    [Fact]
    public async Task Resets_and_states_leave_the_values_as_they_are_and_another_ROM_begins_at_rest()
    {
        await using var held = await PlayAsync(SensorGames.Tilt);
        var state = await Game.Game.GetStateAsync();
        await SetAsync("""{"tilt": {"x": 0.5, "y": 0}}""");
        await Game.Game.ResetAsync();
        Assert.Equal(0.5, await TiltAsync());
        await Game.Game.RestoreAsync(state);
        await held.StepAsync(2);
        Assert.Equal((0.5, Level + (FullTilt / 2)), (await TiltAsync(), await ReadAsync(TiltX)));

        await Game.Game.LoadRomAsync(SensorGames.Tilt.Name);
        Assert.Equal(0, await TiltAsync());
    }

    [Fact]
    public async Task Branches_keep_the_values_of_their_first_frame()
    {
        await using var held = await PlayAsync(SensorGames.Tilt);
        await held.StepAsync(100);
        await SetAsync("""{"tilt": {"x": -0.25, "y": 0}}""");
        var ends = await Client.AskForJsonAsync("POST", $"{E}/branches", $$"""
            {"branches": [{"settle": 9, "read": [{"address": "{{TiltX}}", "type": "u16"}]}]}
            """);
        Assert.Equal(Level - (FullTilt / 4), ends.GetProperty("branches")[0].GetProperty("values")[0].GetProperty("value").GetInt32());
    }

    [Fact]
    public async Task What_the_cartridge_lacks_is_refused()
    {
        await using var held = await PlayAsync(SensorGames.Tilt);
        await LacksAsync("""{"tilt": {"x": 1, "y": 0}, "light": 1}""", "This cartridge has no light; of the sensors it has tilt.");
        Assert.Equal(0, await TiltAsync());
        await Game.Game.LoadRomAsync("buttontest.gba");
        await LacksAsync("""{"tilt": {"x": 1, "y": 0}}""", "This cartridge has no tilt; of the sensors it has none.");
        var none = await SensorsAsync();
        foreach (var name in new[] { "tilt", "gyroscope", "light", "rumble", "clock" })
            Assert.Equal(JsonValueKind.Null, none.GetProperty(name).ValueKind);
        SensorGames.Light.WriteTo(Game.RomFolder);
        await Game.Game.LoadRomAsync(SensorGames.Light.Name);
        await LacksAsync("""{"clock": 5}""", "The clock of this emulator can't be set");
    }

    private static ZooFile GameWith(string sensor) => sensor switch
    {
        "tilt" => SensorGames.Tilt,
        "light" => SensorGames.Light,
        _ => SensorGames.Gyroscope,
    };

    // Loads a game, and holds it after ten frames.
    private async Task<GameHold> PlayAsync(ZooFile rom)
    {
        rom.WriteTo(Game.RomFolder);
        var held = await HoldAsync();
        await Game.Game.LoadRomAsync(rom.Name);
        await held.StepAsync(10);
        return held;
    }

    private Task<long> ReadAsync(int address) => Game.ReadAsync($"{address}", address == Changes ? "u32" : "u16");

    private Task<JsonElement> SensorsAsync() => Client.GetJsonAsync($"{E}/sensors");

    private Task<JsonElement> SetAsync(string body) => Client.AskForJsonAsync("PUT", $"{E}/sensors", body);

    private Task<JsonElement> SetAsync(string sensor, double value)
    {
        var number = value.ToString(CultureInfo.InvariantCulture);
        return SetAsync(sensor == "tilt" ? $$"""{"tilt": {"x": {{number}}, "y": -0.5} }""" : $$"""{"{{sensor}}": {{number}}}""");
    }

    private async Task<double> TiltAsync() => (await SensorsAsync()).GetProperty("tilt").GetProperty("x").GetDouble();

    private async Task LacksAsync(string body, string words)
    {
        using var response = await Client.AskAsync("PUT", $"{E}/sensors", body);
        var (status, anchor, detail) = await RunningGame.RefusalAsync(response);
        Assert.Equal((409, "conflict"), (status, anchor));
        Assert.StartsWith(words, detail, StringComparison.Ordinal);
    }
}
