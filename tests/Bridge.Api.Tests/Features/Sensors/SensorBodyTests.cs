namespace Bridge.Api.Tests.Features.Sensors;

public sealed class SensorBodyTests(RefusingBridge bridge)
{
    private const string Sensors = "/emulators/default/sensors";

    [Theory]
    [InlineData("{}", "missing-parameter", "tilt", "tilt, gyroscope, light or clock")]
    [InlineData("""{"tilt": null, "light": null}""", "missing-parameter", "tilt", "tilt, gyroscope, light or clock")]
    [InlineData("""{"tilt": {}}""", "missing-parameter", "tilt.x", "-1 to 1")]
    [InlineData("""{"tilt": {"x": 0}}""", "missing-parameter", "tilt.y", "-1 to 1")]
    [InlineData("""{"tilt": {"x": 1.001, "y": 0}}""", "invalid-parameter", "tilt.x", "must be -1 to 1; got \"1.001\"")]
    [InlineData("""{"tilt": {"x": 0, "y": -2}}""", "invalid-parameter", "tilt.y", "must be -1 to 1; got \"-2\"")]
    [InlineData("""{"gyroscope": -1.5}""", "invalid-parameter", "gyroscope", "must be -1 to 1; got \"-1.5\"")]
    [InlineData("""{"light": -0.1}""", "invalid-parameter", "light", "must be 0 (dark) to 1 (bright); got \"-0.1\"")]
    [InlineData("""{"light": 1.1}""", "invalid-parameter", "light", "must be 0 (dark) to 1 (bright); got \"1.1\"")]
    [InlineData("""{"clock": -1}""", "invalid-parameter", "clock", "must be 0 to 253402300799; got \"-1\"")]
    [InlineData("""{"clock": 253402300800}""", "invalid-parameter", "clock", "must be 0 to 253402300799")]
    public async Task Invalid_values_are_refused(string body, string anchor, string member, string words) =>
        (await bridge.RefusesAsync("PUT", Sensors, body)).Is(400, anchor, member, words);

    [Theory]
    [InlineData("""{"light": "1"}""", "light")]
    [InlineData("""{"tilt": 1}""", "tilt")]
    [InlineData("""{"tilt": {"x": 0, "y": 0, "z": 0}}""", "tilt.z")]
    [InlineData("""{"rumble": true}""", "rumble")]
    public async Task An_invalid_body_is_refused(string body, string member) =>
        (await bridge.RefusesAsync("PUT", Sensors, body)).Is(400, "invalid-body", member, "");
}
