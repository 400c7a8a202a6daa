using System.Text.Json;
using Bridge.Testing.Zoo.Games;
using MgbaBridge;

namespace Bridge.EndToEnd.Tests.Playing;

/// <summary>Turns and steps set the sensors before their first frame, and do nothing if they can't.</summary>
[Trait("Needs", "host")]
public sealed class SensorTurnTests(ClockedGame game) : HistoryTest(game), IClassFixture<ClockedGame>
{
    // Where the ROM keeps the tilt (emulator/rom/README.md), its value at rest, and how far 1 is from that (emulator/host/sensors.c).
    private const int TiltX = 0x02000008;
    private const int Level = 0x3A0;
    private const int FullTilt = 0xE0;

    // Paths and bodies; SENSORS and READ stand for what With puts in.
    public static TheoryData<string, string> Ways => new()
    {
        { $"{E}/act", """{"settle": 2, "sensors": SENSORS, "read": READ}""" },
        { $"{E}/frames/step", """{"frames": 2, "sensors": SENSORS, "read": READ}""" },
        { "/emulators/step", """{"emulators": ["default"], "frames": 2, "sensors": [SENSORS], "read": READ}""" },
    };

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task The_game_is_tilted_from_the_first_frame_on(string path, string body)
    {
        await using var held = await PlayAsync();
        foreach (var (x, read) in new[] { ("0.5", Level + (FullTilt / 2)), ("-1", Level - FullTilt) })
        {
            var before = await Game.FrameAsync();
            var answer = await Client.AskForJsonAsync("POST", path, With(body, $$"""{"tilt": {"x": {{x}}, "y": 0} }"""));
            if (answer.TryGetProperty("results", out var results))
                answer = results[0];
            Assert.Equal(read, answer.GetProperty("values")[0].GetProperty("value").GetInt32());
            Assert.Equal(before + 2, answer.GetProperty("frame").GetInt64());
        }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task Nothing_is_done_if_the_cartridge_lacks_a_sensor(string path, string body)
    {
        await using var held = await PlayAsync();
        var before = await Game.FrameAsync();
        using var response = await Client.AskAsync("POST", path, With(body, """{"tilt": {"x": 1, "y": 0}, "light": 1}"""));
        using var answer = JsonDocument.Parse(await response.Content.ReadAsStringAsync());
        var problem = answer.RootElement;
        if (problem.TryGetProperty("results", out var results))
            problem = results[0].GetProperty("problem");
        else
            Assert.Equal("sensors.light", problem.GetProperty("parameter").GetString());
        Assert.Equal(409, problem.GetProperty("status").GetInt32());
        Assert.Equal("This cartridge has no light; of the sensors it has tilt.", problem.GetProperty("detail").GetString());
        Assert.Equal((before, 0), (await Game.FrameAsync(), (await Game.Game.GetSensorsAsync()).Tilt!.X));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public async Task A_wrong_value_is_named(string path, string body)
    {
        var list = path == "/emulators/step" ? "[0]" : "";
        foreach (var (sensors, parameter, words) in new[]
        {
            ("""{"tilt": {"x": 2, "y": 0}}""", ".tilt.x", "must be -1 to 1; got \"2\"."),
            ("""{"tilt": {"x": 0}}""", ".tilt.y", "is required: -1 to 1."),
            ("{}", ".tilt", "is required: tilt, gyroscope, light or clock."),
            ("""{"light": -0.5}""", ".light", "must be 0 (dark) to 1 (bright); got \"-0.5\"."),
        })
        {
            using var response = await Client.AskAsync("POST", path, With(body, sensors));
            using var problem = JsonDocument.Parse(await response.Content.ReadAsStringAsync());
            Assert.Equal((400, $"sensors{list}{parameter}", $"sensors{list}{parameter} {words}"),
                ((int)response.StatusCode, problem.RootElement.GetProperty("parameter").GetString(),
                    problem.RootElement.GetProperty("detail").GetString()));
        }
    }

    private static string With(string body, string sensors) => body
        .Replace("SENSORS", sensors, StringComparison.Ordinal)
        .Replace("READ", $$"""[{"address": "{{TiltX}}", "type": "u16"}]""", StringComparison.Ordinal);

    private async Task<GameHold> PlayAsync()
    {
        SensorGames.Tilt.WriteTo(Game.RomFolder);
        var held = await HoldAsync();
        await Game.Game.LoadRomAsync(SensorGames.Tilt.Name);
        await held.StepAsync(10);
        return held;
    }
}
