namespace Bridge.Api.Tests.Features.Sensors;

/// <summary>What a request about sensors sends the script, and what the response has of its reply.</summary>
public sealed class SensorRequestTests : FakedBridge
{
    // The script replies with the names of the sensors, tilt x and y, gyroscope, light, whether the motor runs, and the clock.
    private const string Sensors = "/emulators/default/sensors";

    [Theory]
    [InlineData("""{"tilt": {"x": 0.5, "y": -1}}""", "500", "-1000", "", "", "")]
    [InlineData("""{"gyroscope": -0.0004, "light": 0.0006}""", "", "", "0", "1", "")]
    [InlineData("""{"clock": 253402300799, "tilt": null}""", "", "", "", "", "253402300799")]
    public async Task Only_what_is_given_is_set_in_thousandths(string body, params string[] arguments)
    {
        var responding = Client.AskAsync("PUT", Sensors, body);
        var request = await Fake.NextRequestAsync("sensors.set");
        Assert.Equal(arguments, request.Arguments);
        await request.ReplyAsync("tilt,light", "500", "-1000", "0", "1", "0", "17");
        using var response = await responding;

        Assert.Equal(
            """{"tilt":{"x":0.5,"y":-1},"gyroscope":null,"light":0.001,"rumble":null,"clock":null,"frame":""",
            (await response.Content.ReadAsStringAsync()).Split("\"frame\":")[0] + "\"frame\":");
    }

    [Fact]
    public async Task Everything_is_null_without_sensors()
    {
        var responding = Client.AskAsync("GET", Sensors);
        await (await Fake.NextRequestAsync("sensors.status")).ReplyAsync("", "0", "0", "0", "0", "0", "17");
        using var response = await responding;
        Assert.StartsWith("""{"tilt":null,"gyroscope":null,"light":null,"rumble":null,"clock":null,""",
            await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_motor_and_a_clock_are_there()
    {
        var responding = Client.AskAsync("GET", Sensors);
        await (await Fake.NextRequestAsync("sensors.status")).ReplyAsync("gyroscope,rumble,clock", "0", "0", "-250", "0", "1", "17");
        using var response = await responding;
        Assert.StartsWith("""{"tilt":null,"gyroscope":-0.25,"light":null,"rumble":true,"clock":17,""",
            await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("conflict", 409, "conflict")]
    [InlineData("unsupported", 501, "unsupported")]
    public async Task A_refusal_has_its_reason(string status, int code, string anchor)
    {
        var responding = Client.AskAsync("PUT", Sensors, """{"light": 1}""");
        await (await Fake.NextRequestAsync("sensors.set")).RefuseAsync(status, "This cartridge has no light.", "light");
        using var response = await responding;
        (await ProblemResponse.ReadAsync(response)).Is(code, anchor, "light", "This cartridge has no light.");
    }
}
