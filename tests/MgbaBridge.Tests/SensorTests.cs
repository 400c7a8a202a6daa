using static MgbaBridge.Tests.ToldHandler;

namespace MgbaBridge.Tests;

/// <summary>The requests about sensors, and what their responses become.</summary>
public sealed class SensorTests
{
    private const string Path = "/emulators/default";

    [Fact]
    public async Task Sensors_are_read_and_set()
    {
        using var told = new ToldHandler(
            Success("""{"tilt": null, "gyroscope": -0.25, "light": null, "rumble": true, "clock": 17, "frame": 9}"""),
            Success("""{"tilt": {"x": 0.5, "y": 0}, "gyroscope": null, "light": 1, "rumble": null, "clock": null, "frame": 10}"""));
        using var client = told.NewClient();
        Assert.Equal(
            new Sensors(Tilt: null, Gyroscope: -0.25, Light: null, Rumble: true, Clock: 17, Frame: 9),
            await client.Emulator().GetSensorsAsync());
        Assert.Equal(
            new Sensors(new Tilt(0.5, 0), Gyroscope: null, Light: 1, Rumble: null, Clock: null, Frame: 10),
            await client.Emulator().SetSensorsAsync(new SensorChange { Tilt = new(0.5, 0), Light = 1 }));
        Assert.Equal([$"GET {Path}/sensors", $"PUT {Path}/sensors"], told.Paths);
        Assert.Equal("""{"tilt":{"x":0.5,"y":0},"light":1}""", told.Bodies[1]);
    }
}
