namespace Bridge.Api.Tests.Features.Frames;

public sealed class HoldTests(RefusingBridge bridge)
{
    private const string Hold = "/emulators/default/frames/hold";
    private const string Step = "/emulators/default/frames/step";

    [Theory]
    [InlineData("leaseSeconds", "0", "\"0\"", "0.1 to 600")]
    [InlineData("leaseSeconds", "0.099", "\"0.099\"", "0.1 to 600")]
    [InlineData("leaseSeconds", "-20", "\"-20\"", "0.1 to 600")]
    [InlineData("leaseSeconds", "600.1", "\"600.1\"", "0.1 to 600")]
    [InlineData("leaseSeconds", "1e300", "\"1E+300\"", "0.1 to 600")]
    [InlineData("owner", "\"\"", "\"\"", "1 to 64")]
    [InlineData("owner", "\"  \"", "\"  \"", "1 to 64")]
    [InlineData("owner", "\"a\\nb\"", "a\nb", "printable")]
    [InlineData("lease", "\"\"", "\"\"", "POST")]
    [InlineData("lease", "\"no lease\"", "\"no lease\"", "POST")]
    public async Task An_invalid_hold_is_refused(string parameter, string value, string got, string accepted) =>
        (await bridge.RefusesAsync("POST", Hold, $$"""{"{{parameter}}": {{value}}}"""))
            .Is(400, "invalid-parameter", parameter, got, accepted);

    [Fact]
    public async Task A_name_that_is_too_long_is_refused() =>
        (await bridge.RefusesAsync("POST", Hold, $$"""{"owner": "{{new string('x', 65)}}"}"""))
            .Is(400, "invalid-parameter", "owner", "1 to 64");

    [Theory]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("36001")]
    public async Task A_step_of_no_frames_or_too_many_is_refused(string frames) =>
        (await bridge.RefusesAsync("POST", Step, $$"""{"frames": {{frames}}}"""))
            .Is(400, "invalid-parameter", "frames", $"\"{frames}\"", "1 to 36000");

    [Theory]
    [InlineData("""{"frames": "1"}""", "frames")]
    [InlineData("""{"frames": 1.5}""", "frames")]
    [InlineData("""{"frame": 1}""", "frame")]
    [InlineData("""{"read": {}}""", "read")]
    [InlineData("""{"read": [{"adress": "0"}]}""", "read[0].adress")]
    [InlineData("""{"read": [null]}""", "read[0]")]
    public async Task A_step_with_an_invalid_body_is_refused(string body, string parameter) =>
        (await bridge.RefusesAsync("POST", Step, body)).Is(400, "invalid-body", parameter);

    [Theory]
    [InlineData("[]", "invalid-parameter", "read", "1 to 256")]
    [InlineData("[{}]", "missing-parameter", "read[0].address", "address")]
    [InlineData("""[{"address": "0x02000000"}, {"address": "0x02000000", "type": "u24"}]""",
        "invalid-parameter", "read[1].type", "\"u24\"")]
    public async Task An_invalid_place_is_refused_before_the_step(string read, string anchor, string parameter, string told) =>
        (await bridge.RefusesAsync("POST", Step, $$"""{"read": {{read}}}""")).Is(400, anchor, parameter, told);

    [Fact]
    public async Task Buttons_that_the_console_lacks_are_refused()
    {
        (await bridge.RefusesAsync("POST", Step, """{"buttons": ["A", "X"]}""")).Is(400, "unknown-button", "buttons[1]", "\"X\"");
        (await bridge.RefusesAsync("POST", "/emulators/pocket/frames/step", """{"buttons": ["L"]}"""))
            .Is(400, "unknown-button", "buttons[0]", "\"L\"");
    }

    [Fact]
    public async Task An_invalid_lease_releases_nothing() =>
        (await bridge.RefusesAsync("DELETE", $"{Hold}?lease=%0A")).Is(400, "invalid-parameter", "lease", "POST");
}
